import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture } from "../../testing/passkey-fixture.ts";
import {
  sessionOf,
  startTestProduct,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase } from "../../testing/traces.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: PasskeyFixture;
let asha: TestUser;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock, env: { PUBLIC_URL: PASSKEY_ORIGIN } });
  desk = createPasskeyFixture(product);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
});
afterAll(() => product.close());

interface Event {
  readonly kind: string;
  readonly ip: string;
  readonly device: string;
  readonly at: string;
}
const historyOf = async (as: TestSession): Promise<readonly Event[]> =>
  (await product.send("GET", "/auth/login-history", { as })).json().events;
const logIn = (password: string, options: { ip?: string; headers?: Record<string, string>; totp?: string } = {}) => {
  const { totp, ...rest } = options;
  const body = { email: asha.email, password, ...(totp === undefined ? {} : { totp }) };
  return product.send("POST", "/auth/login", { body, ...rest });
};

describe("the login history", () => {
  it("the login history lists events with origin and time, newest first", async () => {
    clock.advance(MINUTE_MS);
    await logIn("not-my-password", { ip: "127.9.9.8" });
    clock.advance(MINUTE_MS);
    await logIn(asha.password, { ip: "127.9.9.9", headers: { "user-agent": "Firefox on a phone" } });
    const [newest, middle, oldest, ...rest] = await historyOf(here);
    expect(rest).toEqual([]);
    const at = (minutesAgo: number) => new Date(clock.now() - minutesAgo * MINUTE_MS).toISOString();
    expect(newest).toEqual({ kind: "login", ip: "127.9.9.9", device: "Firefox on a phone", at: at(0) });
    expect(middle).toMatchObject({ kind: "login_failed", ip: "127.9.9.8", at: at(1) });
    expect(oldest).toMatchObject({ kind: "login", at: at(2) });
  });

  it("the login history is private", async () => {
    const kabir = await product.makeUser();
    const his = await product.signIn(kabir);
    await logIn("not-my-password");
    expect((await historyOf(his)).map(({ kind }) => kind)).toEqual(["login"]);
    expect((await historyOf(here)).map(({ kind }) => kind)).toEqual(["login_failed", "login"]);
    expect((await product.send("GET", "/auth/login-history")).statusCode).toBe(401);
  });

  it("the login history shows the last fifty events", async () => {
    await product.query(
      `INSERT INTO audit_event (at, kind, user_id, ip)
       SELECT now() + n * interval '1 second', 'login_failed', $1, '127.0.0.' || n FROM generate_series(1, 60) n`,
      [asha.id],
    );
    const events = await historyOf(here);
    expect(events).toHaveLength(50);
    expect(events[0]?.ip).toBe("127.0.0.60");
    expect(events.at(-1)?.ip).toBe("127.0.0.11");
  });
});

describe("the history of logins", () => {
  async function live(): Promise<readonly string[]> {
    const { send } = product;
    const secrets: string[] = [asha.password, here.token];
    await logIn("a-wrong-password");
    const elsewhere = sessionOf(await logIn(asha.password));
    secrets.push("a-wrong-password", elsewhere.token);
    const { sessions } = (await send("GET", "/auth/sessions", { as: here })).json();
    const other = sessions.find((one: { is_current: boolean }) => !one.is_current);
    await send("DELETE", `/auth/sessions/${other.id}`, { as: here });

    const { secret } = (await send("POST", "/auth/totp/start", { as: here, body: { password: asha.password } })).json();
    const code = appCode(secret, clock.now());
    const { recovery_codes } = (await send("POST", "/auth/totp/confirm", { as: here, body: { code } })).json();
    secrets.push(secret, ...recovery_codes);
    await logIn(asha.password, { totp: recovery_codes[0] });
    clock.advance(30 * SECOND_MS);
    const body = { password: asha.password, code: appCode(secret, clock.now()) };
    await send("DELETE", "/auth/totp", { as: here, body });

    const { id } = (await desk.add(here, desk.makeAuthenticator())).json();
    await send("DELETE", `/auth/passkeys/${id}`, { as: here });
    const changed = { current_password: asha.password, password: "the-second-password" };
    await send("PUT", "/auth/password", { as: here, body: changed });
    await send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const reset = { email: asha.email, code: await product.latestCode(asha.email), password: "the-third-password" };
    await send("POST", "/auth/reset-password", { body: reset });
    const last = sessionOf(await logIn(reset.password));
    await send("POST", "/auth/logout", { as: last });
    return [...secrets, changed.password, reset.password, reset.code, last.token];
  }

  it("the login history has logins, failures, ended sessions, passwords and factors in order, and never a secret", async () => {
    const secrets = await live();
    expect(await auditKindsOf(product, asha.id)).toEqual([
      "login",
      "login_failed",
      "login",
      "session_revoked",
      "totp_enabled",
      "recovery_code_used",
      "login",
      "totp_disabled",
      "passkey_added",
      "passkey_removed",
      "password_changed",
      "password_reset",
      "login",
      "logout",
    ]);
    const diary = (await dumpDatabase(product)).get("public.audit_event") ?? "";
    expect(diary).toContain(asha.id);
    for (const secret of secrets.filter((one) => !/^\d{6}$/.test(one))) expect(diary).not.toContain(secret);
    for (const personal of [asha.email, "Meera Nair"]) expect(diary).not.toContain(personal);
    const details = await product.query("SELECT DISTINCT detail FROM audit_event");
    expect(details).toEqual([{ detail: {} }]);
  });

  it("the login history and the log contain no secret", async () => {
    const secrets = await live();
    const log = product.log.join("\n");
    for (const secret of secrets.filter((one) => !/^\d{6}$/.test(one))) expect(log).not.toContain(secret);
    expect(log).not.toContain(asha.email);
  });

  it("the login history records a failed login for an unknown address without the typed text", async () => {
    const email = `unknown-${asha.email}`;
    await product.send("POST", "/auth/login", { body: { email, password: "whatever-it-is" } });
    const [row] = await product.query("SELECT kind, user_id, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(row).toEqual({ kind: "login_failed", user_id: null, detail: {} });
  });
});
