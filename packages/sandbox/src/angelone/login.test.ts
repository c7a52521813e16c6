import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { totpAt } from "../broker/totp.ts";
import { at, TUESDAY } from "../exchange/exchange-fixture.ts";
import {
  type AngelWorld,
  anAngelWorld,
  bodyOf,
  headersOf,
  LOGIN,
  ORDER,
  RENEW,
  SECURE,
  type Tokens,
} from "./angelone-fixture.ts";

const PROFILE = `${SECURE}/user/v1/getProfile`;
const LOGOUT = `${SECURE}/user/v1/logout`;

let world: AngelWorld;
beforeEach(() => {
  world = anAngelWorld();
});

const credentials = (change: Readonly<Record<string, unknown>> = {}) => {
  const { id, pin, totpSecret } = world.bela;
  return { clientcode: id, password: pin, totp: totpAt(totpSecret, world.now().human), ...change };
};
const login = (change: Readonly<Record<string, unknown>> = {}) =>
  world.call<Tokens & { state?: string }>("POST", LOGIN, credentials(change), { headers: headersOf(world.bela) });
const profile = (tokens: Tokens) => world.call("GET", PROFILE, {}, { headers: world.as(tokens) });
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());

describe("a login by PIN and TOTP", () => {
  it("returns three tokens without `Bearer`, and the given state", () => {
    const reply = login({ state: "live" });
    expect(reply).toEqual({
      status: true,
      message: "SUCCESS",
      errorcode: "",
      data: {
        jwtToken: expect.stringMatching(/^eyJ/),
        refreshToken: expect.stringMatching(/^eyJ/),
        feedToken: expect.stringMatching(/^eyJ/),
        state: "live",
      },
    });
    expect(login().data).not.toHaveProperty("state");
    expect(claimsOf(reply.data.jwtToken)).toMatchObject({
      username: world.bela.id,
      exp: at("00:00", TUESDAY) / 1_000,
    });
  });

  it.each([
    ["a wrong TOTP", { totp: "000000" }, "AB1050", "Invalid totp"],
    ["no TOTP", { totp: undefined }, "AB1050", "Invalid totp"],
    ["a wrong PIN", { password: "none" }, "AB1007", "Invalid login id or password"],
    ["an unknown client", { clientcode: "NOSUCH" }, "AB1007", "Invalid login id or password"],
  ])("refuses %s", (_, change, errorcode, message) => {
    expect(login(change)).toEqual({ status: false, message, errorcode, data: null });
  });

  it("accepts the code of the previous and next step only", () => {
    const codeAt = (shift: number) => totpAt(world.bela.totpSecret, later(world.now().human, shift));
    expect(login({ totp: codeAt(-29 * SECOND_MS) }).status).toBe(true);
    expect(login({ totp: codeAt(-90 * SECOND_MS) }).status).toBe(false);
  });

  it("requires a registered application and the user type USER", () => {
    const stranger = { "x-usertype": "USER", "x-privatekey": "unknown" };
    expect(world.call("POST", LOGIN, credentials(), { headers: stranger })).toEqual({
      success: false,
      message: "Invalid API Key",
      errorCode: "AG8004",
      data: "",
    });
    const { "x-usertype": _, ...untyped } = headersOf(world.bela);
    expect(world.call("POST", LOGIN, credentials(), { headers: untyped }).errorcode).toBe("AB1005");
  });
});

describe("a session", () => {
  it("returns the profile, also for a bare token and a body on GET", () => {
    const tokens = world.login();
    const expected = { clientcode: world.bela.id, mobileno: world.bela.mobile, exchanges: ["nse_cm"] };
    expect(profile(tokens).data).toMatchObject(expected);
    const bare = { ...world.as(tokens), authorization: tokens.jwtToken };
    expect(world.call("GET", PROFILE, null, { headers: bare }).data).toMatchObject(expected);
  });

  it("ends at midnight of the market clock, not a millisecond before", () => {
    const tokens = world.login();
    world.moveTo(at("23:59:59"));
    expect(profile(tokens).status).toBe(true);
    world.moveTo(at("00:00", TUESDAY));
    const reply = world.reply("GET", PROFILE, {}, { headers: world.as(tokens) });
    expect([reply.status, bodyOf(reply)]).toEqual([
      200,
      { success: false, message: "Token Expired", errorCode: "AG8002", data: "" },
    ]);
    expect(profile(world.login()).status).toBe(true);
  });

  it("answers an unknown token in the gateway's format, and refuses a call without one", () => {
    const headers = { ...headersOf(world.bela), authorization: "Bearer nonsense" };
    const unknown = world.reply("GET", PROFILE, {}, { headers });
    expect([unknown.status, bodyOf(unknown)]).toEqual([
      200,
      { success: false, message: "Invalid Token", errorCode: "AG8001", data: "" },
    ]);
    const missing = world.reply("GET", PROFILE, {}, { headers: headersOf(world.bela) });
    expect([missing.status, bodyOf(missing)]).toEqual([403, { message: "Token missing" }]);
  });

  it("belongs to the application that opened it", () => {
    const other = world.open({ id: "B100002" });
    const headers = { ...world.as(world.login()), "x-privatekey": other.app.key };
    expect(world.call("GET", PROFILE, {}, { headers }).errorCode).toBe("AG8004");
  });

  it("is renewed once by its refresh token, and only until midnight", () => {
    const tokens = world.login();
    const renew = (refreshToken: unknown) =>
      world.call<Tokens>("POST", RENEW, { refreshToken }, { headers: world.as(tokens) });
    const renewed = renew(tokens.refreshToken);
    expect(profile(renewed.data).status).toBe(true);
    expect(renew(tokens.refreshToken)).toMatchObject({ status: false, errorcode: "AB8050" });
    expect(renew("nonsense").errorcode).toBe("AB8050");
    expect(renew(undefined)).toMatchObject({ status: false, errorcode: "AB1004" });
    world.moveTo(at("00:00", TUESDAY));
    expect(renew(renewed.data.refreshToken)).toMatchObject({ errorcode: "AB8051", message: "Refresh Token Expired" });
    world.wait(SECOND_MS);
    expect(world.reply("POST", RENEW, { refreshToken: "x" }, { headers: headersOf(world.bela) }).status).toBe(403);
  });

  it("ends with a logout of its client, together with that client's other sessions", () => {
    const [first, second] = [world.login(), world.login()];
    const headers = world.as(first);
    expect(world.call("POST", LOGOUT, { clientcode: "B999999" }, { headers }).status).toBe(false);
    expect(world.call("POST", LOGOUT, { clientcode: world.bela.id }, { headers })).toEqual({
      status: true,
      message: "SUCCESS",
      errorcode: "",
      data: "",
    });
    expect([profile(first), profile(second)].map(({ errorCode }) => errorCode)).toEqual(["AG8001", "AG8001"]);
  });

  it("ends by a fault for one client or for all", () => {
    const other = world.open({ id: "B100002" });
    const [mine, theirs] = [world.login(), world.login(other)];
    const request = { method: "GET", path: PROFILE, query: new URLSearchParams(), body: "", from: "127.0.0.1" };
    expect(world.core.clientOf({ ...request, headers: world.as(mine) })).toBe(world.bela.id);
    world.core.expireSessions(world.bela.id);
    expect(profile(mine).errorCode).toBe("AG8001");
    const their = () => world.call("GET", PROFILE, {}, { headers: world.as(theirs, other) });
    expect(their().status).toBe(true);
    world.core.expireSessions(null);
    expect(their().errorCode).toBe("AG8001");
    expect(world.core.clientOf({ ...request, headers: {} })).toBeNull();
  });
});

describe("the login page", () => {
  const page = (query: string) => world.reply("GET", "/publisher-login", undefined, { query });
  const post = (fields: Readonly<Record<string, string>>) => {
    world.wait(SECOND_MS);
    return world.reply("POST", "/publisher-login", undefined, { raw: new URLSearchParams(fields).toString() });
  };
  const form = () => ({
    api_key: world.bela.app.key,
    state: "s&1",
    clientcode: world.bela.id.toLowerCase(),
    pin: world.bela.pin,
    totp: totpAt(world.bela.totpSecret, world.now().human),
  });

  it("asks for client code, PIN and TOTP on behalf of a registered application", () => {
    const shown = page(`api_key=${world.bela.app.key}&state=s1&redirect_url=http://elsewhere.example`);
    expect(shown.status).toBe(200);
    for (const name of ["clientcode", "pin", "totp"]) expect(shown.body).toContain(`name="${name}"`);
    expect(page("api_key=unknown")).toMatchObject({
      status: 400,
      body: expect.stringContaining("Unknown application"),
    });
  });

  it("redirects to the registered address with valid tokens and the state", () => {
    world.clients.change(world.bela.id, { redirectUrl: "http://app.example/back?from=angel" });
    const { status, headers } = post(form());
    const target = new URL(headers["location"] ?? "");
    expect([status, target.origin, target.searchParams.get("from"), target.searchParams.get("state")]).toEqual([
      302,
      "http://app.example",
      "angel",
      "s&1",
    ]);
    const jwtToken = target.searchParams.get("auth_token") ?? "";
    expect(profile({ jwtToken, refreshToken: "", feedToken: "" }).status).toBe(true);
    expect(target.searchParams.get("feed_token")).toMatch(/^eyJ/);
  });

  it("stays open and shows the error", () => {
    const wrong = post({ ...form(), totp: "000000" });
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining("Invalid totp") });
    expect(wrong.body).toContain(`value="${world.bela.id}"`);
    expect(post({ ...form(), api_key: "unknown" }).status).toBe(400);
  });
});

describe("an unknown route", () => {
  it.each([
    ["GET", "/elsewhere", 404],
    ["GET", `${ORDER}/placeOrder`, 405],
    ["POST", `${ORDER}/getOrderBook`, 405],
    ["DELETE", LOGIN, 405],
    ["POST", `${ORDER}/details/x`, 405],
  ])("%s %s answers %d without a throw", (method, path, status) => {
    const reply = world.reply(method, path);
    expect([reply.status, bodyOf(reply).success]).toEqual([status, false]);
  });
});
