import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import {
  startTestProduct,
  TEST_MASTER_KEY,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../../testing/product.ts";
import { Secret } from "../config/secret.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { type RotateDeps, rotateKeys } from "./rotate-keys.ts";
import { sealedColumns } from "./sealed-columns.ts";
import { openSecretBox } from "./secret-box.ts";

const LOOK_MS = 2_500;
const instantly = async () => {};
const newMaster = randomBytes(32).toString("hex");

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let database: Database;
let asha: TestUser;
let here: TestSession;
let account: BrokerAccount;
let secret: string;
const lines: string[] = [];

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
  database = openDatabase(product.databaseUrl, { max: 4, role: APP_ROLE, onError: () => {} });
  asha = await product.makeUser();
  here = await product.signIn(asha);
  account = await desk.newAccount("angelone");
  await connect(form());
  const { password } = asha;
  secret = (await product.send("POST", "/auth/totp/start", { as: here, body: { password } })).json().secret;
});
beforeEach(() => {
  lines.length = 0;
  clock.advance(MINUTE_MS);
});
afterAll(async () => {
  await database.close();
  await product.close();
});

const form = () => ({
  api_key: account.api_key,
  username: account.client_id,
  password: account.pin,
  totp_token: account.totp_secret,
});
async function connect(body: object): Promise<void> {
  const reply = await product.send("POST", "/angelone/connect", { as: here, body });
  expect(reply.json()).toEqual({ message: "Successfully connected to Angel One!" });
}
const credentials = async () => (await product.send("GET", "/angelone/credentials", { as: here })).json();

const rotate = (change: Partial<RotateDeps> = {}) =>
  rotateKeys({
    database,
    masterKey: new Secret(TEST_MASTER_KEY),
    newMasterKey: null,
    pause: () => sleep(LOOK_MS),
    report: (line) => void lines.push(line),
    ...change,
  });

async function rotateAtRest(change: Partial<RotateDeps> = {}): Promise<void> {
  await rotate({ pause: instantly, ...change });
  await sleep(LOOK_MS);
}

const keyIds = async () =>
  (await product.query<{ id: number }>("SELECT id FROM data_key ORDER BY id")).map(({ id }) => id);

async function keysInUse(): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { table, value } of sealedColumns)
    for (const { key } of await product.query<{ key: string }>(
      `SELECT DISTINCT split_part(${value}, '.', 2) AS key FROM ${table} WHERE ${value} IS NOT NULL`,
    ))
      found.add(key);
  return [...found].toSorted();
}

describe("a rotation of the data key", () => {
  it("covers every sealed column", async () => {
    const columns = await product.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name LIKE 'sealed%' AND data_type NOT LIKE 'timestamp%'`,
    );
    const known = sealedColumns
      .filter(({ table }) => !table.startsWith("pgboss."))
      .map(({ table, value }) => `${table}.${value}`);
    expect(known.toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  });

  it("re-encrypts everything while the product runs, and retires the old key", async () => {
    const before = await credentials();
    expect(await keysInUse()).toEqual(["1"]);
    let isDone = false;
    const work = rotate().finally(() => {
      isDone = true;
    });
    const codes: number[] = [];
    while (!isDone) {
      clock.advance(MINUTE_MS);
      codes.push((await product.send("GET", "/angelone/status", { as: here })).statusCode);
      const saved = await product.send("POST", "/angelone/connect", { as: here, body: form() });
      if (saved.statusCode !== 429) codes.push(saved.statusCode);
      await sleep(100);
    }
    await work;
    expect(codes.length).toBeGreaterThan(2);
    expect(codes.filter((code) => code !== 200)).toEqual([]);
    expect(await keyIds()).toEqual([0, 2]);
    expect(await keysInUse()).toEqual(["2"]);
    expect(await credentials()).toEqual(before);
    clock.advance(MINUTE_MS);
    await connect(await credentials());
    expect(lines.join("\n")).not.toContain(account.pin);
  });

  it("preserves second factors, queued mails and keyed hashes", async () => {
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const mailed = await product.latestCode(asha.email);
    await rotateAtRest();
    const box = await openSecretBox(database, new Secret(TEST_MASTER_KEY));
    const jobs = await product.query<{ sealed: string }>(
      "SELECT data->>'sealed' AS sealed FROM pgboss.job WHERE name = 'mail'",
    );
    expect(jobs.length).toBeGreaterThan(0);
    for (const { sealed } of jobs) {
      expect(sealed).toMatch(/^v1\.3\./);
      expect(box.open(sealed, { table: "job", column: "mail", row: "", user: "" })).toContain('"subject"');
    }
    const body = { code: appCode(secret, clock.now()) };
    const confirmed = await product.send("POST", "/auth/totp/confirm", { as: here, body });
    expect(confirmed.statusCode).toBe(200);
    const reset = { email: asha.email, code: mailed, password: "a-new-password-9" };
    expect((await product.send("POST", "/auth/reset-password", { body: reset })).statusCode).toBe(200);
    here = await signInAgain("a-new-password-9");
  });

  it("resumes after an interruption with the same key", async () => {
    const ids = await keyIds();
    for (const at of [1, 2]) {
      let pauses = 0;
      const cut = rotate({
        pause: async () => {
          pauses++;
          if (pauses === at) throw new Error("the power is gone");
        },
      });
      await expect(cut).rejects.toThrow("the power is gone");
      expect(await keyIds()).toEqual([...ids, (ids.at(-1) ?? 0) + 1]);
      expect((await product.send("GET", "/angelone/status", { as: here })).statusCode).toBe(200);
    }
    await rotateAtRest();
    expect(lines).toContain(`going on with data key ${(ids.at(-1) ?? 0) + 1}`);
    expect(await keyIds()).toEqual([0, (ids.at(-1) ?? 0) + 1]);
    expect((await credentials()).username).toBe(account.client_id);
  });

  it("keeps a key that a value still needs, and reports that value", async () => {
    await product.query("UPDATE totp_factors SET sealed_secret = 'v1.1.AAAA' WHERE user_id = $1", [asha.id]);
    await expect(rotate({ pause: instantly })).rejects.toThrow("1 values still need an older data key");
    expect(lines.join("\n")).toContain(
      `totp_factors.sealed_secret: does not open, left as it is: totp_factors ${asha.id}`,
    );
    expect(await keyIds()).toHaveLength(3);
    await product.query("DELETE FROM totp_factors WHERE user_id = $1", [asha.id]);
    await rotate({ pause: instantly });
    expect(await keyIds()).toHaveLength(2);
  });

  it("runs once at a time", async () => {
    const isOver = Promise.withResolvers<void>();
    const first = rotate({ pause: () => isOver.promise });
    await vi.waitFor(() => expect(lines).toContain("waiting until every process knows it"), { timeout: 60_000 });
    await expect(rotate()).rejects.toThrow("another key rotation is running");
    isOver.resolve();
    await first;
    await sleep(LOOK_MS);
  });
});

describe("a new master key", () => {
  it("wraps the keys; the running product continues, and the next start needs the new one", async () => {
    const before = await credentials();
    await rotate({ newMasterKey: new Secret(newMaster) });
    expect(await credentials()).toEqual(before);
    clock.advance(MINUTE_MS);
    await connect(await credentials());
    await expect(startTestProduct({ beside: product, role: "worker" })).rejects.toThrow(
      "the master key is not the one",
    );
    const next = await startTestProduct({ beside: product, role: "api", clock, env: { MASTER_KEY: newMaster } });
    expect((await next.send("GET", "/angelone/credentials", { as: here })).json()).toEqual(before);
    await next.close();
  });

  it("is detected when the rotation command runs again", async () => {
    const ids = await keyIds();
    await rotate({ newMasterKey: new Secret(newMaster) });
    expect(lines).toEqual(["the keys are wrapped by the new master key already"]);
    expect(await keyIds()).toEqual(ids);
    await expect(rotate({ masterKey: new Secret("77".repeat(32)) })).rejects.toThrow("the master key is not the one");
  });
});

async function signInAgain(password: string): Promise<TestSession> {
  clock.advance(MINUTE_MS);
  const code = appCode(secret, clock.now());
  const reply = await product.send("POST", "/auth/login", { body: { email: asha.email, password, totp: code } });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
  return { cookie, token: cookie.slice(cookie.indexOf("=") + 1) };
}
