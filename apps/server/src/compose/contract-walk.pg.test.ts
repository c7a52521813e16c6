import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { endpoints } from "@vriddhi/contract/endpoints";
import { problemStatus } from "@vriddhi/contract/problem";
import { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountSubject } from "../platform/http/client-address.ts";
import { type LimitKey, limits } from "../platform/limits/limits.ts";
import { tooMany } from "../platform/limits/too-many.ts";
import { liveSettings } from "../testing/live-settings.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";
import { messages } from "./features.ts";

/** Routes outside the contract, without those of the web, which this test does not build. */
const BESIDE_THE_CONTRACT = [
  "GET /docs",
  "GET /docs/openapi.json",
  "GET /metrics",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /blog-images/:name",
  "GET /research-figures/:name",
  "GET /research/atom.xml",
  "GET /research/rss.xml",
  "POST /newsletter",
];

const all = Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>);
const addressOf = ({ method, path }: EndpointDefinition) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`;

let sandbox: TestProduct;
let live: TestProduct;
beforeAll(async () => {
  sandbox = await startTestProduct();
  const { DATABASE_URL: _unused, ...settings } = liveSettings;
  live = await startTestProduct({ env: { ...settings, DATABASE_DURABILITY: "warn" } });
});
afterAll(() => Promise.all([sandbox.close(), live.close()]));

let session: Promise<TestSession> | null = null;
function signedIn(): Promise<TestSession> {
  session ??= sandbox.makeUser().then((user) => sandbox.signIn(user));
  return session;
}

/** Reads the router's own list; Fastify adds a HEAD beside each GET. */
function mounted(product: TestProduct): string[] {
  const lines = product.app.printRoutes({ commonPrefix: false }).split("\n");
  const parents: string[] = [];
  return lines.flatMap((line) => {
    const [, indent = "", path, methods] = /^([\s│]*)[├└]── (\S*)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (path === undefined) return [];
    const depth = indent.length / 4;
    parents[depth] = path;
    const whole = parents.slice(0, depth + 1).join("");
    const served = methods?.split(", ").filter((method) => method !== "HEAD") ?? [];
    return served.map((method) => `${method} ${whole}`);
  });
}

describe("the contract and the server", () => {
  it("mount each endpoint of the contract exactly once, and no other route", () => {
    const wanted = [...all.map(([, endpoint]) => addressOf(endpoint)), ...BESIDE_THE_CONTRACT];
    expect(mounted(sandbox).toSorted()).toEqual(wanted.toSorted());
  });

  it("mount no sandbox endpoint in live mode", () => {
    const wanted = all.filter(([name]) => !(name in sandboxEndpoints)).map(([, endpoint]) => addressOf(endpoint));
    expect(mounted(live).toSorted()).toEqual([...wanted, ...BESIDE_THE_CONTRACT].toSorted());
  });

  it("publish the contract's endpoints in the OpenAPI document", async () => {
    for (const product of [sandbox, live]) {
      const { paths } = (await product.send("GET", "/docs/openapi.json")).json();
      const documented = Object.entries(paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => addressOf({ method: method.toUpperCase(), path } as EndpointDefinition)),
      );
      expect([...documented, ...BESIDE_THE_CONTRACT].toSorted()).toEqual(mounted(product).toSorted());
    }
  });
});

describe("/docs", () => {
  it("is a page for people and the OpenAPI document for programs", async () => {
    const page = await sandbox.send("GET", "/docs", { headers: { accept: "text/html" } });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.body).not.toContain("<script");
    for (const [name] of all) expect(page.body).toContain(`<section id="${name}">`);
    expect((await sandbox.send("GET", "/docs")).json().openapi).toMatch(/^3\.0/);
  });
});

describe("every error code", () => {
  it.each(Object.keys(problemStatus))("has a sentence: %s", (code) => {
    expect(messages[code as keyof typeof messages]).toMatch(/^[A-Z].{5,}/);
  });
});

const NAMES_A_TIME = /\b\d+ (second|minute|hour)s?\b|you need not wait/;

describe("a refusal with a waiting time", () => {
  const waiting = Object.entries(problemStatus).filter(([, status]) => status === 408 || status === 429);

  it.each(waiting)("states the time in the sentence of %s", (code) => {
    expect(messages[code as keyof typeof messages]).toMatch(NAMES_A_TIME);
  });

  it.each(Object.keys(limits) as LimitKey[])(
    "of the rate limit %s never states less than the real waiting time",
    (key) => {
      const { detail, retryAfterS = 0 } = tooMany(key);
      const { burst, perMs } = limits[key];
      expect(detail).toMatch(NAMES_A_TIME);
      expect(retryAfterS * 1_000).toBeGreaterThanOrEqual(perMs / burst);
    },
  );

  const limited = all.filter(
    ([, { limit, access }]) => limit !== undefined && (access === "public" || access === "user"),
  );

  const idOf = async (as: TestSession) => (await sandbox.send("GET", "/auth/profile", { as })).json().id as string;

  it.each(limited)("from every endpoint with a budget: %s", async (_name, { method, path, limit, access }) => {
    const ip = "127.40.41.42";
    const whole = "now() + interval '2 days'";
    const spend = `INSERT INTO rate_limit VALUES ($1, ${whole}) ON CONFLICT (key) DO UPDATE SET whole_at = ${whole}`;
    const caller = access === "user" ? { as: await signedIn() } : {};
    // A signed-in caller has a budget of their own.
    const subject = caller.as === undefined ? ip : accountSubject(await idOf(caller.as));
    await sandbox.query(spend, [`${limit}:ip:${subject}`]);
    const reply = await sandbox.send(method, path, { ip, ...caller });
    expect([reply.statusCode, reply.json().code]).toEqual([429, "too_many_requests"]);
    expect(reply.json().detail).toMatch(NAMES_A_TIME);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("the sandbox's control API", () => {
  const calls = Object.entries(sandboxEndpoints as Readonly<Record<string, EndpointDefinition>>);

  it.each(calls)("does not exist in live mode: %s", async (_name, { method, path }) => {
    const reply = await live.send(method, path, { ip: "127.0.0.1" });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: "not_found" });
  });

  it.each(calls)("is a 404 for callers from other machines: %s", async (_name, { method, path }) => {
    for (const ip of ["203.0.113.7", "10.0.0.1", "2001:db8::1"]) {
      const reply = await sandbox.send(method, path, { ip });
      expect([ip, reply.statusCode]).toEqual([ip, 404]);
    }
  });

  it("does not believe a caller who claims to be this machine", async () => {
    const headers = { "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1", host: "localhost" };
    expect((await sandbox.send("GET", "/sandbox/mail", { ip: "203.0.113.7", headers })).statusCode).toBe(404);
  });
});
