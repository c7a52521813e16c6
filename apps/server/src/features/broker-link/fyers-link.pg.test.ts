import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let here: TestSession;
let account: BrokerAccount;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  here = await product.signIn(await product.makeUser());
  account = await desk.newAccount("fyers");
});
afterAll(() => product.close());

const form = (change: object = {}) => {
  const [appId, appType] = account.api_key.split("-");
  return {
    FY_ID: account.client_id,
    APP_ID: appId,
    APP_TYPE: appType,
    PIN: account.pin,
    TOTP_KEY: account.totp_secret,
    SECRET_KEY: account.api_secret,
    ...change,
  };
};
const send = (path: string, body: object, as = here) => product.send("POST", path, { as, body });
const status = async (as = here) => (await product.send("GET", "/fyers/status", { as })).json();

describe("linking a Fyers account", () => {
  it("[B3.4] [B2.13] Fyers starts with an empty form, type 100 and the address to register", async () => {
    expect(await status()).toEqual({
      is_connected: false,
      app_status: "Inactive",
      credentials: {
        FY_ID: "",
        APP_ID: "",
        APP_TYPE: "100",
        PIN: "",
        TOTP_KEY: "",
        REDIRECT_URI: expect.stringMatching(/\/connect\/fyers$/),
        SECRET_KEY: "",
      },
      last_updated: null,
      session_until: null,
      last_error: null,
      pending: null,
    });
  });

  it("[B7.18] [B7.20] a Fyers login uses Fyers' own page and accepts the whole redirected address", async () => {
    const begun = await send("/fyers/connect", form());
    const { auth_url, request_id } = begun.json();
    const landed = await desk.logInByPage(auth_url, account);
    expect(new URL(landed).searchParams.get("state")).toBe(request_id);
    const completed = await send("/fyers/callback", { code: landed, state: request_id });
    expect(completed.json()).toEqual({ message: "Successfully connected to Fyers" });
    expect(await status()).toMatchObject({
      is_connected: true,
      app_status: "Active",
      credentials: { FY_ID: account.client_id, PIN: "••••" },
    });
  });

  it("a Fyers login accepts the code alone, and a retry after a typing error", async () => {
    const { auth_url, request_id } = (await send("/fyers/connect", form())).json();
    const code = new URL(await desk.logInByPage(auth_url, account)).searchParams.get("auth_code") ?? "";
    expect((await send("/fyers/callback", { code: "nonsense", state: request_id })).statusCode).toBe(400);
    expect((await send("/fyers/callback", { code, state: request_id })).statusCode).toBe(200);
    expect((await send("/fyers/callback", { code, state: request_id })).json().code).toBe("login_unknown");
  });

  it("refuses another user's Fyers login", async () => {
    const { auth_url, request_id } = (await send("/fyers/connect", form())).json();
    const landed = await desk.logInByPage(auth_url, account);
    const other = await product.signIn(await product.makeUser());
    expect((await send("/fyers/callback", { code: landed, state: request_id }, other)).json().code).toBe(
      "login_unknown",
    );
    expect(await status(other)).toMatchObject({ is_connected: false });
  });

  it("[B7.19] Fyers connects unattended with PIN and TOTP", async () => {
    const reply = await send("/fyers/connect-auto", form());
    expect(reply.json()).toEqual({ message: "Successfully connected to Fyers automatically!" });
    expect(await status()).toMatchObject({ is_connected: true, app_status: "Active" });
  });

  it.each([
    ["PIN", "0001"],
    ["TOTP_KEY", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"],
    ["SECRET_KEY", "not-the-secret"],
  ])("a Fyers login refuses a wrong %s", async (name, wrong) => {
    const reply = await send("/fyers/connect-auto", form({ [name]: wrong }));
    expect([reply.statusCode, reply.json().code]).toEqual([400, "broker_refused"]);
    expect(await status()).toMatchObject({ is_connected: false });
  });

  it("[B5.4] Fyers requires all six fields", async () => {
    for (const name of ["FY_ID", "APP_ID", "APP_TYPE", "PIN", "TOTP_KEY", "SECRET_KEY"]) {
      const reply = await send("/fyers/connect", form({ [name]: " " }));
      expect([name, reply.statusCode]).toEqual([name, 400]);
    }
  });

  it("[B2.12] a failed manual Fyers login does not change the connected account", async () => {
    await send("/fyers/connect-auto", form());
    const shown = await status();
    clock.advance(MINUTE_MS);
    const { request_id } = (await send("/fyers/connect", form({ SECRET_KEY: "mistyped-secret" }))).json();
    expect(
      (
        await send("/fyers/callback", {
          code: `${"a".repeat(30)}.${"b".repeat(60)}.${"c".repeat(30)}`,
          state: request_id,
        })
      ).statusCode,
    ).toBe(400);
    const { pending, last_error, ...rest } = await status();
    expect(rest).toEqual(Object.fromEntries(Object.entries(shown).filter(([name]) => name in rest)));
    expect([pending.client_id, last_error.code]).toEqual([account.client_id, "broker_refused"]);
    expect((await send("/fyers/connect-auto", { ...shown.credentials, REDIRECT_URI: undefined })).statusCode).toBe(200);
    expect(await status()).toMatchObject({ is_connected: true, pending: null, last_error: null });
  });

  it("disconnects Fyers once, also when asked twice, and deletes the stored credentials", async () => {
    await send("/fyers/connect-auto", form());
    expect((await send("/fyers/disconnect", {})).json()).toEqual({ message: "Successfully disconnected from Fyers" });
    expect((await send("/fyers/disconnect", {})).json()).toEqual({ message: "Fyers is not connected" });
    expect(await status()).toMatchObject({ is_connected: false, app_status: "Active" });
    const gone = await product.send("DELETE", "/fyers/credentials", { as: here });
    expect(gone.json()).toEqual({ message: "Fyers credentials deleted completely" });
    expect(await status()).toMatchObject({ app_status: "Inactive", credentials: { FY_ID: "", PIN: "" } });
  });

  it("disconnecting Fyers keeps the application active", async () => {
    await send("/fyers/connect-auto", form());
    expect((await product.send("DELETE", "/fyers/disconnect", { as: here })).statusCode).toBe(200);
    expect(await status()).toMatchObject({ is_connected: false, app_status: "Active" });
  });
});
