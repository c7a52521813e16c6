import { randomUUID } from "node:crypto";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { createRunsFixture, type RunsFixture, refusalOf } from "../../testing/runs-fixture.ts";

const clock = createVirtualClock();
let product: TestProduct;
let other: TestProduct;
let desk: RunsFixture;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  other = await startTestProduct({ clock, role: "api", beside: product });
  desk = createRunsFixture(product, clock);
});
afterAll(async () => {
  await other.close();
  await product.close();
});

const keyed = (key: string = randomUUID()) => ({ "idempotency-key": key });

describe("a start repeated with its key", () => {
  it("[B7.14] a repeated start gets the same answer from every process, and makes one run", async () => {
    const asha = await desk.person({});
    const headers = keyed();
    const request = { as: asha.as, body: { capital: 10_000 }, headers };
    const first = await product.send("POST", "/algorithm/start", request);
    expect([first.statusCode, first.headers["idempotent-replayed"]]).toEqual([200, undefined]);
    for (const process of [product, other]) {
      const again = await process.send("POST", "/algorithm/start", request);
      expect([again.statusCode, again.json(), again.headers["idempotent-replayed"]]).toEqual([
        200,
        first.json(),
        "true",
      ]);
    }
    expect(await desk.runsOf(asha)).toHaveLength(1);
    const anew = await product.send("POST", "/algorithm/start", { as: asha.as, body: { capital: 10_000 } });
    expect(anew.json().code).toBe("already_running");
  });

  it("a repeated start gets the same answer after a stop, and starts nothing", async () => {
    const asha = await desk.person({});
    const headers = keyed();
    const request = { as: asha.as, body: { capital: 10_000 }, headers };
    await product.send("POST", "/algorithm/start", request);
    await desk.post(asha, "/algorithm/stop");
    expect((await other.send("POST", "/algorithm/start", request)).json()).toMatchObject({ status: "running" });
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ status: "stopped" });
  });

  it("refuses the key of a start with another body or at another path", async () => {
    const asha = await desk.person({});
    const headers = keyed();
    await product.send("POST", "/algorithm/start", { as: asha.as, body: { capital: 10_000 }, headers });
    for (const [path, body] of [
      ["/algorithm/start", { capital: 10_500 }],
      ["/algorithm/start?background_mode=true", { capital: 10_000 }],
      ["/algorithm/start-next-day", { capital: 10_000 }],
    ] as const) {
      const reply = await product.send("POST", path, { as: asha.as, body, headers });
      expect(refusalOf(reply).slice(0, 2)).toEqual([422, "key_reused"]);
    }
  });

  it("a start repeated at several processes at once is one run with one answer", async () => {
    const asha = await desk.person({});
    const request = { as: asha.as, body: { capital: 10_000 }, headers: keyed() };
    const replies = await Promise.all(
      [product, other, product, other, product, other].map((process) =>
        process.send("POST", "/algorithm/start", request),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await desk.runsOf(asha)).toHaveLength(1);
  });

  it("the key of a start has no effect for other users, and an invalid key is refused", async () => {
    const [asha, kabir] = [await desk.person({}), await desk.person({})];
    const headers = keyed();
    for (const who of [asha, kabir])
      expect((await desk.post(who, "/algorithm/start", { capital: 10_000 }, headers)).statusCode).toBe(200);
    const odd = await desk.post(asha, "/algorithm/stop", {}, keyed("x".repeat(201)));
    expect(refusalOf(odd)).toEqual([400, "invalid_input", "An Idempotency-Key has 1 to 200 visible characters."]);
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ status: "running" });
  });
});
