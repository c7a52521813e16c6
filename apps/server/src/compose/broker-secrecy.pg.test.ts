import { createHash } from "node:crypto";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLinkStore } from "../features/broker-link/link.store.pg.ts";
import { createLinkSecrets } from "../features/broker-link/link-secrets.ts";
import { Secret } from "../platform/config/secret.ts";
import { openSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "../testing/broker-accounts-fixture.ts";
import {
  startTestProduct,
  TEST_MASTER_KEY,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../testing/product.ts";
import { formsOf, hunt } from "../testing/secret-hunt.ts";
import { dumpDatabase } from "../testing/traces.ts";

const FAULTS = ["http500", "drop-before-accept", "drop-after-accept", "throttle", "reject"];

const clock = createVirtualClock();
let product: TestProduct;
let database: Database;
let desk: BrokerAccountsFixture;
const replies: string[] = [];
const secrets = new Map<string, string>();

interface Journey {
  readonly user: TestUser;
  readonly as: TestSession;
  readonly broker: BrokerName;
  readonly account: BrokerAccount;
}

async function send({ as }: Journey, method: "GET" | "POST" | "DELETE", path: string, body?: object) {
  clock.advance(MINUTE_MS);
  const reply = await product.send(method, path, { as, ...(body ? { body } : {}) });
  replies.push(JSON.stringify(reply.headers), reply.body);
  return reply;
}

async function openJourney(broker: BrokerName): Promise<Journey> {
  const user = await product.makeUser({ password: `own-password-of-${broker}` });
  const account = await desk.newAccount(broker);
  for (const name of ["api_key", "api_secret", "pin", "totp_secret", "password"] as const)
    secrets.set(account[name], `${broker} ${name}`);
  secrets.set(user.password, `${broker} own password`);
  return { user, as: await product.signIn(user), broker, account };
}

async function noteTokens({ user, broker }: Journey): Promise<void> {
  const box = await openSecretBox(database, new Secret(TEST_MASTER_KEY));
  const link = await createLinkStore(database).find(user.id, broker);
  const session = link && createLinkSecrets(box).sessionOf(link);
  if (session === null) throw new Error(`${broker} is not connected`);
  const { accessToken, refreshToken, feedToken } = session;
  for (const [name, token] of Object.entries({ accessToken, refreshToken, feedToken }))
    if (token !== null) secrets.set(token, `${broker} ${name}`);
}

/** Logs in on the broker's page; the returned code is as good as a password for a minute. */
async function walk({ broker, account }: Journey, url: string): Promise<string> {
  const landed = new URL(await desk.logInByPage(url, account));
  const grant = landed.searchParams.get("request_token") ?? landed.searchParams.get("auth_code") ?? "";
  expect(grant.length).toBeGreaterThan(10);
  secrets.set(grant, `${broker} grant`);
  return landed.href;
}

async function underFaults<Ready>(
  { broker }: Journey,
  prepare: () => Promise<Ready>,
  work: (ready: Ready) => Promise<unknown>,
): Promise<void> {
  for (const kind of FAULTS) {
    const ready = await prepare();
    const fault = { target: broker, kind, on: "any", count: 3 };
    expect((await product.send("POST", "/sandbox/faults", { body: fault })).statusCode).toBe(200);
    await work(ready);
    await product.send("DELETE", "/sandbox/faults");
  }
}

const nothing = async () => {};

/** Removes a table during a call, to cause an internal fault. */
async function withoutTable(work: () => Promise<unknown>): Promise<void> {
  await product.query("ALTER TABLE broker_links RENAME TO broker_links_away");
  await work();
  await product.query("ALTER TABLE broker_links_away RENAME TO broker_links");
}

async function liveWithZerodha(): Promise<void> {
  const journey = await openJourney("zerodha");
  const { api_key, api_secret, client_id: user_name } = journey.account;
  const save = (change: object = {}) =>
    send(journey, "POST", "/zerodha/credentials", { api_key, api_secret, user_name, ...change });
  const goThere = async () => walk(journey, (await save()).json().login_url);
  const comeBack = (request_token: string) => send(journey, "POST", "/zerodha/login", { request_token });
  expect((await comeBack(await goThere())).statusCode).toBe(200);
  await noteTokens(journey);
  await send(journey, "GET", "/zerodha/status");
  await send(journey, "GET", "/zerodha/credentials");
  await send(journey, "POST", "/zerodha/disconnect", {});
  await underFaults(journey, goThere, comeBack);
  await withoutTable(() => save());
  await save({ api_secret: `${api_secret}x`, unknown: api_secret });
  await save({ user_name: [api_secret] });
  const landed = new URL(await goThere());
  const body = { grant: landed.href, state: landed.searchParams.get("state") };
  expect((await send(journey, "POST", "/connect/zerodha/complete", body)).statusCode).toBe(200);
  await send(journey, "POST", "/connect/zerodha/complete", body);
  await noteTokens(journey);
  const [order_id, order_timestamp] = ["261116000000007", "2026-11-16 09:30:00"];
  const checksum = createHash("sha256")
    .update(order_id + order_timestamp + api_secret)
    .digest("hex");
  await send(journey, "POST", "/zerodha/postback", { user_id: user_name, order_id, order_timestamp, checksum });
  await send(journey, "GET", "/auth/data");
}

async function liveWithAngelOne(): Promise<void> {
  const journey = await openJourney("angelone");
  const { api_key, client_id: username, pin: password, totp_secret: totp_token } = journey.account;
  const form = { api_key, username, password, totp_token };
  const connect = (change: object = {}) => send(journey, "POST", "/angelone/connect", { ...form, ...change });
  expect((await connect()).statusCode).toBe(200);
  await noteTokens(journey);
  const { refresh_token } = (await send(journey, "GET", "/angelone/status")).json();
  expect((await send(journey, "POST", "/angelone/refresh", { refresh_token })).statusCode).toBe(200);
  await noteTokens(journey);
  await send(journey, "POST", "/angelone/refresh", { refresh_token });
  await send(journey, "GET", "/angelone/credentials");
  await send(journey, "DELETE", "/angelone/disconnect");
  await underFaults(journey, nothing, () => connect());
  await withoutTable(() => connect());
  await connect({ totp_token: "000000" });
  await connect({ password: [password], totp_token: { totp_token } });
  expect((await connect()).statusCode).toBe(200);
  await noteTokens(journey);
  await send(journey, "GET", "/auth/data");
}

async function liveWithFyers(): Promise<void> {
  const journey = await openJourney("fyers");
  const { api_key, api_secret, client_id, pin, totp_secret } = journey.account;
  const [APP_ID, APP_TYPE] = api_key.split("-");
  const form = { FY_ID: client_id, APP_ID, APP_TYPE, PIN: pin, TOTP_KEY: totp_secret, SECRET_KEY: api_secret };
  const connect = (change: object = {}) => send(journey, "POST", "/fyers/connect-auto", { ...form, ...change });
  const { auth_url, request_id: state } = (await send(journey, "POST", "/fyers/connect", form)).json();
  const code = await walk(journey, auth_url);
  expect((await send(journey, "POST", "/fyers/callback", { code, state })).statusCode).toBe(200);
  await send(journey, "POST", "/fyers/callback", { code, state });
  await noteTokens(journey);
  await send(journey, "GET", "/fyers/status");
  await send(journey, "DELETE", "/fyers/disconnect");
  await underFaults(journey, nothing, () => connect());
  await withoutTable(() => connect());
  await connect({ SECRET_KEY: `${api_secret}x` });
  await connect({ PIN: "" });
  expect((await connect()).statusCode).toBe(200);
  await noteTokens(journey);
  await send(journey, "GET", "/auth/data");
}

const traces = async () => ({
  log: product.log.join("\n"),
  replies: replies.join("\n"),
  metrics: (await product.send("GET", "/metrics", { ip: "127.0.0.1" })).body,
  database: [...(await dumpDatabase(product)).values()].join("\n"),
});

beforeAll(async () => {
  product = await startTestProduct({ clock });
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
  desk = createBrokerAccountsFixture(product, clock.now);
  await liveWithZerodha();
  await liveWithAngelOne();
  await liveWithFyers();
});
afterAll(async () => {
  await database.close();
  await product.close();
});

describe("broker secrets after a full history at three brokers with every fault", () => {
  it("the history holds every kind of secret and every kind of output", async () => {
    const kinds = [...secrets.values()];
    for (const broker of ["zerodha", "angelone", "fyers"])
      for (const kind of ["api_key", "api_secret", "pin", "totp_secret", "password", "accessToken"])
        expect(kinds).toContain(`${broker} ${kind}`);
    for (const kind of ["zerodha grant", "fyers grant", "angelone refreshToken", "angelone feedToken"])
      expect(kinds).toContain(kind);
    const { log, replies, metrics, database: rows } = await traces();
    expect(log).toContain("broker link: login failed");
    expect(log).toContain("request failed");
    expect(log).toContain("postback");
    for (const code of ["broker_refused", "broker_unavailable", "broker_busy", "internal"])
      expect(replies).toContain(code);
    expect(metrics).toContain("/angelone/connect");
    expect(rows).toMatch(/v1\.1\.[\w-]{30,}/);
  });

  it("no output contains a secret as plain text, base64, hex or URL encoding", async () => {
    const isKey = ([, name]: [string, string]) => name.endsWith("api_key");
    const [keys, others] = [new Map([...secrets].filter(isKey)), new Map([...secrets].filter((one) => !isKey(one)))];
    expect(keys.size).toBe(3);
    const left = await traces();
    expect(hunt(left, others)).toEqual([]);
    // Brokers require the key in the address of their own login page, which its owner opens.
    const replies = left.replies.replace(/"(?:login_url|auth_url)":"[^"]*"/g, "");
    expect(hunt({ ...left, replies: replies }, keys)).toEqual([]);
  });
});

describe("the secret search", () => {
  it("finds every seeded secret in every encoding and every kind of output", () => {
    const leaks = [...secrets].flatMap(([secret, name]) =>
      [...formsOf(secret)].map(([as, form]) => ({ name, as, text: secret.length < 8 ? `"pin":"${form}"` : form })),
    );
    for (const where of ["log", "replies", "metrics", "database"]) {
      const found = new Set(hunt({ [where]: leaks.map(({ text }) => text).join("\n") }, secrets));
      for (const { name, as } of leaks) expect(found).toContain(`${name} in ${where} as ${as}`);
    }
  });

  it("finds a secret inside a longer encoded text", () => {
    const [[secret = "", name] = []] = [...secrets].filter(([, kind]) => kind === "zerodha api_secret");
    for (const before of ["", "a", "ab", "abc"])
      for (const encoding of ["base64", "base64url", "hex"] as const) {
        const leak = Buffer.from(`${before}:${secret}:after`).toString(encoding);
        expect(hunt({ log: leak }, secrets).join()).toContain(`${name} in log as`);
      }
  });

  it("finds a secret that the product really stored, logged or sent", async () => {
    const [[secret, name] = ["", ""]] = [...secrets];
    await product.query("INSERT INTO rate_limit VALUES ($1, now())", [`leak:${secret}`]);
    expect(hunt(await traces(), secrets)).toContain(`${name} in database as raw`);
    await product.query("DELETE FROM rate_limit WHERE key = $1", [`leak:${secret}`]);
    const replies = (await product.send("GET", "/sandbox/accounts")).body;
    const known = JSON.parse(replies).brokers.zerodha.accounts[0];
    expect(hunt({ replies: replies }, new Map([[known.api_secret, "seeded api_secret"]]))).toEqual([
      "seeded api_secret in replies as raw",
      "seeded api_secret in replies as url",
    ]);
  });
});
