import { ok } from "@vriddhi/core/shared/result";
import { epochMs } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BrokerCredentials } from "../port/session.ts";
import type { SmartApiClient } from "./client.ts";
import { createAngelOneLogin, expiryOf, readGrant } from "./login.ts";
import type { LoginParams } from "./wire.ts";

const JWT = "eyJhbGciOiJIUzUxMiJ9.eyJ1c2VybmFtZSI6IkExMjM0NTYifQ.s1gn-a_ture";
const FEED = "eyJhbGciOiJIUzUxMiJ9.eyJ1c2VybmFtZSI6ImZlZWQifQ.f33d";
/** RFC 6238, appendix B: the key `12345678901234567890` in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a pasted login", () => {
  it.each(["123456", " 123 456\n"])("%j is the authenticator's code", (pasted) => {
    expect(readGrant(pasted)).toBe("123456");
  });

  it.each([
    `https://app.example/connect/angelone?auth_token=${JWT}&feed_token=${FEED}&state=x`,
    `https://app.example/connect/angelone?state=x&feed_token=${FEED}&auth_token=${JWT}#top`,
    `auth_token=${JWT}&feed_token=${FEED}`,
  ])("%j holds the tokens of a login page", (pasted) => {
    const grant = readGrant(pasted);
    expect(Object.fromEntries(new URLSearchParams(grant ?? ""))).toEqual({ auth_token: JWT, feed_token: FEED });
    expect(readGrant(grant ?? "")).toBe(grant);
  });

  it.each([
    "",
    " ",
    "12345",
    "1234567",
    JWT,
    "https://app.example/connect/angelone?state=x",
    "https://app.example/?auth_token=",
    `https://app.example/?not_auth_token=${JWT}`,
    "https://app.example/?auth_token=<script>alert(1)</script>",
  ])("%j holds nothing", (pasted) => expect(readGrant(pasted)).toBeNull());
});

describe("Angel One's session", () => {
  it.each([
    ["2026-11-16T08:40:00+05:30", "2026-11-17T00:00:00.000+05:30"],
    ["2026-11-16T23:59:59.999+05:30", "2026-11-17T00:00:00.000+05:30"],
    ["2026-11-17T00:00:00+05:30", "2026-11-18T00:00:00.000+05:30"],
    ["2026-12-31T10:00:00+05:30", "2027-01-01T00:00:00.000+05:30"],
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

describe("logging in", () => {
  const egress = { localAddress: null, proxyUrl: null };
  const at = { market: epochMs(Date.parse("2026-11-16T09:00:00+05:30")), human: epochMs(59_000) };
  const credentials: BrokerCredentials = {
    clientId: "A123456",
    appKey: "key",
    appSecret: null,
    pin: "1234",
    totpSecret: SECRET,
    totpCode: null,
    redirectUrl: "https://app.example/connect/angelone",
  };

  function aLogin(data: object = { jwtToken: JWT, refreshToken: "refresh", feedToken: FEED }) {
    const sent: LoginParams[] = [];
    const answer = ok({ status: 200, headers: {}, body: JSON.stringify({ status: true, data }) });
    const api: Pick<SmartApiClient, "loginByPassword"> = {
      loginByPassword(_appKey, params) {
        sent.push(params);
        return Promise.resolve(answer);
      },
    };
    return { sent, login: createAngelOneLogin(api as SmartApiClient) };
  }

  it("sends the PIN and the TOTP code of the human clock in one call", async () => {
    const { sent, login } = aLogin();
    const step = await login.begin(credentials, "state-1", egress, at);
    expect(sent).toEqual([{ clientcode: "A123456", password: "1234", totp: "287082", state: "state-1" }]);
    expect(step).toEqual({
      ok: true,
      value: {
        kind: "done",
        session: {
          clientId: "A123456",
          appKey: "key",
          accessToken: JWT,
          refreshToken: "refresh",
          feedToken: FEED,
          issuedAt: at.market,
          expiresAt: Date.parse("2026-11-17T00:00:00+05:30"),
        },
      },
    });
  });

  it("prefers a typed code to a stored secret, also as a grant", async () => {
    const { sent, login } = aLogin();
    await login.begin({ ...credentials, totpCode: "111 222" }, "", egress, at);
    await login.complete({ ...credentials, totpSecret: null }, "333444", egress, at);
    expect(sent.map(({ totp }) => totp)).toEqual(["111222", "333444"]);
  });

  it("strips the `Bearer` prefix that other clients store", async () => {
    const { login } = aLogin({ jwtToken: `Bearer ${JWT}` });
    const session = await login.unattended(credentials, egress, at);
    expect(session).toMatchObject({ ok: true, value: { accessToken: JWT, refreshToken: null, feedToken: null } });
  });

  it.each([
    [{ pin: null }, "person_needed"],
    [{ pin: "" }, "person_needed"],
    [{ totpSecret: null }, "person_needed"],
    [{ totpSecret: " " }, "person_needed"],
    [{ totpSecret: "not a secret!" }, "refused"],
    [{ totpCode: "12345" }, "refused"],
  ])("sends nothing to Angel One with %j: %s", async (part, kind) => {
    const { sent, login } = aLogin();
    for (const answer of [
      await login.begin({ ...credentials, ...part }, "", egress, at),
      await login.unattended({ ...credentials, ...part }, egress, at),
    ])
      expect(answer).toMatchObject({ ok: false, error: { kind } });
    expect(sent).toEqual([]);
  });

  it("refuses an invalid grant, and cannot renew without a refresh token", async () => {
    const { login } = aLogin();
    expect(await login.complete(credentials, "nonsense", egress, at)).toMatchObject({ error: { kind: "refused" } });
    const session = { ...credentials, accessToken: JWT, refreshToken: null, feedToken: null };
    expect(await login.renew({ ...session, issuedAt: at.market, expiresAt: at.market }, egress, at)).toMatchObject({
      error: { kind: "person_needed" },
    });
  });
});
