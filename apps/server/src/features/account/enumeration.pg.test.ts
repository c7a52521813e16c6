import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { cheapHasher, startTestProduct, type TestProduct } from "../../testing/product.ts";

const clock = createVirtualClock();
/** Counts password hashes: the slow part of an answer, which an attacker could time. */
let hashed = 0;
const countingHasher: PasswordHasher = {
  hash(password) {
    hashed += 1;
    return cheapHasher.hash(password);
  },
  verify(known, password) {
    hashed += 1;
    return cheapHasher.verify(known, password);
  },
};

const asked = new AsyncLocalStorage<string[]>();
const { query } = pg.Client.prototype;
const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : ((statement as { text?: string }).text ?? "");

const isOfQueue = (text: string): boolean => /pgboss/.test(text) && !/INSERT INTO pgboss/.test(text);

function countingQuery(this: pg.Client, ...given: unknown[]): unknown {
  const text = textOf(given[0]);
  if (!isOfQueue(text)) asked.getStore()?.push(text);
  return (query as (...values: unknown[]) => unknown).apply(this, given);
}

let product: TestProduct;
const addresses = { known: "", unverified: "", unknown: "" };
type Kind = keyof typeof addresses;
const kinds = Object.keys(addresses) as Kind[];

beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: countingHasher } });
  pg.Client.prototype.query = countingQuery as typeof query;
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await product.close();
});

const signUp = (email: string) =>
  product.send("POST", "/auth/signup", {
    body: { name: "Asha", email, password: "right-password", dob: "1990-05-01" },
  });

beforeEach(async () => {
  const id = randomUUID().slice(0, 8);
  addresses.known = (await product.makeUser()).email;
  addresses.unverified = `unverified-${id}@example.com`;
  addresses.unknown = `unknown-${id}@example.com`;
  await signUp(addresses.unverified);
  await product.latestCode(addresses.unverified);
  clock.advance(2 * MINUTE_MS);
});

let strangers = 0;

async function seen(path: string, body: object, ip: string, cookie: string) {
  const before = hashed;
  const statements: string[] = [];
  // `await` is inside `run`, because the request begins only when it is awaited.
  const reply = await asked.run(
    statements,
    async () => await product.send("POST", path, { body, ip, headers: { cookie } }),
  );
  const { date: _date, ...headers } = reply.headers;
  // Every sign-up sets a cookie with a random id; only its presence could reveal something.
  const set = String(headers["set-cookie"] ?? "").replace(/=[0-9a-f-]{36}\.[\w-]{43};/, "=<id>;");
  return {
    status: reply.statusCode,
    body: reply.body,
    headers: { ...headers, "set-cookie": set },
    hashes: hashed - before,
    statements: [...statements],
  };
}

async function seenForEach(
  path: string,
  bodyFor: (email: string) => object,
  times = 1,
  cookieFor: (email: string) => string = () => "",
) {
  const views = [];
  for (const kind of kinds) {
    const view = [];
    strangers += 1;
    const ip = `127.44.${strangers >> 8}.${strangers % 256}`;
    for (let n = 0; n < times; n += 1)
      view.push(await seen(path, bodyFor(addresses[kind]), ip, cookieFor(addresses[kind])));
    views.push(view);
  }
  return views;
}

describe("a client cannot distinguish a known address from an unverified or unknown one by texts, hashes or statements", () => {
  it.each([
    ["/auth/login", "a wrong password", (email: string) => ({ email, password: "wrong-password" }), 1],
    [
      "/auth/signup",
      "another sign-up",
      (email: string) => ({ name: "Asha", email, password: "other-password", dob: "1990-05-01" }),
      1,
    ],
    ["/auth/resend-code", "a new code, twice", (email: string) => ({ email }), 2],
    ["/auth/verify-email", "guessing at a code, seven times", (email: string) => ({ email, code: "000000" }), 7],
    [
      "/auth/verify-email",
      "guessing at code and password, seven times",
      (email: string) => ({ email, code: "000000", password: "other-password" }),
      7,
    ],
    ["/auth/forgot-password", "a reset code, twice", (email: string) => ({ email }), 2],
    [
      "/auth/reset-password",
      "guessing at a reset code, seven times",
      (email: string) => ({ email, code: "000000", password: "other-password" }),
      7,
    ],
  ] as const)("%s: %s", async (path, _what, bodyFor, times) => {
    const [known, unverified, unknown] = await seenForEach(path, bodyFor, times);
    expect(unverified).toEqual(known);
    expect(unknown).toEqual(known);
  });

  it("a sign-up with a code guess does not reveal whether the address is known", async () => {
    const cookies = new Map<string, string>();
    for (const email of [addresses.known, addresses.unknown])
      cookies.set(email, String((await signUp(email)).headers["set-cookie"]).split(";")[0] ?? "");
    const guesses = (email: string) => ({ email, code: "000000" });
    const cookieOf = (email: string) => cookies.get(email) ?? "";
    const [known, , unknown] = await seenForEach("/auth/verify-email", guesses, 7, cookieOf);
    expect(known?.[0]?.body).toContain("code_wrong");
    expect(unknown).toEqual(known);
  });

  it("a change of address does not reveal whether the new address is known", async () => {
    const views = [];
    for (const kind of kinds) {
      const stranger = await product.makeUser();
      const body = { email: addresses[kind], password: stranger.password };
      views.push(await seen("/auth/email", body, "127.45.0.1", (await product.signIn(stranger)).cookie));
    }
    const [known, unverified, unknown] = views;
    expect(known?.status).toBe(200);
    expect(unverified).toEqual(known);
    expect(unknown).toEqual(known);
  });

  it("each login and each sign-up computes one password hash", async () => {
    const logins = await seenForEach("/auth/login", (email) => ({ email, password: "wrong-password" }));
    expect(logins.flat().map(({ hashes }) => hashes)).toEqual([1, 1, 1]);
    const signups = await seenForEach("/auth/signup", (email) => ({
      name: "Asha",
      password: "other-password",
      dob: "1990-05-01",
      email,
    }));
    expect(signups.flat().map(({ hashes }) => hashes)).toEqual([1, 1, 1]);
    for (const { statements } of [...logins.flat(), ...signups.flat()]) expect(statements.length).toBeGreaterThan(2);
  });
});
