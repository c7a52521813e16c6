import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  cookieOf,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase, tablesWith } from "../../testing/traces.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let asha: TestUser;
let here: TestSession;
let account: BrokerAccount;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  account = await desk.newAccount("zerodha");
});
afterAll(() => product.close());

const form = (change: object = {}) => ({
  api_key: account.api_key,
  api_secret: account.api_secret,
  user_name: account.client_id,
  ...change,
});
const save = (body: object = form(), as = here) => product.send("POST", "/zerodha/credentials", { as, body });
const status = async (as = here) => (await product.send("GET", "/zerodha/status", { as })).json();
const complete = (pasted: string, as = here) =>
  product.send("POST", "/zerodha/login", { as, body: { request_token: pasted } });

/** Valid in form, but not issued by Kite. */
const NO_TOKEN = "0".repeat(32);

const storedLinks = () => product.query("SELECT * FROM broker_links WHERE user_id = $1", [asha.id]);

async function connect(as = here): Promise<void> {
  const { login_url } = (await save(form(), as)).json();
  const landed = await desk.logInByPage(login_url, account);
  const completed = await complete(landed, as);
  expect(completed.json()).toEqual({ message: "Successfully connected to Zerodha!" });
}

describe("linking a Zerodha account", () => {
  it("[B7.3] [B3.6] Zerodha is not connected before anything is stored", async () => {
    expect(await status()).toEqual({
      connected: false,
      user_id: null,
      user_name: null,
      user_type: null,
      email: null,
      last_api_call: null,
      credentials: null,
      redirect_url: expect.stringMatching(/\/connect\/zerodha$/),
      session_until: null,
      last_error: null,
      pending: null,
    });
  });

  it("[B3.7] [B7.24] [B7.25] Zerodha connects from saved credentials through Kite's own page", async () => {
    const saved = await save();
    expect(saved.json()).toEqual({
      message: "Zerodha credentials saved! Please complete the login process.",
      login_url: expect.stringContaining("/connect/login?"),
    });
    const landed = await desk.logInByPage(saved.json().login_url, account);
    expect(new URL(landed).pathname).toBe("/connect/zerodha");
    expect((await complete(landed)).statusCode).toBe(200);
    expect(await status()).toMatchObject({
      connected: true,
      user_id: account.client_id,
      user_name: account.name,
      credentials: { user_name: account.client_id, max_daily_trades: 50, risk_management_enabled: true },
    });
    expect(await auditKindsOf(product, asha.id)).toEqual(
      expect.arrayContaining(["broker_credentials", "broker_connected"]),
    );
  });

  it("a Zerodha login completes once, by the returned state in the browser that began it, without a session", async () => {
    const saved = await save();
    const landed = new URL(await desk.logInByPage(saved.json().login_url, account));
    const body = { grant: landed.href, state: landed.searchParams.get("state") };
    const headers = { cookie: cookieOf(saved, "login_zerodha") };
    const finish = (caller: object) => product.send("POST", "/connect/zerodha/complete", { body, ...caller });
    expect((await finish({})).json().code).toBe("login_unknown");
    const first = await finish({ headers });
    expect(first.statusCode).toBe(200);
    expect((await finish({ headers })).json().code).toBe("login_unknown");
    expect(await status()).toMatchObject({ connected: true });
  });

  it("a forged Kite token is refused with the broker's message, and the link stays disconnected", async () => {
    await save();
    const reply = await complete(NO_TOKEN);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: "broker_refused", detail: expect.stringMatching(/\S/) });
    expect(await status()).toMatchObject({ connected: false, user_id: account.client_id });
  });

  it("refuses a Zerodha login of another client", async () => {
    const stranger = await desk.newAccount("zerodha");
    const { login_url } = (await save(form({ user_name: stranger.client_id }))).json();
    const landed = await desk.logInByPage(login_url, account);
    const reply = await complete(landed);
    expect(reply.json()).toMatchObject({ code: "broker_refused", detail: expect.stringMatching(/another client/) });
    expect(await status()).toMatchObject({ connected: false });
  });
});

describe("the stored API secret of Zerodha", () => {
  it("a stored secret is shown as a mask, and a mask sent back keeps it", async () => {
    await save();
    const { credentials } = await status();
    expect(credentials.api_secret).toBe(`••••••••${account.api_secret.slice(-4)}`);
    expect(credentials.api_key).not.toContain(account.api_key.slice(0, 8));
    const saved = await save({ ...credentials, max_daily_trades: 7 });
    const landed = await desk.logInByPage(saved.json().login_url, account);
    expect((await complete(landed)).statusCode).toBe(200);
    expect(await status()).toMatchObject({ connected: true, credentials: { max_daily_trades: 7 } });
  });

  it("asks for the secret again when the mask does not match", async () => {
    const reply = await save(form({ api_secret: "••••••••abcd" }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toMatch(/again/);
    expect(await status()).toMatchObject({ credentials: null });
  });

  it("a stored secret is never in clear text in the database, neither waiting nor connected", async () => {
    const hunt = async () => {
      const dump = await dumpDatabase(product);
      for (const secret of [account.api_key, account.api_secret, account.totp_secret, account.password]) {
        const bytes = Buffer.from(secret);
        for (const shape of [secret, bytes.toString("base64"), bytes.toString("hex"), encodeURIComponent(secret)])
          expect(tablesWith(dump, shape)).toEqual([]);
      }
    };
    await save();
    await hunt();
    await connect();
    await hunt();
    for (const secret of [account.api_key, account.api_secret]) expect(product.log.join("\n")).not.toContain(secret);
  });

  it("[B7.26] a stored secret stays after a disconnect", async () => {
    await connect();
    const reply = await product.send("POST", "/zerodha/disconnect", { as: here, body: {} });
    expect(reply.json()).toEqual({
      message: "Disconnected from Zerodha. Your API credentials have been preserved.",
    });
    expect(await status()).toMatchObject({ connected: false, credentials: { user_name: account.client_id } });
  });

  it("[B7.27] [B3.6] deletes a stored secret on request, and the defaults return", async () => {
    await save(form({ max_daily_trades: 3, auto_trading_enabled: true, risk_management_enabled: false }));
    const reply = await product.send("DELETE", "/zerodha/credentials", { as: here });
    expect(reply.json()).toEqual({ message: "Zerodha credentials deleted completely" });
    expect(await status()).toMatchObject({ credentials: null });
    await save();
    expect((await status()).credentials).toMatchObject({
      auto_trading_enabled: false,
      max_daily_trades: 50,
      risk_management_enabled: true,
    });
  });

  it("[B2.22] [B4.10] Reconnect always opens a login, and the connected link stays until it succeeds", async () => {
    await connect();
    const before = await storedLinks();
    const again = (await save((await status()).credentials)).json();
    expect(again.login_url).toContain("/connect/login?");
    expect(await storedLinks()).toEqual(before);
    clock.advance(MINUTE_MS);
    expect((await complete(await desk.logInByPage(again.login_url, account))).statusCode).toBe(200);
    expect(await status()).toMatchObject({ connected: true, pending: null });
  });

  it("[B4.10] changed settings of an open connection need no login and are not limited", async () => {
    await connect();
    const { credentials } = await status();
    for (let trades = 1; trades <= 20; trades += 1) {
      const reply = await save({ ...credentials, max_daily_trades: trades, auto_trading_enabled: true });
      expect(reply.json()).toEqual({ message: "Zerodha credentials saved successfully" });
    }
    expect(await status()).toMatchObject({
      connected: true,
      credentials: { max_daily_trades: 20, auto_trading_enabled: true },
    });
  });

  it("[B2.20] another application waits beside the connected one, also after a reload, until its login succeeds", async () => {
    await connect();
    const before = await storedLinks();
    const stranger = await desk.newAccount("zerodha");
    const { login_url } = (
      await save({ api_key: stranger.api_key, api_secret: stranger.api_secret, user_name: stranger.client_id })
    ).json();
    expect(await storedLinks()).toEqual(before);
    expect(await status()).toMatchObject({
      connected: true,
      user_id: account.client_id,
      credentials: { user_name: account.client_id },
      pending: { client_id: stranger.client_id, since: expect.any(String) },
    });
    expect((await complete(NO_TOKEN)).json().code).toBe("broker_refused");
    expect(await storedLinks()).toEqual(before);
    expect(await status()).toMatchObject({ connected: true, last_error: { code: "broker_refused" } });
    expect((await complete(await desk.logInByPage(login_url, stranger))).statusCode).toBe(200);
    expect(await status()).toMatchObject({
      connected: true,
      user_id: stranger.client_id,
      pending: null,
      last_error: null,
    });
  });

  it("a reload in Pending Auth shows the waiting credentials, and a failed login its reason", async () => {
    await save();
    expect(await status()).toMatchObject({
      connected: false,
      credentials: { user_name: account.client_id },
      pending: { client_id: account.client_id },
      last_error: null,
    });
    await complete(NO_TOKEN);
    expect((await status()).last_error).toMatchObject({ code: "broker_refused", detail: expect.stringMatching(/\S/) });
    await save();
    expect(await status()).toMatchObject({ last_error: null });
  });

  it("after two saves, both windows' logins are valid", async () => {
    const first = (await save()).json().login_url;
    await save();
    expect((await complete(await desk.logInByPage(first, account))).statusCode).toBe(200);
    expect(await status()).toMatchObject({ connected: true, pending: null });
  });

  it("a login that began with replaced credentials cannot finish with the new ones", async () => {
    const first = (await save()).json().login_url;
    await save(form({ api_secret: "another-secret-0" }));
    expect((await complete(await desk.logInByPage(first, account))).json().code).toBe("login_unknown");
    expect(await status()).toMatchObject({ connected: false, pending: { client_id: account.client_id } });
  });

  it("[B2.21] a Zerodha session ends at 6:00 on the market clock, and the page shows it", async () => {
    await connect();
    const { session_until } = await status();
    expect(session_until).toBe("2026-11-17T00:30:00.000Z");
    await desk.setClock("2026-11-17T05:59:00+05:30");
    expect(await status()).toMatchObject({ connected: true });
    await desk.setClock("2026-11-17T06:00:00+05:30");
    expect(await status()).toMatchObject({ connected: false, session_until: null });
  });
});

describe("a failure at Zerodha", () => {
  const fault = (kind: string) =>
    product.send("POST", "/sandbox/faults", { body: { target: "zerodha", kind, on: "login" } });

  it.each(["http500", "drop-before-accept", "drop-after-accept"])(
    "%s is reported as a broker that does not answer",
    async (kind) => {
      const { login_url } = (await save()).json();
      const landed = await desk.logInByPage(login_url, account);
      await fault(kind);
      const reply = await complete(landed);
      expect(reply.json().code).toBe("broker_unavailable");
      expect(await status()).toMatchObject({ connected: false });
      await product.send("DELETE", "/sandbox/faults");
    },
  );

  it("refuses too many logins of one user before the broker locks the account", async () => {
    const replies = [];
    for (let n = 0; n < 14; n++) replies.push(await save());
    expect(replies.at(-1)?.statusCode).toBe(429);
    expect(replies.at(-1)?.json().detail).toBe("Too many attempts. Try again in 1 minute.");
    expect(replies.at(-1)?.headers["retry-after"]).toBe("50");
  });
});
