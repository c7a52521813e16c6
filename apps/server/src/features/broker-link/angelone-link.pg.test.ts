import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import { type BrokerAccount, type BrokerDesk, createBrokerDesk } from "../../testing/broker-desk.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerDesk;
let here: TestSession;
let account: BrokerAccount;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerDesk(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  here = await product.signIn(await product.makeUser());
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
const status = async (as = here) => (await product.send("GET", "/angelone/status", { as })).json();

describe("linking an Angel One account", () => {
  it("[B7.21] [B3.5] connects with the authenticator's secret and shows whose account it is", async () => {
    expect((await connect()).json()).toEqual({ message: "Successfully connected to Angel One!" });
    expect(await status()).toMatchObject({
      is_connected: true,
      profile: { clientcode: account.client_id, name: account.name },
      credentials: { username: account.client_id, password: "••••" },
      refresh_token: expect.stringMatching(/^\S{20,}$/),
    });
  });

  it("[B2.17] connects with a code that is shown right now, and does not keep it", async () => {
    const code = appCode(account.totp_secret, clock.now());
    expect((await connect(form({ totp_token: code }))).statusCode).toBe(200);
    const { is_connected, credentials } = await status();
    expect({ is_connected, totp: credentials.totp_token }).toEqual({ is_connected: true, totp: "" });
  });

  it("tells a wrong PIN and a wrong code in the broker's words, and stays disconnected", async () => {
    const wrongPin = account.pin === "0000" ? "1111" : "0000";
    // One login a second is all that the broker takes.
    const refusals = [await connect(form({ password: wrongPin }))];
    clock.advance(2 * SECOND_MS);
    refusals.push(await connect(form({ totp_token: "000000" })));
    for (const reply of refusals) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json().code).toBe("broker_refused");
      expect(reply.json().detail).toMatch(/\S/);
    }
    expect(await status()).toMatchObject({ is_connected: false, profile: null, refresh_token: null });
  });

  it("[B5.5] wants all four fields and at most four digits of PIN", async () => {
    for (const name of ["api_key", "username", "password", "totp_token"]) {
      const reply = await connect(form({ [name]: "" }));
      expect([name, reply.statusCode]).toEqual([name, 400]);
    }
    expect((await connect(form({ password: "12345" }))).json().detail).toMatch(/4 digits/);
    expect(await status()).toMatchObject({ credentials: null });
  });

  it("[B7.23] renews by the handle, which is not the broker's own token", async () => {
    await connect();
    const { refresh_token } = await status();
    const renewed = await product.send("POST", "/angelone/refresh", { as: here, body: { refresh_token } });
    expect(renewed.json()).toEqual({
      message: "Angel One tokens refreshed successfully",
      refresh_token: expect.not.stringMatching(refresh_token),
    });
    const again = await product.send("POST", "/angelone/refresh", { as: here, body: { refresh_token } });
    expect(again.statusCode).toBe(404);
    expect(await status()).toMatchObject({ is_connected: true, refresh_token: renewed.json().refresh_token });
  });

  it("[B7.22] [B4.9] disconnects, keeps what was typed, and connects again with the masks", async () => {
    await connect();
    const reply = await product.send("DELETE", "/angelone/disconnect", { as: here });
    expect(reply.json()).toEqual({ message: "Successfully disconnected from Angel One" });
    expect(await status()).toMatchObject({ is_connected: false, profile: null });
    const stored = (await product.send("GET", "/angelone/credentials", { as: here })).json();
    expect(stored.api_key).not.toBe(account.api_key);
    clock.advance(MINUTE_MS);
    expect((await connect(stored)).statusCode).toBe(200);
    expect(await status()).toMatchObject({ is_connected: true });
  });

  it("has nothing to fetch before anything is stored", async () => {
    const reply = await product.send("GET", "/angelone/credentials", { as: here });
    expect([reply.statusCode, reply.json().code]).toEqual([404, "not_stored"]);
  });

  it("ends at midnight on the market clock", async () => {
    await connect();
    await desk.setClock("2026-11-16T23:59:00+05:30");
    expect(await status()).toMatchObject({ is_connected: true });
    await desk.setClock("2026-11-17T00:00:01+05:30");
    expect(await status()).toMatchObject({ is_connected: false, refresh_token: null });
  });
});
