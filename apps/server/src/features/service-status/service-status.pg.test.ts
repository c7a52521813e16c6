import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningPostgres, startPostgres } from "../../platform/postgres/start-postgres.ts";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const STATUS = "/service/status";
/** The market clock of the product is held at 8:40. */
const AS_OF = "2026-11-16T03:10:00.000Z";

const clock = createVirtualClock();
let home: string;
let postgres: RunningPostgres;
let product: TestProduct;

beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-status-"));
  fs.chmodSync(home, 0o755);
  postgres = await startPostgres({ home, log: () => {} });
  product = await startTestProduct({ clock, beside: { databaseUrl: postgres.url } as TestProduct });
});
afterAll(async () => {
  await product.close();
  await postgres.stop();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

type Part = { part: string; state: string };
const read = async () => (await product.send("GET", STATUS)).json();
const stateOf = (status: { parts: Part[] }, wanted: string) => status.parts.find(({ part }) => part === wanted)?.state;

describe("the public status", () => {
  it("answers everybody, and caches may keep it for ten seconds", async () => {
    const reply = await product.send("GET", STATUS);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ as_of: AS_OF, market: "before_open", incidents: [] });
    expect(stateOf(reply.json(), "website")).toBe("works");
    expect(stateOf(reply.json(), "mail")).toBe("works");
    expect(reply.headers["cache-control"]).toBe("public, max-age=10");
    expect(reply.headers["set-cookie"]).toBeUndefined();
    const { etag } = reply.headers;
    const again = await product.send("GET", STATUS, { headers: { "if-none-match": String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("is read once for all visitors, and again after ten seconds", async () => {
    clock.advance(10 * SECOND_MS);
    await Promise.all(Array.from({ length: 20 }, read));
    await product.query("INSERT INTO status_incident (part, began_at) VALUES ('mail', now() - interval '1 hour')");
    expect((await read()).incidents).toEqual([]);
    clock.advance(10 * SECOND_MS);
    const status = await read();
    expect(status.incidents).toMatchObject([{ part: "mail", ended_at: null }]);
    expect(stateOf(status, "mail")).toBe("fault");
  });

  it("answers from memory while the database is stopped, also to a browser with a session", async () => {
    const as = await product.signIn(await product.makeUser());
    await postgres.stop();
    expect((await product.send("GET", "/readyz")).statusCode).toBe(503);
    clock.advance(10 * SECOND_MS);
    const reply = await product.send("GET", STATUS, { as });
    expect(reply.statusCode).toBe(200);
    const status = reply.json();
    expect(status.as_of).toBe(AS_OF);
    expect(stateOf(status, "website")).toBe("fault");
    expect(stateOf(status, "orders")).toBe("unknown");
    expect(status.incidents.map(({ part }: Part) => part)).toEqual(["website", "mail"]);
  });
});
