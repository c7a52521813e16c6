import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { totpAt } from "../broker/totp.ts";
import { at, MONDAY, TUESDAY } from "../exchange/exchange-fixture.ts";
import { nextExpiry } from "./sessions.ts";
import { aKiosk, checksum, type Kiosk, refusal, requestTokenFor } from "./zerodha-fixture.ts";

const TOKEN_ERROR = refusal(403, "TokenException", "Incorrect `api_key` or `access_token`.");
const STALE = refusal(403, "TokenException", "Token is invalid or has expired.");

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const alert = (html: string) => /role="alert">([^<]*)</.exec(html)?.[1] ?? null;

function typePassword(kiosk: Kiosk, typed: { user_id?: string; password?: string; redirect_params?: string } = {}) {
  const { anil } = kiosk;
  const form = { v: "3", api_key: anil.app.key, user_id: anil.id, password: anil.password, ...typed };
  return kiosk.call("POST", "/connect/login", { form });
}

function typeCode(kiosk: Kiosk, requestId: string, code: string) {
  const form = { api_key: kiosk.anil.app.key, request_id: requestId, twofa_value: code };
  return kiosk.call("POST", "/connect/twofa", { form });
}

const codeOf = ({ anil, now }: Kiosk) => totpAt(anil.totpSecret, now().human);

const redeem = (kiosk: Kiosk, requestToken: string, change: Record<string, string> = {}) =>
  kiosk.call("POST", "/session/token", {
    form: {
      api_key: kiosk.anil.app.key,
      request_token: requestToken,
      checksum: checksum(kiosk.anil.app.key, requestToken, kiosk.anil.app.secret),
      ...change,
    },
  });

const granted = (kiosk: Kiosk) => requestTokenFor(kiosk.call, kiosk.anil, kiosk.now().human);
const profile = (kiosk: Kiosk, token: string) => kiosk.call("GET", "/user/profile", { token });

describe("the login pages", () => {
  it("redirect a user with password and code to the application", () => {
    const kiosk = aKiosk();
    const first = kiosk.call("GET", `/connect/login?v=3&api_key=${kiosk.anil.app.key}&redirect_params=a%3D1%26b%3D2`);
    expect(first.status).toBe(200);
    expect(first.text).toContain('name="password"');
    const second = typePassword(kiosk, {
      redirect_params: hidden(first.text, "redirect_params").replace("&amp;", "&"),
    });
    expect(second.status).toBe(200);
    const form = {
      api_key: hidden(second.text, "api_key"),
      redirect_params: hidden(second.text, "redirect_params").replace("&amp;", "&"),
      request_id: hidden(second.text, "request_id"),
      twofa_value: codeOf(kiosk),
    };
    const back = kiosk.call("POST", "/connect/twofa", { form });
    expect(back.status).toBe(302);
    const target = new URL(back.headers["location"] ?? "");
    expect(target.origin + target.pathname).toBe("https://app.example/back");
    expect(Object.fromEntries(target.searchParams)).toEqual({
      action: "login",
      type: "login",
      status: "success",
      request_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      a: "1",
      b: "2",
    });
    expect(redeem(kiosk, target.searchParams.get("request_token") ?? "").status).toBe(200);
  });

  it("keep the query of the registered address", () => {
    const kiosk = aKiosk({ anil: { redirectUrl: "https://app.example/back?broker=zerodha" } });
    const page = typePassword(kiosk);
    const back = typeCode(kiosk, hidden(page.text, "request_id"), codeOf(kiosk));
    expect(new URL(back.headers["location"] ?? "").searchParams.get("broker")).toBe("zerodha");
  });

  it("show the error and let the user retry", () => {
    const kiosk = aKiosk();
    const wrong = typePassword(kiosk, { password: "guess" });
    expect([wrong.status, alert(wrong.text)]).toEqual([403, "Invalid username or password."]);
    expect(alert(typePassword(kiosk, { user_id: "ZZ9999" }).text)).toBe("Invalid username or password.");
    const requestId = hidden(typePassword(kiosk).text, "request_id");
    const wrongCode = typeCode(kiosk, requestId, codeOf(kiosk) === "000000" ? "111111" : "000000");
    expect([wrongCode.status, alert(wrongCode.text)]).toEqual([403, "Invalid TOTP."]);
    expect(typeCode(kiosk, requestId, codeOf(kiosk)).status).toBe(302);
    expect(alert(typeCode(kiosk, requestId, codeOf(kiosk)).text)).toBe("Login session is invalid or has expired.");
  });

  it("wait five minutes for the code", () => {
    const kiosk = aKiosk();
    const requestId = hidden(typePassword(kiosk).text, "request_id");
    kiosk.pass(5 * MINUTE_MS);
    expect(alert(typeCode(kiosk, requestId, codeOf(kiosk)).text)).toBe("Login session is invalid or has expired.");
  });

  it("refuse another owner's application, and an unknown one", () => {
    const kiosk = aKiosk();
    const { asha } = kiosk;
    const page = typePassword(kiosk, { user_id: asha.id, password: asha.password });
    expect(alert(page.text)).toBe("The user is not enabled for the app.");
    expect(kiosk.call("GET", "/connect/login?v=3&api_key=nosuch")).toMatchObject(
      refusal(400, "InputException", "Invalid `api_key`."),
    );
    expect(kiosk.call("GET", "/connect/login").status).toBe(400);
  });

  it("escape their input", () => {
    const kiosk = aKiosk();
    const page = kiosk.call("GET", `/connect/login?api_key=${kiosk.anil.app.key}&redirect_params=%22%3E%3Cscript%3E`);
    expect(page.text).not.toContain("<script>");
  });
});

describe("the unattended login", () => {
  it("names the second factor, and sets the session cookie", () => {
    const kiosk = aKiosk();
    const { anil } = kiosk;
    const login = kiosk.call("POST", "/api/login", { form: { user_id: anil.id, password: anil.password } });
    expect(login.body).toMatchObject({ status: "success", data: { user_id: "ZA0001", twofa_type: "totp" } });
    expect(granted(kiosk)).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it("refuses wrong, missing or expired input in JSON", () => {
    const kiosk = aKiosk();
    const { anil } = kiosk;
    const login = (form: Record<string, string>) => kiosk.call("POST", "/api/login", { form });
    expect(login({ user_id: anil.id, password: "guess" })).toMatchObject(
      refusal(403, "UserException", "Invalid username or password."),
    );
    expect(login({ user_id: anil.id })).toMatchObject(
      refusal(400, "InputException", "Missing or empty field `password`"),
    );
    expect(kiosk.call("POST", "/api/twofa", { form: { request_id: "none", twofa_value: "123456" } })).toMatchObject(
      refusal(403, "TwoFAException", "Login session is invalid or has expired."),
    );
  });

  it("shows the page again when the session cookie has expired", () => {
    const kiosk = aKiosk();
    const page = typePassword(kiosk);
    const back = typeCode(kiosk, hidden(page.text, "request_id"), codeOf(kiosk));
    const cookie = (back.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    const visit = () => kiosk.call("GET", `/connect/login?v=3&api_key=${kiosk.anil.app.key}`, { cookie });
    expect(visit().status).toBe(302);
    kiosk.toMarket(at("06:00", TUESDAY));
    expect(visit().status).toBe(200);
    expect(kiosk.call("GET", `/connect/finish?api_key=${kiosk.anil.app.key}`, { cookie }).headers["location"]).toMatch(
      /^\/connect\/login/,
    );
  });
});

describe("the session", () => {
  it("shows its user", () => {
    const kiosk = aKiosk();
    expect(redeem(kiosk, granted(kiosk)).body).toMatchObject({
      status: "success",
      data: {
        user_id: "ZA0001",
        api_key: kiosk.anil.app.key,
        access_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        login_time: "2026-11-16 09:20:00",
        refresh_token: "",
        meta: { demat_consent: "physical" },
      },
    });
  });

  it("requires the right checksum", () => {
    const kiosk = aKiosk();
    const token = granted(kiosk);
    const wrong = refusal(403, "TokenException", "Invalid `checksum`.");
    expect(redeem(kiosk, token, { checksum: checksum(kiosk.anil.app.key, token, "guess") })).toMatchObject(wrong);
    expect(redeem(kiosk, token, { checksum: "zz" })).toMatchObject(wrong);
    expect(redeem(kiosk, token, { checksum: "" })).toMatchObject(
      refusal(400, "InputException", "Missing or empty field `checksum`"),
    );
    expect(redeem(kiosk, token, { api_key: "nosuch" })).toMatchObject(TOKEN_ERROR);
    expect(redeem(kiosk, token).status).toBe(200);
    expect(redeem(kiosk, token)).toMatchObject(STALE);
  });

  it("expires after five minutes of the human clock, and only the last grant counts", () => {
    const kiosk = aKiosk();
    const late = granted(kiosk);
    kiosk.pass(5 * MINUTE_MS);
    expect(redeem(kiosk, late)).toMatchObject(STALE);
    const [older, newer] = [granted(kiosk), granted(kiosk)];
    expect(redeem(kiosk, older)).toMatchObject(STALE);
    kiosk.pass(5 * MINUTE_MS - 1);
    expect(redeem(kiosk, newer).status).toBe(200);
  });

  it("ends with the next login of the same client, not with another's", () => {
    const kiosk = aKiosk();
    const first = kiosk.logIn();
    kiosk.logIn(kiosk.asha);
    expect(profile(kiosk, first).status).toBe(200);
    const second = kiosk.logIn();
    expect(profile(kiosk, second).status).toBe(200);
    expect(second).not.toBe(first);
    expect(profile(kiosk, first)).toMatchObject(TOKEN_ERROR);
  });

  it("ends at six in the morning of the market's clock", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    kiosk.toMarket(at("05:59:59", TUESDAY));
    expect(profile(kiosk, token).status).toBe(200);
    kiosk.toMarket(at("06:00", TUESDAY));
    expect(profile(kiosk, token)).toMatchObject(TOKEN_ERROR);
    expect(nextExpiry(at("05:59:59", MONDAY))).toBe(at("06:00", MONDAY));
    expect(nextExpiry(at("06:00", MONDAY))).toBe(at("06:00", TUESDAY));
  });

  it("can be ended only once", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const path = `/session/token?api_key=${kiosk.anil.app.key}&access_token=${token}`;
    expect(kiosk.call("DELETE", path)).toMatchObject({ status: 200, body: { status: "success", data: true } });
    expect(kiosk.call("DELETE", path)).toMatchObject(TOKEN_ERROR);
    expect(profile(kiosk, token)).toMatchObject(TOKEN_ERROR);
  });

  it("cannot be renewed: there is no refresh token", () => {
    const kiosk = aKiosk();
    const form = { api_key: kiosk.anil.app.key, refresh_token: "x", checksum: "y" };
    expect(kiosk.call("POST", "/session/refresh_token", { form })).toMatchObject(STALE);
    expect(kiosk.call("POST", "/session/refresh_token").status).toBe(400);
  });

  it("ends for one client or for all on request", () => {
    const kiosk = aKiosk();
    const [anil, asha] = [kiosk.logIn(), kiosk.logIn(kiosk.asha)];
    kiosk.core.expireSessions("ZA0001");
    expect(profile(kiosk, anil)).toMatchObject(TOKEN_ERROR);
    expect(profile(kiosk, asha).status).toBe(200);
    kiosk.core.expireSessions(null);
    expect(profile(kiosk, asha)).toMatchObject(TOKEN_ERROR);
  });

  it.each(["", "Bearer x", "token", "token abc", "token :"])("is not found in the header %j", (authorization) => {
    const kiosk = aKiosk();
    const request = { method: "GET", path: "/user/profile", query: new URLSearchParams(), body: "", from: "127.0.0.1" };
    kiosk.pass(SECOND_MS);
    expect(kiosk.core.handle({ ...request, headers: { authorization } }, kiosk.now()).status).toBe(403);
  });
});
