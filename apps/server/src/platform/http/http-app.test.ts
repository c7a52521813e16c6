import { endpoint, fileReply } from "@vriddhi/contract/endpoint";
import { ok } from "@vriddhi/core/shared/result";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { LightMyRequestResponse } from "fastify";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerEcho, type BareApp, createBareApp, echo } from "../../testing/http-app.ts";
import { DatabaseAway } from "../db/database-outage.ts";
import { commonMessages, OUTCOME_UNKNOWN } from "./general.messages.ts";

const json = { "content-type": "application/json" };
let bare: BareApp;
beforeEach(() => {
  bare = createBareApp();
  bare.mount(echo, answerEcho);
});

const post = (payload: string | Buffer, headers: Record<string, string> = json, path = "/echo") =>
  bare.app.inject({ method: "POST", url: path, payload, headers });
const expectProblem = (reply: LightMyRequestResponse, status: number, code: keyof typeof commonMessages) => {
  expect(reply.json()).toEqual({ detail: commonMessages[code], code });
  expect(reply.statusCode).toBe(status);
};

describe("every reply", () => {
  const expected = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cache-control": "no-store",
  };

  it.each([
    ["an answer", () => post('{"text":"hello"}'), 200],
    ["a refusal", () => post('{"text":7}'), 400],
    ["an unknown path", () => bare.app.inject("/nowhere"), 404],
    ["another method", () => bare.app.inject({ method: "DELETE", url: "/echo" }), 404],
    ["a foreign origin", () => post("{}", { ...json, origin: "https://evil.example" }), 403],
    ["an address that cannot be decoded", () => bare.app.inject("/%"), 400],
    ["another media type", () => post("text", { "content-type": "text/plain" }), 415],
  ] as const)("carries the protecting headers: %s", async (_what, ask, status) => {
    const reply = await ask();
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject(expected);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.headers["x-powered-by"]).toBeUndefined();
  });

  it("demands https permanently if the public address is https", async () => {
    expect((await bare.app.inject("/nowhere")).headers["strict-transport-security"]).toBeUndefined();
    const secure = createBareApp({ env: { PUBLIC_URL: "https://vriddhi.example" } });
    const { headers } = await secure.app.inject("/nowhere");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });
});

describe("the reading of request bodies", () => {
  it.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/xml"],
    ["application/jsonp"],
    ["text/json"],
    ["nonsense"],
  ])("refuses a body of type %s", async (type) => {
    expectProblem(await post('{"text":"x"}', { "content-type": type }), 415, "unsupported_media");
  });

  it("refuses a body without a content type", async () => {
    expectProblem(await post('{"text":"x"}', {}), 415, "unsupported_media");
  });

  it.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])(
    "accepts a body of type %s",
    async (type) => {
      expect((await post('{"text":"₹ नमस्ते"}', { "content-type": type })).json()).toEqual({ text: "₹ नमस्ते" });
    },
  );

  it("accepts a body of 64 KiB, and refuses one byte more", async () => {
    const shell = JSON.stringify({ text: "" }).length;
    const padded = (bytes: number) => JSON.stringify({ text: "" }) + " ".repeat(bytes - shell);
    expect((await post(padded(64 * 1024))).statusCode).toBe(200);
    expectProblem(await post(padded(64 * 1024 + 1)), 413, "body_too_large");
  });

  it.each(["{", '{"text":}', "undefined", "{'text':1}", '{"text":"a"}{', "\u0000", '{"text":"\n"}'])(
    "refuses a body of invalid JSON: %j",
    async (payload) => {
      expectProblem(await post(payload), 400, "invalid_input");
    },
  );

  it.each(['{"__proto__":{"isAdmin":true},"text":"x"}', '{"constructor":{"prototype":{"isAdmin":true}},"text":"x"}'])(
    "refuses a body that sets an object's prototype: %s",
    async (payload) => {
      expect((await post(payload)).statusCode).toBe(400);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    },
  );

  it("refuses a body that sets a prototype when the endpoint accepts any field", async () => {
    const open = endpoint({
      method: "POST",
      path: "/open",
      summary: "Takes anything",
      access: "public",
      body: z.strictObject({ anything: z.record(z.string(), z.unknown()) }),
      reply: z.strictObject({ taken: z.boolean() }),
      problems: [],
    });
    bare.mount(open, async () => ok({ taken: true }));
    expect((await post('{"anything":{"a":1}}', json, "/open")).statusCode).toBe(200);
    for (const inner of ['{"__proto__":{"a":1}}', '{"b":{"constructor":{"prototype":{"a":1}}}}'])
      expectProblem(await post(`{"anything":${inner}}`, json, "/open"), 400, "invalid_input");
  });

  it.each([
    ["NUL", '{"text":"a\\u0000b"}'],
    ["half a surrogate pair", '{"text":"\\ud800"}'],
    ["NUL in a name", '{"te\\u0000xt":"a"}'],
  ])("refuses a body with %s, because the database cannot store it", async (_what, payload) => {
    expectProblem(await post(payload), 400, "invalid_input");
  });

  it("refuses a body that is nested 20,000 deep", async () => {
    const depth = 20_000;
    expect((await post(`{"text":${"[".repeat(depth)}${"]".repeat(depth)}}`)).statusCode).toBe(400);
  });

  it("refuses a body for an endpoint that takes none, unless the body is empty", async () => {
    const ping = endpoint({
      method: "POST",
      path: "/ping",
      summary: "Takes nothing",
      access: "public",
      reply: z.strictObject({ pong: z.boolean() }),
      problems: [],
    });
    bare.mount(ping, async () => ok({ pong: true }));
    for (const payload of ["", "{}", "null"]) expect((await post(payload, json, "/ping")).statusCode).toBe(200);
    for (const payload of ['{"x":1}', "[1]", '"x"', "1", "true"])
      expect([payload, (await post(payload, json, "/ping")).statusCode]).toEqual([payload, 400]);
  });

  it("refuses a body with the name of its invalid field", async () => {
    expect((await post('{"text":7}')).json().detail).toBe("text must be a text.");
    expect((await post('{"text":"x","role":"admin"}')).json().detail).toContain("role");
  });
});

describe("the reply to an internal failure", () => {
  const broken = (reply: unknown) =>
    endpoint({
      method: "GET",
      path: "/broken",
      summary: "Breaks",
      access: "public",
      reply: z.strictObject({ fine: z.literal(reply === "fine") }),
      problems: [],
    });

  it("omits the reason, which the log contains", async () => {
    bare.mount(broken("fine"), async () => {
      throw new Error("the secret recipe is missing");
    });
    const reply = await bare.app.inject("/broken");
    expectProblem(reply, 500, "internal");
    expect(bare.log.join("")).toContain("the secret recipe is missing");
  });

  it("is a temporary failure after a lost race in the database", async () => {
    const cause = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    bare.mount(broken("fine"), async () => {
      throw new Error("a statement failed", { cause });
    });
    const reply = await bare.app.inject("/broken");
    expectProblem(reply, 503, "unavailable");
    expect(reply.headers["retry-after"]).toBe("1");
    expect(bare.log.join("")).toContain("lost a deadlock or serialization race");
  });

  it.each([
    ["is lost while it writes", new Error("Connection terminated unexpectedly"), OUTCOME_UNKNOWN],
    ["cannot be reached", new DatabaseAway(new Error("connect ECONNREFUSED")), commonMessages.unavailable],
  ])("is a 503 when the database %s; a lost write may have been stored", async (_what, cause, detail) => {
    const store = endpoint({ ...broken("fine"), method: "POST", path: "/store" });
    for (const each of [store, broken("fine")])
      bare.mount(each, async () => {
        throw new Error("a statement failed", { cause });
      });
    const [written, read] = [await post("{}", json, "/store"), await bare.app.inject("/broken")];
    expect([written.statusCode, written.json()]).toEqual([503, { detail, code: "unavailable" }]);
    expectProblem(read, 503, "unavailable");
  });

  it("never contains a reply that breaks the contract", async () => {
    bare.mount(broken("fine"), async () => ok({ fine: "hunter2" } as never));
    const reply = await bare.app.inject("/broken");
    expectProblem(reply, 500, "internal");
    expect(reply.body).not.toContain("hunter2");
  });
});

describe("the flood gate", () => {
  const limit = { burst: 5, perMs: 10 * SECOND_MS };
  const ask = (ip: string) => bare.app.inject({ url: "/nowhere", remoteAddress: ip });

  it("lets a burst through, then states the wait, and refills evenly", async () => {
    bare = createBareApp({ limit });
    for (let n = 0; n < 5; n += 1) expect((await ask("203.0.113.7")).statusCode).toBe(404);
    const refused = await ask("203.0.113.7");
    expectProblem(refused, 429, "too_many_requests");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);

    bare.clock.advance(2 * SECOND_MS);
    expect((await ask("203.0.113.7")).statusCode).toBe(404);
    expect((await ask("203.0.113.7")).statusCode).toBe(429);
  });

  it("counts built files separately, so that many users of one mobile carrier's address get their page", async () => {
    bare = createBareApp({ limit });
    const file = () => bare.app.inject({ url: "/assets/page.js", remoteAddress: "203.0.113.7" });
    for (let n = 0; n < 50; n += 1) expect((await file()).statusCode).toBe(404);
    for (let n = 0; n < 5; n += 1) expect((await ask("203.0.113.7")).statusCode).toBe(404);
    expect((await ask("203.0.113.7")).statusCode).toBe(429);
    expect((await file()).statusCode).toBe(404);
  });

  it("counts a valid session separately, and an invalid one by its address", async () => {
    bare = createBareApp({ limit });
    const as = (letter: string) =>
      bare.app.inject({
        url: "/nowhere",
        remoteAddress: "203.0.113.7",
        headers: { cookie: `session=${letter.repeat(43)}` },
      });
    for (const letter of ["a", "b"]) bare.recentSessions.note(letter.repeat(43));
    for (const letter of ["a", "b"]) for (let n = 0; n < 5; n += 1) expect((await as(letter)).statusCode).toBe(404);
    expect((await as("a")).statusCode).toBe(429);
    for (const letter of ["c", "d", "e", "f", "g"]) expect((await as(letter)).statusCode).toBe(404);
    expect((await as("h")).statusCode).toBe(429);
    expect((await ask("203.0.113.7")).statusCode).toBe(429);
    // A session that was not validated for three minutes counts for its address again.
    bare.clock.advance(3 * MINUTE_MS);
    for (let n = 0; n < 5; n += 1) await ask("203.0.113.7");
    expect((await as("b")).statusCode).toBe(429);
  });

  it("counts an IPv6 household as one caller, apart from its neighbour", async () => {
    bare = createBareApp({ limit });
    for (let n = 0; n < 5; n += 1) await ask(`2001:db8:1:2::${n}`);
    expect((await ask("2001:db8:1:2:dead:beef::1")).statusCode).toBe(429);
    expect((await ask("2001:db8:1:3::1")).statusCode).toBe(404);
  });

  it("trusts a proxy only as far as it is configured", async () => {
    const forwarded = (app: BareApp, claimed: string) =>
      app.app.inject({ url: "/nowhere", remoteAddress: "10.0.0.1", headers: { "x-forwarded-for": claimed } });
    const direct = createBareApp({ limit });
    for (let n = 0; n < 5; n += 1) await forwarded(direct, `203.0.113.${n}`);
    expect((await forwarded(direct, "203.0.113.99")).statusCode).toBe(429);

    const behindOne = createBareApp({ limit, env: { TRUST_PROXY_HOPS: "1" } });
    for (let n = 0; n < 5; n += 1) await forwarded(behindOne, `198.51.100.${n}, 203.0.113.7`);
    expect((await forwarded(behindOne, "198.51.100.77, 203.0.113.7")).statusCode).toBe(429);
    expect((await forwarded(behindOne, "203.0.113.8")).statusCode).toBe(404);
  });
});

describe("an endpoint whose callers sign the body", () => {
  const signed = endpoint({
    method: "POST",
    path: "/signed",
    summary: "Tells what came",
    access: "public",
    rawBody: true,
    body: z.looseObject({}),
    reply: z.strictObject({ bytes: z.string(), header: z.string().nullable() }),
    problems: [],
  });

  it("gets the raw bytes and the headers", async () => {
    bare.mount(signed, async ({ raw }) => ok({ bytes: raw.bytes.toString("hex"), header: raw.header("X-Signature") }));
    const bytes = Buffer.from(' {"b" : 1,\n"a":"\u20b9"} ');
    const reply = await post(bytes, { ...json, "x-signature": "abc" }, "/signed");
    expect(reply.json()).toEqual({ bytes: bytes.toString("hex"), header: "abc" });
    expect((await post("{}", json, "/signed")).json()).toEqual({ bytes: "7b7d", header: null });
  });
});

describe("an endpoint that replies with a file", () => {
  const file = endpoint({
    method: "GET",
    path: "/file",
    summary: "Sends a file to be saved",
    access: "public",
    file: "application/pdf",
    reply: fileReply,
    problems: [],
  });

  it("sends the bytes as a download with a harmless name, with the headers of every reply", async () => {
    bare.mount(file, async () => ok({ name: 'a"b/c\r\n.pdf', bytes: Uint8Array.from([1, 2, 255]) }));
    const reply = await bare.app.inject("/file");
    expect([...reply.rawPayload]).toEqual([1, 2, 255]);
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="a-b-c--.pdf"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });
});
