import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";

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
  account = await desk.newAccount("angelone");
});
afterAll(() => product.close());

const form = (change: object = {}) => ({
  api_key: account.api_key,
  username: account.client_id,
  password: account.pin,
  totp_token: account.totp_secret,
  ...change,
});
const connect = (body: object = form(), as = here) => product.send("POST", "/angelone/connect", { as, body });
const renew = (refresh_token: string) =>
  product.send("POST", "/angelone/refresh", { as: here, body: { refresh_token } });
const storedLinks = () => product.query("SELECT * FROM broker_links WHERE user_id = $1", [asha.id]);
const fault = (kind: string) =>
  product.send("POST", "/sandbox/faults", { body: { target: "angelone", kind, on: "any", count: 100 } });
const status = async (as = here) => (await product.send("GET", "/angelone/status", { as })).json();

describe("linking an Angel One account", () => {
  it("[B7.21] [B3.5] Angel One connects with the authenticator's secret and shows the account", async () => {
    expect((await connect()).json()).toEqual({ message: "Successfully connected to Angel One!" });
    expect(await status()).toMatchObject({
      is_connected: true,
      profile: { clientcode: account.client_id, name: account.name },
      credentials: { username: account.client_id, password: "••••" },
      refresh_token: expect.stringMatching(/^\S{20,}$/),
    });
  });

  it("[B2.17] Angel One connects with a current code, and does not store it", async () => {
    const code = appCode(account.totp_secret, clock.now());
    expect((await connect(form({ totp_token: code }))).statusCode).toBe(200);
    const { is_connected, credentials } = await status();
    expect({ is_connected, totp: credentials.totp_token }).toEqual({ is_connected: true, totp: "" });
  });

  it("[B2.17] a typed code keeps the secret for tomorrow's login", async () => {
    await connect();
    clock.advance(MINUTE_MS);
    const code = appCode(account.totp_secret, clock.now());
    expect((await connect(form({ totp_token: code }))).statusCode).toBe(200);
    expect((await status()).credentials.totp_token).toMatch(/^•+\w{4}$/);
  });

  it("Angel One's message about a wrong PIN or code is shown, and the link stays disconnected", async () => {
    const wrongPin = account.pin === "0000" ? "1111" : "0000";
    // The broker accepts one login a second.
    const refusals = [await connect(form({ password: wrongPin }))];
    clock.advance(2 * SECOND_MS);
    refusals.push(await connect(form({ totp_token: "000000" })));
    for (const reply of refusals) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json().code).toBe("broker_refused");
      expect(reply.json().detail).toMatch(/\S/);
    }
    expect(await status()).toMatchObject({
      is_connected: false,
      profile: null,
      refresh_token: null,
      credentials: null,
    });
    expect(await storedLinks()).toEqual([]);
  });

  it("[B7.21] [B4.9] [B2.16] a refused Angel One login does not change a connected link", async () => {
    await connect();
    const [before, shown] = [await storedLinks(), await status()];
    const wrongPin = account.pin === "0000" ? "1111" : "0000";
    for (const change of [{ api_key: "another-key-0000" }, { password: wrongPin }, { username: "NOBODY1" }]) {
      clock.advance(MINUTE_MS);
      expect((await connect(form(change))).json().code).toBe("broker_refused");
    }
    await fault("http500");
    clock.advance(MINUTE_MS);
    expect((await connect(form({ api_key: "another-key-0000" }))).json().code).toBe("broker_unavailable");
    await product.send("DELETE", "/sandbox/faults");
    expect(await storedLinks()).toEqual(before);
    expect(await status()).toEqual(shown);
    expect((await renew(shown.refresh_token)).statusCode).toBe(200);
  });

  it("[B4.9] Reconnect logs in to Angel One again with the masked credentials", async () => {
    await connect();
    const { credentials, refresh_token } = await status();
    clock.advance(MINUTE_MS);
    expect((await connect(credentials)).statusCode).toBe(200);
    expect((await status()).refresh_token).not.toBe(refresh_token);
  });

  it("explains an invalid TOTP secret before calling the broker", async () => {
    const reply = await connect(form({ totp_token: "not a secret: 189" }));
    expect([reply.statusCode, reply.json().code]).toEqual([400, "invalid_input"]);
    expect(reply.json().detail).toMatch(/letters A to Z and the digits 2 to 7/);
  });

  it("[B5.5] Angel One requires all four fields and at most four digits of PIN", async () => {
    for (const name of ["api_key", "username", "password", "totp_token"]) {
      const reply = await connect(form({ [name]: "" }));
      expect([name, reply.statusCode]).toEqual([name, 400]);
    }
    expect((await connect(form({ password: "12345" }))).json().detail).toMatch(/4 digits/);
    expect(await status()).toMatchObject({ credentials: null });
  });

  it("[B7.23] an Angel One session renews with the handle, which is not the broker's token", async () => {
    await connect();
    const { refresh_token } = await status();
    const renewed = await renew(refresh_token);
    expect(renewed.json()).toEqual({
      message: "Angel One tokens refreshed successfully",
      refresh_token: expect.not.stringMatching(refresh_token),
    });
    expect(await status()).toMatchObject({ is_connected: true, refresh_token: renewed.json().refresh_token });
  });

  it("[B7.23] refuses the outdated handle of a second tab, and the Angel One session continues", async () => {
    await connect();
    const { refresh_token } = await status();
    const replies = await Promise.all([1, 2, 3, 4].map(() => renew(refresh_token)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const late = replies.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toEqual({ code: "handle_old", detail: expect.stringMatching(/out of date/) });
    expect(await status()).toMatchObject({ is_connected: true, last_error: null });
  });

  it("[B7.23] an outage of Angel One keeps the session and the handle", async () => {
    await connect();
    const { refresh_token } = await status();
    await fault("http500");
    expect((await renew(refresh_token)).json().code).toBe("broker_unavailable");
    await product.send("DELETE", "/sandbox/faults");
    expect(await status()).toMatchObject({ is_connected: true, refresh_token });
    clock.advance(MINUTE_MS);
    expect((await renew(refresh_token)).statusCode).toBe(200);
  });

  it("[B7.23] a refresh token refused by Angel One ends the session, with the reason", async () => {
    await connect();
    const { refresh_token } = await status();
    await fault("expire-session");
    expect((await renew(refresh_token)).json().code).toBe("broker_refused");
    await product.send("DELETE", "/sandbox/faults");
    expect(await status()).toMatchObject({
      is_connected: false,
      refresh_token: null,
      session_until: null,
      last_error: { code: "session_expired", detail: expect.stringMatching(/ended this session/) },
    });
    expect((await renew(refresh_token)).json()).toMatchObject({ code: "not_connected" });
    clock.advance(MINUTE_MS);
    await connect();
    expect(await status()).toMatchObject({ is_connected: true, last_error: null });
  });

  it("[B7.22] [B4.9] disconnecting Angel One keeps the credentials, and the masks connect again", async () => {
    await connect();
    const reply = await product.send("DELETE", "/angelone/disconnect", { as: here });
    expect(reply.json()).toEqual({ message: "Successfully disconnected from Angel One" });
    const again = await product.send("DELETE", "/angelone/disconnect", { as: here });
    expect(again.json()).toEqual({ message: "Angel One is not connected" });
    expect(await status()).toMatchObject({ is_connected: false, profile: null });
    const stored = (await product.send("GET", "/angelone/credentials", { as: here })).json();
    expect(stored.api_key).not.toBe(account.api_key);
    clock.advance(MINUTE_MS);
    expect((await connect(stored)).statusCode).toBe(200);
    expect(await status()).toMatchObject({ is_connected: true });
  });

  it("deletes Angel One's stored credentials on request, and frees the account", async () => {
    await connect();
    const reply = await product.send("DELETE", "/angelone/credentials", { as: here });
    expect(reply.json()).toEqual({ message: "Angel One credentials deleted completely" });
    expect(await status()).toMatchObject({ is_connected: false, credentials: null, last_updated: null });
    expect(await storedLinks()).toEqual([]);
    expect((await product.send("DELETE", "/angelone/credentials", { as: here })).statusCode).toBe(200);
  });

  it("an Angel One account without a link has no data to fetch", async () => {
    const reply = await product.send("GET", "/angelone/credentials", { as: here });
    expect([reply.statusCode, reply.json().code]).toEqual([404, "not_stored"]);
  });

  it("an Angel One session ends at midnight on the market clock", async () => {
    await connect();
    await desk.setClock("2026-11-16T23:59:00+05:30");
    expect(await status()).toMatchObject({ is_connected: true });
    await desk.setClock("2026-11-17T00:00:01+05:30");
    expect(await status()).toMatchObject({ is_connected: false, refresh_token: null });
  });
});
