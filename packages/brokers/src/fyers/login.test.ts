import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import { totpAt } from "@vriddhi/sandbox/broker/totp";
import { aBench, aRequest, authCode, type Bench, REDIRECT } from "@vriddhi/sandbox/fyers/fyers-fixture";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BrokerCredentials } from "../port/session.ts";
import type { HttpReply, HttpRequest, HttpTransport } from "../transport/http.ts";
import { createVirtualTimers } from "../transport/virtual-timers-fixture.ts";
import { createFyersClient } from "./client.ts";
import { readGrant } from "./grant.ts";
import { appIdHashOf, claimsOf, createFyersLogin, expiryOf } from "./login.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhdXRoX2NvZGUifQ.3k_9-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";

describe("Fyers' auth code", () => {
  it.each([
    JWT,
    `  ${JWT}\n`,
    `https://app.example/connect/fyers?s=ok&code=200&auth_code=${JWT}&state=x`,
    `https://app.example/connect/fyers?auth_code=${JWT}`,
    `https://app.example/connect/fyers?s=ok&auth_code=${JWT}#top`,
    `auth_code=${JWT}&state=x`,
  ])("is found in %j", (pasted) => expect(readGrant(pasted)).toBe(JWT));

  it.each([
    "",
    " ",
    "200",
    "a.b.c",
    "https://app.example/connect/fyers?s=error&code=-1001&message=no",
    "https://app.example/connect/fyers?s=ok&code=200&state=x",
    `?other_auth_code=${JWT}`,
    `${JWT} ${JWT}`,
  ])("is not in %j", (pasted) => expect(readGrant(pasted)).toBeNull());

  it("is proved with the hash of app id, with its suffix, and secret", () => {
    // printf 'ABCDEFGHIJ-100:SECRET' | sha256sum
    expect(appIdHashOf("ABCDEFGHIJ-100", "SECRET")).toBe(
      "a584be33609adba1b8653bc000602b93a0d35f5a47a8cc69084dc79d91a62385",
    );
  });
});

describe("Fyers' access token", () => {
  const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

  it("names the client and the key of the data socket; its expiry is ignored", () => {
    expect(claimsOf(token({ fy_id: "XY00001", hsm_key: "abc", exp: 1 }))).toEqual({ fy_id: "XY00001", hsm_key: "abc" });
    expect(claimsOf(token({ fy_id: "XY00001" }))).toEqual({ fy_id: "XY00001" });
    expect(claimsOf(token({ fy_id: "XY00001", hsm_key: 5 }))).toEqual({ fy_id: "XY00001", hsm_key: null });
    for (const none of ["", "a", "a.b.c", token({}), token(null), token({ fy_id: "" })])
      expect(claimsOf(none)).toBeNull();
  });

  it.each([
    ["2026-11-16T08:40:00+05:30", "2026-11-17T06:00:00.000+05:30"],
    ["2026-11-16T05:59:59.999+05:30", "2026-11-16T06:00:00.000+05:30"],
    ["2026-11-16T06:00:00+05:30", "2026-11-17T06:00:00.000+05:30"],
  ])("that begins at %s ends at %s", (from, to) => {
    expect(toIstText(expiryOf(epochMs(Date.parse(from))))).toBe(to);
  });

  it("never lasts longer than a day and never ends before it begins", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }), (from) => {
        const lasts = expiryOf(epochMs(from)) - from;
        expect(lasts).toBeGreaterThan(0);
        expect(lasts).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});

const DIRECT = { localAddress: null, proxyUrl: null };
const URLS = { apiUrl: "", stepsUrl: "", mastersUrl: "" };

interface Options {
  readonly spoil?: (request: HttpRequest, reply: HttpReply) => HttpReply;
  readonly callMs?: number;
}

function aLogin(bench: Bench, { spoil = (_, reply) => reply, callMs = 0 }: Options = {}) {
  const clock = createVirtualClock(epochMs(0));
  const timers = createVirtualTimers(clock);
  const requests: HttpRequest[] = [];
  const http: HttpTransport = {
    async send(request) {
      requests.push(request);
      clock.advance(callMs);
      const { method, url, headers, body } = request;
      const reply = bench.core.handle(aRequest(method, url, { headers, body }), bench.moment);
      return ok(spoil(request, { status: reply.status, headers: reply.headers, body: String(reply.body) }));
    },
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const login = createFyersLogin(createFyersClient(http, URLS), {
    loginUrl: "https://fyers.example/page",
    timers,
    stopwatch: () => clock.now(),
  });
  const { charu } = bench;
  const credentials: BrokerCredentials = {
    clientId: charu.id,
    appKey: charu.app.key,
    appSecret: charu.app.secret,
    pin: charu.pin,
    totpSecret: charu.totpSecret,
    totpCode: null,
    redirectUrl: charu.app.redirectUrl,
  };
  const sentTo = (path: string): Record<string, unknown> =>
    JSON.parse(requests.find(({ url }) => url.endsWith(path))?.body ?? "{}") as Record<string, unknown>;
  return { login, credentials, timers, clock, requests, sentTo };
}

const atHuman = (bench: Bench, human: EpochMs) => {
  bench.moment = { ...bench.moment, human };
  return bench.moment;
};
/** Start of a TOTP step. */
const STEP = epochMs(Date.parse("2026-11-16T03:00:00Z"));

describe("an unattended login at Fyers", () => {
  it("makes the five calls, each with the previous call's result", async () => {
    const bench = aBench();
    const { login, credentials, requests, sentTo } = aLogin(bench);
    const session = await login.unattended(credentials, DIRECT, bench.moment);
    expect(session).toMatchObject({
      ok: true,
      value: { clientId: bench.charu.id, refreshToken: null, issuedAt: bench.moment.market },
    });
    expect(session.ok && session.value.feedToken).toMatch(/^[0-9a-f]{40,}$/);
    expect(requests.map(({ url }) => url)).toEqual([
      "/vagator/v2/send_login_otp_v2",
      "/vagator/v2/verify_otp",
      "/vagator/v2/verify_pin_v2",
      "/api/v3/token",
      "/api/v3/validate-authcode",
    ]);
    expect(sentTo("/send_login_otp_v2")).toEqual({ fy_id: btoa(bench.charu.id), app_id: "2" });
    expect(sentTo("/verify_pin_v2")).toMatchObject({ identity_type: "pin", identifier: btoa(bench.charu.pin) });
    expect(sentTo("/token")).toEqual({
      fyers_id: bench.charu.id,
      app_id: bench.charu.app.key.replace("-100", ""),
      appType: "100",
      redirect_uri: REDIRECT,
      code_challenge: "",
      state: "x",
      scope: "",
      nonce: "",
      response_type: "code",
      create_cookie: true,
    });
  });

  it("sends the TOTP code of the sending time, not of the login's start", async () => {
    const bench = aBench();
    const { login, credentials, sentTo } = aLogin(bench, { callMs: 12_000 });
    const moment = atHuman(bench, later(STEP, 20_000));
    expect(await login.unattended(credentials, DIRECT, moment)).toMatchObject({ ok: true });
    expect(sentTo("/verify_otp")["otp"]).toBe(totpAt(bench.charu.totpSecret, later(STEP, 32_000)));
    expect(sentTo("/verify_otp")["otp"]).not.toBe(totpAt(bench.charu.totpSecret, STEP));
  });

  it("waits for the next code when the current one is about to end", async () => {
    const bench = aBench();
    const { login, credentials, timers, requests, sentTo } = aLogin(bench);
    const going = login.unattended(credentials, DIRECT, atHuman(bench, later(STEP, 28_500)));
    await timers.advance(1_499);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    expect(await going).toMatchObject({ ok: true });
    expect(sentTo("/verify_otp")["otp"]).toBe(totpAt(bench.charu.totpSecret, later(STEP, 30_000)));
  });

  it.each(["auth", "auth_code"])("finds the grant in newer replies: data.%s", async (name) => {
    const bench = aBench();
    const { login, credentials } = aLogin(bench, {
      spoil: ({ url }, reply) =>
        url === "/api/v3/token"
          ? { ...reply, status: 200, body: JSON.stringify({ s: "ok", code: 200, data: { [name]: authCode(bench) } }) }
          : reply,
    });
    expect(await login.unattended(credentials, DIRECT, bench.moment)).toMatchObject({ ok: true });
  });

  it("is unavailable when Fyers returns no grant, and refused when the app is another one", async () => {
    const bench = aBench();
    const blank = aLogin(bench, {
      spoil: ({ url }, reply) => (url === "/api/v3/token" ? { ...reply, body: '{"s":"ok","code":308}' } : reply),
    });
    expect(await blank.login.unattended(blank.credentials, DIRECT, bench.moment)).toMatchObject({
      error: { kind: "unavailable" },
    });
    const { login, credentials } = aLogin(bench);
    const elsewhere = { ...credentials, redirectUrl: "https://app.example/elsewhere" };
    expect(await login.unattended(elsewhere, DIRECT, bench.moment)).toMatchObject({ error: { kind: "refused" } });
    const otherType = { ...credentials, appKey: credentials.appKey.replace("-100", "-102") };
    expect(await login.unattended(otherType, DIRECT, bench.moment)).toMatchObject({ error: { kind: "refused" } });
  });

  it("does not begin without its inputs, or with an invalid key", async () => {
    const bench = aBench();
    const { login, credentials, requests } = aLogin(bench);
    for (const part of [{ pin: null }, { totpSecret: "" }, { appSecret: null }, { clientId: "" }]) {
      const answer = await login.unattended({ ...credentials, ...part }, DIRECT, bench.moment);
      expect(answer).toMatchObject({ error: { kind: "person_needed" } });
    }
    const noKey = { ...credentials, totpSecret: "0189" };
    expect(await login.unattended(noKey, DIRECT, bench.moment)).toMatchObject({ error: { kind: "refused" } });
    expect(requests).toEqual([]);
  });
});

describe("a login on Fyers' page", () => {
  it("sends the user there with app, redirect and state", async () => {
    const bench = aBench();
    const { login, credentials } = aLogin(bench);
    const step = await login.begin(credentials, "s&1", DIRECT, bench.moment);
    const url = new URL(step.ok && step.value.kind === "open_page" ? step.value.url : "");
    expect(url.origin + url.pathname).toBe("https://fyers.example/page");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: bench.charu.app.key,
      redirect_uri: REDIRECT,
      response_type: "code",
      state: "s&1",
    });
  });

  it("discards another client's session", async () => {
    const bench = aBench();
    const { login, credentials } = aLogin(bench);
    const complete = (clientId: string) =>
      login.complete({ ...credentials, clientId }, authCode(bench), DIRECT, bench.moment);
    expect(await complete("FY99999")).toEqual({
      ok: false,
      error: { kind: "refused", reason: "another client logged in at Fyers" },
    });
    expect(await complete(bench.charu.id.toLowerCase())).toMatchObject({ ok: true });
  });

  it("rejects an unreadable token", async () => {
    const bench = aBench();
    const { login, credentials } = aLogin(bench, {
      spoil: (_, reply) => ({ ...reply, body: '{"s":"ok","code":200,"access_token":"opaque"}' }),
    });
    expect(await login.complete(credentials, JWT, DIRECT, bench.moment)).toMatchObject({
      error: { kind: "unavailable" },
    });
  });
});
