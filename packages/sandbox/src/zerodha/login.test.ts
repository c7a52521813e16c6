import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { totpAt } from "../broker/totp.ts";
import { at, MONDAY, TUESDAY } from "../exchange/exchange-fixture.ts";
import { nextExpiry } from "./sessions.ts";
import { checksum, type Kite, openKite, refusal, requestTokenFor } from "./zerodha-fixture.ts";

const TOKEN_ERROR = refusal(403, "TokenException", "Incorrect `api_key` or `access_token`.");
const STALE = refusal(403, "TokenException", "Token is invalid or has expired.");

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const alert = (html: string) => /role="alert">([^<]*)</.exec(html)?.[1] ?? null;

function typePassword(kite: Kite, typed: { user_id?: string; password?: string; redirect_params?: string } = {}) {
  const { anil } = kite;
  const form = { v: "3", api_key: anil.app.key, user_id: anil.id, password: anil.password, ...typed };
  return kite.call("POST", "/connect/login", { form });
}

function typeCode(kite: Kite, requestId: string, code: string) {
  const form = { api_key: kite.anil.app.key, request_id: requestId, twofa_value: code };
  return kite.call("POST", "/connect/twofa", { form });
}

const codeOf = ({ anil, now }: Kite) => totpAt(anil.totpSecret, now().human);

const redeem = (kite: Kite, requestToken: string, change: Record<string, string> = {}) =>
  kite.call("POST", "/session/token", {
    form: {
      api_key: kite.anil.app.key,
      request_token: requestToken,
      checksum: checksum(kite.anil.app.key, requestToken, kite.anil.app.secret),
      ...change,
    },
  });

const granted = (kite: Kite) => requestTokenFor(kite.call, kite.anil, kite.now().human);
const profile = (kite: Kite, token: string) => kite.call("GET", "/user/profile", { token });

describe("the login pages", () => {
  it("redirect a user with password and code to the application", () => {
    const kite = openKite();
    const first = kite.call("GET", `/connect/login?v=3&api_key=${kite.anil.app.key}&redirect_params=a%3D1%26b%3D2`);
    expect(first.status).toBe(200);
    expect(first.text).toContain('name="password"');
    const second = typePassword(kite, {
      redirect_params: hidden(first.text, "redirect_params").replace("&amp;", "&"),
    });
    expect(second.status).toBe(200);
    const form = {
      api_key: hidden(second.text, "api_key"),
      redirect_params: hidden(second.text, "redirect_params").replace("&amp;", "&"),
      request_id: hidden(second.text, "request_id"),
      twofa_value: codeOf(kite),
    };
    const back = kite.call("POST", "/connect/twofa", { form });
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
    expect(redeem(kite, target.searchParams.get("request_token") ?? "").status).toBe(200);
  });

  it("keep the query of the registered address", () => {
    const kite = openKite({ anil: { redirectUrl: "https://app.example/back?broker=zerodha" } });
    const page = typePassword(kite);
    const back = typeCode(kite, hidden(page.text, "request_id"), codeOf(kite));
    expect(new URL(back.headers["location"] ?? "").searchParams.get("broker")).toBe("zerodha");
  });

  it("show the error and let the user retry", () => {
    const kite = openKite();
    const wrong = typePassword(kite, { password: "guess" });
    expect([wrong.status, alert(wrong.text)]).toEqual([403, "Invalid username or password."]);
    expect(alert(typePassword(kite, { user_id: "ZZ9999" }).text)).toBe("Invalid username or password.");
    const requestId = hidden(typePassword(kite).text, "request_id");
    const wrongCode = typeCode(kite, requestId, codeOf(kite) === "000000" ? "111111" : "000000");
    expect([wrongCode.status, alert(wrongCode.text)]).toEqual([403, "Invalid TOTP."]);
    expect(typeCode(kite, requestId, codeOf(kite)).status).toBe(302);
    expect(alert(typeCode(kite, requestId, codeOf(kite)).text)).toBe("Login session is invalid or has expired.");
  });

  it("wait five minutes for the code", () => {
    const kite = openKite();
    const requestId = hidden(typePassword(kite).text, "request_id");
    kite.pass(5 * MINUTE_MS);
    expect(alert(typeCode(kite, requestId, codeOf(kite)).text)).toBe("Login session is invalid or has expired.");
  });

  it("refuse another owner's application, and an unknown one", () => {
    const kite = openKite();
    const { asha } = kite;
    const page = typePassword(kite, { user_id: asha.id, password: asha.password });
    expect(alert(page.text)).toBe("The user is not enabled for the app.");
    expect(kite.call("GET", "/connect/login?v=3&api_key=nosuch")).toMatchObject(
      refusal(400, "InputException", "Invalid `api_key`."),
    );
    expect(kite.call("GET", "/connect/login").status).toBe(400);
  });

  it("escape their input", () => {
    const kite = openKite();
    const page = kite.call("GET", `/connect/login?api_key=${kite.anil.app.key}&redirect_params=%22%3E%3Cscript%3E`);
    expect(page.text).not.toContain("<script>");
  });
});

describe("the unattended login", () => {
  it("names the second factor, and sets the session cookie", () => {
    const kite = openKite();
    const { anil } = kite;
    const login = kite.call("POST", "/api/login", { form: { user_id: anil.id, password: anil.password } });
    expect(login.body).toMatchObject({ status: "success", data: { user_id: "ZA0001", twofa_type: "totp" } });
    expect(granted(kite)).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it("refuses wrong, missing or expired input in JSON", () => {
    const kite = openKite();
    const { anil } = kite;
    const login = (form: Record<string, string>) => kite.call("POST", "/api/login", { form });
    expect(login({ user_id: anil.id, password: "guess" })).toMatchObject(
      refusal(403, "UserException", "Invalid username or password."),
    );
    expect(login({ user_id: anil.id })).toMatchObject(
      refusal(400, "InputException", "Missing or empty field `password`"),
    );
    expect(kite.call("POST", "/api/twofa", { form: { request_id: "none", twofa_value: "123456" } })).toMatchObject(
      refusal(403, "TwoFAException", "Login session is invalid or has expired."),
    );
  });

  it("shows the page again when the session cookie has expired", () => {
    const kite = openKite();
    const page = typePassword(kite);
    const back = typeCode(kite, hidden(page.text, "request_id"), codeOf(kite));
    const cookie = (back.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    const visit = () => kite.call("GET", `/connect/login?v=3&api_key=${kite.anil.app.key}`, { cookie });
    expect(visit().status).toBe(302);
    kite.toMarket(at("06:00", TUESDAY));
    expect(visit().status).toBe(200);
    expect(kite.call("GET", `/connect/finish?api_key=${kite.anil.app.key}`, { cookie }).headers["location"]).toMatch(
      /^\/connect\/login/,
    );
  });
});

describe("the session", () => {
  it("shows its user", () => {
    const kite = openKite();
    expect(redeem(kite, granted(kite)).body).toMatchObject({
      status: "success",
      data: {
        user_id: "ZA0001",
        api_key: kite.anil.app.key,
        access_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        login_time: "2026-11-16 09:20:00",
        refresh_token: "",
        meta: { demat_consent: "physical" },
      },
    });
  });

  it("requires the right checksum", () => {
    const kite = openKite();
    const token = granted(kite);
    const wrong = refusal(403, "TokenException", "Invalid `checksum`.");
    expect(redeem(kite, token, { checksum: checksum(kite.anil.app.key, token, "guess") })).toMatchObject(wrong);
    expect(redeem(kite, token, { checksum: "zz" })).toMatchObject(wrong);
    expect(redeem(kite, token, { checksum: "" })).toMatchObject(
      refusal(400, "InputException", "Missing or empty field `checksum`"),
    );
    expect(redeem(kite, token, { api_key: "nosuch" })).toMatchObject(TOKEN_ERROR);
    expect(redeem(kite, token).status).toBe(200);
    expect(redeem(kite, token)).toMatchObject(STALE);
  });

  it("expires after five minutes of the human clock, and only the last grant counts", () => {
    const kite = openKite();
    const late = granted(kite);
    kite.pass(5 * MINUTE_MS);
    expect(redeem(kite, late)).toMatchObject(STALE);
    const [older, newer] = [granted(kite), granted(kite)];
    expect(redeem(kite, older)).toMatchObject(STALE);
    kite.pass(5 * MINUTE_MS - 1);
    expect(redeem(kite, newer).status).toBe(200);
  });

  it("ends with the next login of the same client, not with another's", () => {
    const kite = openKite();
    const first = kite.logIn();
    kite.logIn(kite.asha);
    expect(profile(kite, first).status).toBe(200);
    const second = kite.logIn();
    expect(profile(kite, second).status).toBe(200);
    expect(second).not.toBe(first);
    expect(profile(kite, first)).toMatchObject(TOKEN_ERROR);
  });

  it("ends at six in the morning of the market's clock", () => {
    const kite = openKite();
    const token = kite.logIn();
    kite.toMarket(at("05:59:59", TUESDAY));
    expect(profile(kite, token).status).toBe(200);
    kite.toMarket(at("06:00", TUESDAY));
    expect(profile(kite, token)).toMatchObject(TOKEN_ERROR);
    expect(nextExpiry(at("05:59:59", MONDAY))).toBe(at("06:00", MONDAY));
    expect(nextExpiry(at("06:00", MONDAY))).toBe(at("06:00", TUESDAY));
  });

  it("can be ended only once", () => {
    const kite = openKite();
    const token = kite.logIn();
    const path = `/session/token?api_key=${kite.anil.app.key}&access_token=${token}`;
    expect(kite.call("DELETE", path)).toMatchObject({ status: 200, body: { status: "success", data: true } });
    expect(kite.call("DELETE", path)).toMatchObject(TOKEN_ERROR);
    expect(profile(kite, token)).toMatchObject(TOKEN_ERROR);
  });

  it("cannot be renewed: there is no refresh token", () => {
    const kite = openKite();
    const form = { api_key: kite.anil.app.key, refresh_token: "x", checksum: "y" };
    expect(kite.call("POST", "/session/refresh_token", { form })).toMatchObject(STALE);
    expect(kite.call("POST", "/session/refresh_token").status).toBe(400);
  });

  it("ends for one client or for all on request", () => {
    const kite = openKite();
    const [anil, asha] = [kite.logIn(), kite.logIn(kite.asha)];
    kite.core.expireSessions("ZA0001");
    expect(profile(kite, anil)).toMatchObject(TOKEN_ERROR);
    expect(profile(kite, asha).status).toBe(200);
    kite.core.expireSessions(null);
    expect(profile(kite, asha)).toMatchObject(TOKEN_ERROR);
  });

  it.each(["", "Bearer x", "token", "token abc", "token :"])("is not found in the header %j", (authorization) => {
    const kite = openKite();
    const request = { method: "GET", path: "/user/profile", query: new URLSearchParams(), body: "", from: "127.0.0.1" };
    kite.pass(SECOND_MS);
    expect(kite.core.handle({ ...request, headers: { authorization } }, kite.now()).status).toBe(403);
  });
});
