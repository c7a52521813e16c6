import { epochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { totpAt } from "../broker/totp.ts";
import { anExchange, at, TUESDAY } from "../exchange/exchange-fixture.ts";
import { createFyers } from "./fyers.ts";
import {
  aBench,
  aRequest,
  ask,
  authCode,
  type Bench,
  dial,
  type Json,
  logIn,
  parse,
  REDIRECT,
} from "./fyers-fixture.ts";
import { appIdHash } from "./login-steps.ts";

const PAGE = "/api/v3/generate-authcode";
const profile = (bench: Bench, authorization?: string) =>
  ask(bench, "GET", "/api/v3/profile", { headers: authorization === undefined ? {} : { authorization } });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

function enter(bench: Bench, change: Record<string, string> = {}) {
  const { charu, moment, core } = bench;
  const form = new URLSearchParams({
    client_id: charu.app.key,
    redirect_uri: REDIRECT,
    response_type: "code",
    state: "s1",
    fy_id: charu.id,
    totp: totpAt(charu.totpSecret, moment.human),
    pin: charu.pin,
    ...change,
  });
  return core.handle(aRequest("POST", PAGE, { body: form.toString() }), moment);
}

describe("the login page", () => {
  it("shows a form for the app's owner and redirects the browser with a grant", () => {
    const bench = aBench();
    const query = `client_id=${bench.charu.app.key}&redirect_uri=${REDIRECT}&response_type=code&state=s1`;
    const page = bench.core.handle(aRequest("GET", `${PAGE}?${query}`), bench.moment);
    expect(page.status).toBe(200);
    expect(String(page.body)).toContain('name="totp"');

    const back = enter(bench);
    const url = new URL(back.headers["location"] ?? "");
    expect([back.status, `${url.origin}${url.pathname}`]).toEqual([302, REDIRECT]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      s: "ok",
      code: "200",
      state: "s1",
      auth_code: expect.stringContaining("."),
    });
    expect(claimsOf(url.searchParams.get("auth_code") ?? "")["sub"]).toBe("auth_code");
  });

  it.each([["totp"], ["pin"], ["fy_id"]])("asks again when %s is wrong", (name) => {
    const again = enter(aBench(), { [name]: "000000" });
    expect(again.status).toBe(401);
    expect(String(again.body)).toContain("is wrong");
  });

  it.each([
    ["client_id", "NOSUCH-100"],
    ["redirect_uri", "https://elsewhere.example/"],
    ["response_type", "token"],
  ])("stays closed when %s is %s", (name, value) => {
    expect(enter(aBench(), { [name]: value }).status).toBe(400);
    const query = new URLSearchParams({ client_id: "x", [name]: value });
    const bench = aBench();
    expect(bench.core.handle(aRequest("GET", `${PAGE}?${query}`), bench.moment).status).toBe(400);
  });
});

describe("the steps without a browser", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it("lead to a grant for one session", () => {
    const bench = aBench();
    const code = authCode(bench);
    const body = { grant_type: "authorization_code", appIdHash: appIdHash(bench.charu), code };
    const opened = ask(bench, "POST", "/api/v3/validate-authcode", { body });
    expect(opened.body).toEqual({
      s: "ok",
      code: 200,
      message: "",
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    expect(ask(bench, "POST", "/api/v3/validate-authcode", { body })).toMatchObject({ status: 401 });
  });

  it("refuse an unknown client, a wrong code, a wrong PIN and steps out of order", () => {
    const bench = aBench();
    const post = (path: string, body: unknown) => ask(bench, "POST", `/vagator/v2/${path}`, { body });
    expect(post("send_login_otp_v2", { fy_id: base64("NOSUCH") }).body["s"]).toBe("error");
    const first = post("send_login_otp", { fy_id: bench.charu.id, app_id: "2" }).body["request_key"];
    expect(post("verify_otp", { request_key: first, otp: "000000" }).status).toBe(400);
    expect(post("verify_pin", { request_key: first, identity_type: "pin", identifier: bench.charu.pin }).status).toBe(
      400,
    );
    const otp = Number(totpAt(bench.charu.totpSecret, bench.moment.human));
    const second = post("verify_otp", { request_key: first, otp }).body["request_key"];
    expect(post("verify_pin", { request_key: second, identity_type: "pin", identifier: "0" }).body["s"]).toBe("error");
    const web = post("verify_pin", { request_key: second, identity_type: "pin", identifier: bench.charu.pin });
    expect(web.body["data"]).toMatchObject({ access_token: expect.any(String) });
    expect(profile(bench, `${bench.charu.app.key}:${(web.body["data"] as Json)["access_token"]}`).status).toBe(401);
  });

  it("answer with 308 and no Location, and check app, type and redirect", () => {
    const bench = aBench();
    const { charu } = bench;
    const token = (change: object, authorization = "Bearer nonsense") => {
      const wanted = { fyers_id: charu.id, app_id: charu.app.key.slice(0, -4), redirect_uri: REDIRECT, appType: "100" };
      return ask(bench, "POST", "/api/v3/token", { body: { ...wanted, ...change }, headers: { authorization } });
    };
    expect(token({}).status).toBe(401);
    const key = ask(bench, "POST", "/vagator/v2/send_login_otp", { body: { fy_id: charu.id } }).body["request_key"];
    const otp = totpAt(charu.totpSecret, bench.moment.human);
    const next = ask(bench, "POST", "/vagator/v2/verify_otp", { body: { request_key: key, otp } }).body["request_key"];
    const pin = { request_key: next, identity_type: "pin", identifier: charu.pin };
    const web = ask(bench, "POST", "/vagator/v2/verify_pin", { body: pin }).body["data"] as Json;
    const bearer = `Bearer ${web["access_token"]}`;
    expect(token({ app_id: "NOSUCH" }, bearer).body["code"]).toBe(-352);
    expect(token({ appType: "102" }, bearer).status).toBe(400);
    expect(token({ redirect_uri: "https://x.example" }, bearer).status).toBe(400);
    const granted = token({}, bearer);
    expect(granted).toMatchObject({ status: 308, body: { s: "ok", code: 308 } });
    expect(granted.headers["location"]).toBeUndefined();
  });

  it("expire a grant after five minutes of the human clock", () => {
    const bench = aBench();
    const code = authCode(bench);
    const body = { grant_type: "authorization_code", appIdHash: appIdHash(bench.charu), code };
    bench.moment = { ...bench.moment, human: epochMs(bench.moment.human + 5 * MINUTE_MS) };
    expect(ask(bench, "POST", "/api/v3/validate-authcode", { body }).status).toBe(401);
  });

  it("check the hash of app id and secret, with the suffix", () => {
    const bench = aBench();
    const { app } = bench.charu;
    const withoutSuffix = appIdHash({ app: { ...app, key: app.key.slice(0, -4) } });
    const body = { grant_type: "authorization_code", appIdHash: withoutSuffix, code: authCode(bench) };
    expect(ask(bench, "POST", "/api/v3/validate-authcode", { body })).toMatchObject({ status: 401 });
    const type = { ...body, grant_type: "password" };
    expect(ask(bench, "POST", "/api/v3/validate-authcode", { body: type }).body["code"]).toBe(-50);
    expect(ask(bench, "POST", "/api/v3/validate-authcode", { body: "{" }).body["code"]).toBe(-50);
    expect(ask(bench, "POST", "/api/v3/validate-refresh-token", { body: {} }).body["s"]).toBe("error");
  });
});

describe("a session", () => {
  it("ends at 06:00 of the market clock, however late it began", () => {
    for (const [start, end] of [
      [at("09:30"), at("06:00", TUESDAY)],
      [at("05:59", TUESDAY), at("06:00", TUESDAY)],
    ] as const) {
      const bench = aBench();
      bench.go(start);
      const authorization = logIn(bench);
      expect(claimsOf(authorization)["exp"]).toBe(end / 1_000);
      bench.go(epochMs(end - 1));
      expect(profile(bench, authorization).status).toBe(200);
      bench.go(end);
      expect(profile(bench, authorization)).toMatchObject({ status: 401, body: { code: -8 } });
    }
  });

  it("distinguishes a missing token, a foreign one and a wrong app", () => {
    const bench = aBench();
    const authorization = logIn(bench);
    expect(profile(bench)).toMatchObject({ status: 401, body: { s: "error", code: -15 } });
    expect(profile(bench, `${bench.charu.app.key}:abc`)).toMatchObject({ status: 401, body: { code: -16 } });
    expect(profile(bench, `${authorization}x`)).toMatchObject({ status: 401, body: { code: -16 } });
    expect(profile(bench, `OTHER-100:${authorization.split(":")[1]}`)).toMatchObject({ body: { code: -352 } });
    expect(profile(bench, authorization).body["data"]).toMatchObject({
      fy_id: "FY00001",
      mobile_number: expect.stringMatching(/^\d\dx{6}\d\d$/),
    });
  });

  it("ends by logout, by its client's id, or with all sessions", () => {
    const bench = aBench();
    const [first, second] = [logIn(bench), logIn(bench)];
    ask(bench, "POST", "/api/v3/logout", { headers: { authorization: first }, body: {} });
    expect(profile(bench, first)).toMatchObject({ status: 401, body: { code: -17 } });
    expect(profile(bench, second).status).toBe(200);

    bench.core.expireSessions("another client");
    expect(profile(bench, second).status).toBe(200);
    bench.core.expireSessions(bench.charu.id);
    expect(profile(bench, second).status).toBe(401);
    const third = logIn(bench);
    expect(profile(bench, third).status).toBe(200);
    bench.core.expireSessions(null);
    expect(profile(bench, third).status).toBe(401);
    expect(bench.core.clientOf(aRequest("GET", "/", { headers: { authorization: third } }))).toBe("FY00001");
    expect(bench.core.clientOf(aRequest("GET", "/"))).toBeNull();
  });

  it("survives a restart of the simulator, but not a reset", () => {
    const bench = aBench(anExchange());
    const authorization = logIn(bench);
    const { hub, clients, faults, moment } = bench;
    const reborn = createFyers({ hub, clients, faults, secret: "test", post: () => undefined });
    const request = aRequest("GET", "/api/v3/profile", { headers: { authorization } });
    expect(reborn.handle(request, moment).status).toBe(200);
    reborn.clear();
    expect(parse(reborn.handle(request, moment)).body["code"]).toBe(-17);
  });

  it("closes both sockets when it ends", () => {
    const bench = aBench();
    const authorization = logIn(bench);
    const orders = dial(bench, "/trade/v3", { authorization });
    const data = dial(bench, "/hsm/v1-5/prod");
    const key = Buffer.from(String(claimsOf(authorization)["hsm_key"]));
    const head = Buffer.from([0, 0, 1, 1, 1, key.length >> 8, key.length & 255]);
    data.line.receive(Buffer.concat([head, key]), bench.moment);
    bench.core.beat(bench.moment);
    expect([orders.peer.closedWith, data.peer.closedWith]).toEqual([null, null]);
    bench.go(at("06:00", TUESDAY));
    bench.core.beat(bench.moment);
    expect([orders.peer.closedWith, data.peer.closedWith]).toEqual([1008, 1008]);
  });
});
