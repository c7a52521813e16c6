import { randomUUID } from "node:crypto";
import { endpoint } from "@vriddhi/contract/endpoint";
import { err, ok } from "@vriddhi/core/shared/result";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createBareApp } from "../../testing/http-app.ts";
import { Secret } from "../config/secret.ts";
import { createMetrics, measureRequests, serveMetrics } from "./metrics.ts";

const TOKEN = "a-token-of-some-length";
const readThing = endpoint({
  method: "GET",
  path: "/things/{thingId}",
  summary: "A thing",
  access: "public",
  params: z.strictObject({ thingId: z.string() }),
  reply: z.strictObject({ id: z.string() }),
  problems: [],
});

function start(token: Secret | null) {
  const bare = createBareApp();
  const metrics = createMetrics();
  measureRequests(bare.app, metrics);
  serveMetrics(bare.app, metrics, token);
  bare.mount(readThing, async ({ params }) =>
    params.thingId === "none" ? err("not_found") : ok({ id: params.thingId }),
  );
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    bare.app.inject({ url: "/metrics", remoteAddress, headers });
  return { app: bare.app, metrics, read };
}

describe("/metrics without a token", () => {
  it("is served to this machine only; for others it is a 404", async () => {
    const { read } = start(null);
    expect((await read("127.0.0.1")).statusCode).toBe(200);
    expect((await read("::1")).statusCode).toBe(200);
    const refused = await read("203.0.113.7");
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ code: "not_found" });
  });
});

describe("/metrics with a token", () => {
  it("is served to everyone with it, from anywhere", async () => {
    const { read } = start(new Secret(TOKEN));
    expect((await read("203.0.113.7", { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200);
  });

  it.each([
    {},
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: `Bearer ${TOKEN.slice(1)}` },
    { authorization: "Bearer " },
  ])("is refused to other callers, even on this machine: %j", async (headers) => {
    const { read } = start(new Secret(TOKEN));
    expect((await read("127.0.0.1", headers as Record<string, string>)).statusCode).toBe(404);
  });
});

describe("the metrics", () => {
  it("name routes instead of URLs, so that they contain no id", async () => {
    const { app, read } = start(null);
    const id = randomUUID();
    await app.inject(`/things/${id}`);
    await app.inject(`/things/none?token=${id}`);
    await app.inject(`/nowhere/${id}`);
    await app.inject({ method: "POST", url: `/things/${id}`, payload: {} });
    const text = (await read("127.0.0.1")).body;
    expect(text).not.toContain(id);
    expect(text).toContain('route="/things/:thingId",status="200"');
    expect(text).toContain('route="/things/:thingId",status="404"');
    expect(text).toContain('route="none",status="404"');
  });

  it("count business events", async () => {
    const { metrics, read } = start(null);
    metrics.count("signed_up");
    metrics.count("signed_up");
    expect((await read("127.0.0.1")).body).toContain('vriddhi_facts_total{fact="signed_up"} 2');
  });
});
