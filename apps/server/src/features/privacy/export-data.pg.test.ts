import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture } from "../../testing/passkey-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, settledSubjects } from "../../testing/traces.ts";

/** The export section of each table with user data; `null` for short-lived rows, hashes, and what the ledger covers. */
const SECTION_OF: Readonly<Record<string, string | null>> = {
  admin_session: null,
  algo_consent: "consents",
  algo_run: "runs",
  algo_setting: "runSettings",
  approval_offer: "approvals",
  audit_event: "events",
  broker_link_drafts: "brokerLoginsPending",
  broker_links: "brokerLinks",
  broker_logins: null,
  capital_choice: "capitalChoices",
  connect_links: null,
  billing_details: "billingDetails",
  billing_notices: "notices",
  factor_removals: null,
  guarantee_results: "guarantees",
  idempotency_key: null,
  invoices: "invoices",
  kill_switch: "killSwitches",
  mail_codes: "mailedCodes",
  notification_deliveries: "deliveries",
  notification_rules: "notificationRules",
  notification_switches: "notificationSwitches",
  notifications: "notifications",
  operator_share: null,
  otp_sessions: "textedCodes",
  paper_account: "paperAccounts",
  passkey_challenges: null,
  passkeys: "passkeys",
  payment_orders: "purchases",
  push_devices: "pushDevices",
  recovery_codes: "recoveryCodes",
  reminders_off: "remindersOff",
  sessions: "sessions",
  subscription_periods: "subscriptions",
  support_threads: "supportMessages",
  telegram_chats: "telegramChats",
  telegram_tokens: null,
  totp_factors: "authenticator",
  trading_account: "tradingAccounts",
  trading_wish: "tradingPreferences",
  trial_keys: null,
  trial_uses: "trial",
  user_event_heads: null,
  user_events: "liveEvents",
  users: "profile",
};

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

const readExport = (as: TestSession) => product.send("GET", "/auth/data", { as });

describe("a user's data export", () => {
  it("a data export contains the user's data, with readable times", async () => {
    const periodId = randomUUID();
    await product.query("UPDATE users SET phone = '919812345670', google_sub = 'g-1' WHERE id = $1", [asha.id]);
    await product.query(
      "INSERT INTO subscription_periods VALUES ($1, $2, 'MONTHLY', '2026-11-01Z', '2026-12-01Z', 500000)",
      [periodId, asha.id],
    );
    await desk.add(here, desk.makeAuthenticator());

    const { exported_at, data } = (await readExport(here)).json();
    expect(exported_at).toBe(new Date(clock.now()).toISOString());
    expect(data.profile).toEqual([
      {
        id: asha.id,
        email: asha.email,
        name: "Meera Nair",
        dob: "1990-05-01",
        role: "user",
        phone: "919812345670",
        phoneVerifiedAt: null,
        googleSub: "g-1",
        createdAt: "2026-01-05T10:00:00.000Z",
      },
    ]);
    expect(data.sessions).toEqual([
      expect.objectContaining({ ip: expect.stringMatching(/^127\./), createdAt: exported_at }),
    ]);
    expect(data.subscriptions).toEqual([
      expect.objectContaining({ id: periodId, plan: "MONTHLY", startsAt: "2026-11-01T00:00:00.000Z" }),
    ]);
    expect(data.passkeys).toEqual([expect.objectContaining({ name: "My laptop", createdAt: exported_at })]);
    expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual(["login", "passkey_added"]);
    expect((await auditKindsOf(product, asha.id)).at(-1)).toBe("data_exported");
  });

  it("a data export has a section for every table with user data", async () => {
    const tables = await product.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND (column_name = 'user_id' OR table_name = 'users' AND column_name = 'id')`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(SECTION_OF).toSorted());
    const { data } = (await readExport(here)).json();
    const sections = Object.values(SECTION_OF).filter((section) => section !== null);
    // The ledger belongs to the trading account, not to the user.
    expect(Object.keys(data).toSorted()).toEqual([...sections, "ledger"].toSorted());
  });

  it("a data export contains no secrets: no hashes, app secret, codes, tokens or keys", async () => {
    const laptop = desk.makeAuthenticator();
    await desk.add(here, laptop);
    const body = { password: asha.password };
    const { secret } = (await product.send("POST", "/auth/totp/start", { as: here, body })).json();
    const code = appCode(secret, clock.now());
    const { recovery_codes } = (await product.send("POST", "/auth/totp/confirm", { as: here, body: { code } })).json();
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const mailed = await product.latestCode(asha.email);

    const reply = await readExport(here);
    expect(reply.json().data).toMatchObject({
      authenticator: [{ confirmedAt: expect.any(String) }],
      mailedCodes: [{ purpose: "reset-password", email: asha.email }],
    });
    expect(reply.json().data.recoveryCodes).toHaveLength(10);

    const [stored] = await product.query<Record<string, string | Buffer>>(
      `SELECT u.password_hash, t.sealed_secret, s.token_hash, k.public_key, r.code_hash AS recovery_hash, m.code_hash
       FROM users u JOIN totp_factors t ON t.user_id = u.id JOIN sessions s ON s.user_id = u.id
       JOIN passkeys k ON k.user_id = u.id JOIN recovery_codes r ON r.user_id = u.id JOIN mail_codes m ON m.user_id = u.id
       WHERE u.id = $1 LIMIT 1`,
      [asha.id],
    );
    const secrets = Object.values(stored ?? {});
    expect(secrets).toHaveLength(6);
    const forms = [...secrets, laptop.cosePublicKey].flatMap((value) =>
      typeof value === "string"
        ? [value]
        : [value.toString("hex"), value.toString("base64"), value.toString("base64url")],
    );
    for (const form of [...forms, secret, here.token, mailed, asha.password, ...recovery_codes, "argon2"])
      expect(reply.body).not.toContain(form);
    expect(reply.body).not.toContain('"type":"Buffer"');
  });

  it("a data export shows whose a broker account is and since when, without its credentials", async () => {
    const linkId = randomUUID();
    const secrets = ["v1.1.app-key", "v1.1.secret", "v1.1.pin", "v1.1.totp", "v1.1.access", "a-refresh-handle"];
    const credentialsId = randomUUID();
    await product.query(
      `INSERT INTO broker_links (id, user_id, broker, client_id, credentials_id, profile, session_from, session_until, connected_at,
         sealed_app_key, sealed_app_secret, sealed_pin, sealed_totp, sealed_access, refresh_handle)
       VALUES ($1::uuid, $2, 'angelone', 'A' || $1::text, $3, '{"name": "Meera N"}', '2026-11-16Z', '2026-11-17Z', now(), $4, $5, $6, $7, $8, $9)`,
      [linkId, asha.id, credentialsId, ...secrets],
    );
    await product.query(
      `INSERT INTO broker_link_drafts (user_id, broker, client_id, credentials_id, sealed_app_key, since, expires_at)
       VALUES ($1, 'fyers', 'FY0001', $2, 'v1.1.app-key', now(), now() + interval '1 day')`,
      [asha.id, credentialsId],
    );
    await product.query(
      `INSERT INTO broker_logins VALUES (decode(md5($1), 'hex'), $2, 'angelone', $3, 'browser', now() + interval '1 day')`,
      [linkId, asha.id, credentialsId],
    );
    await product.query(
      "INSERT INTO connect_links VALUES (decode(md5($1), 'hex'), $2, $1::uuid, now() + interval '1 day')",
      [linkId, asha.id],
    );
    const reply = await readExport(here);
    expect(reply.json().data.brokerLinks).toEqual([
      expect.objectContaining({
        broker: "angelone",
        clientId: `A${linkId}`,
        profile: { name: "Meera N" },
        sessionEndsAt: "2026-11-17T00:00:00.000Z",
      }),
    ]);
    expect(reply.json().data.brokerLoginsPending).toEqual([
      { broker: "fyers", clientId: "FY0001", typedAt: expect.any(String) },
    ]);
    for (const secret of secrets) expect(reply.body).not.toContain(secret);
  });

  it("mails the owner about a data export, because another person may have requested it", async () => {
    await readExport(here);
    expect(await settledSubjects(product, asha.email)).toContain("Your data was exported · Vriddhi");
  });

  it("a data export is private", async () => {
    const kabir = await product.makeUser();
    const his = await product.signIn(kabir);
    const reply = await readExport(his);
    expect(reply.body).toContain(kabir.email);
    expect(reply.body).not.toContain(asha.email);
    expect(reply.body).not.toContain(asha.id);
    expect((await product.send("GET", "/auth/data")).statusCode).toBe(401);
  });
});
