import { randomInt, randomUUID } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture } from "../../testing/passkey-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase, settledSubjects, tablesWith } from "../../testing/traces.ts";

const NAME = "Zarathustra Quill";
/** Tables with user data, and what a deletion does to them: a new table must be listed here. */
const TABLES_THAT_GO = [
  "admin_session",
  "algo_setting",
  "broker_link_drafts",
  "broker_links",
  "broker_logins",
  "connect_links",
  "factor_removals",
  "billing_details",
  "billing_notices",
  "capital_choice",
  "idempotency_key",
  "kill_switch",
  "mail_codes",
  "notification_deliveries",
  "notification_rules",
  "notification_switches",
  "notifications",
  "otp_sessions",
  "paper_account",
  "passkey_challenges",
  "passkeys",
  "push_devices",
  "recovery_codes",
  "reminders_off",
  "sessions",
  "support_threads",
  "telegram_chats",
  "telegram_tokens",
  "totp_factors",
  "trading_wish",
  "user_event_heads",
  "user_events",
];
const TABLES_THAT_STAY = [
  "algo_consent",
  "algo_run",
  "approval_offer",
  "audit_event",
  "guarantee_results",
  "invoices",
  "operator_share",
  "payment_orders",
  "subscription_periods",
  "trading_account",
  "trial_keys",
  "trial_uses",
];

const clock = createVirtualClock();
let product: TestProduct;
let desk: PasskeyFixture;
let asha: TestUser;
let here: TestSession;
let phone: string;

beforeAll(async () => {
  product = await startTestProduct({ clock, env: { PUBLIC_URL: PASSKEY_ORIGIN } });
  desk = createPasskeyFixture(product);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  phone = `91${randomInt(6e9, 1e10)}`;
});
afterAll(() => product.close());

const deleteAccount = (body: object, as: TestSession | null = here) =>
  product.send("POST", "/auth/delete-account", { as, body });
const confirmed = (password = asha.password) => ({ password, confirm: "DELETE" });
const profile = async (as: TestSession) => (await product.send("GET", "/auth/profile", { as })).statusCode;
const logIn = async () =>
  (await product.send("POST", "/auth/login", { body: { email: asha.email, password: asha.password } })).statusCode;

async function furnish(): Promise<{ subscriptionId: string }> {
  const subscriptionId = randomUUID();
  const { query, send } = product;
  await query("UPDATE users SET name = $2, phone = $3, phone_verified_at = now(), google_sub = $4 WHERE id = $1", [
    asha.id,
    NAME,
    phone,
    `sub-${asha.id}`,
  ]);
  await query(
    "INSERT INTO subscription_periods VALUES ($1, $2, 'MONTHLY', now(), now() + interval '30 days', 500000)",
    [subscriptionId, asha.id],
  );
  await query("INSERT INTO otp_sessions VALUES ($1, $2, $3, 'twofactor', 'ref', '127.0.0.1', 1, now())", [
    randomUUID(),
    asha.id,
    phone,
  ]);
  await query("INSERT INTO rate_limit VALUES ($1, now()), ($2, now())", [
    `otp-send:phone:+${phone}`,
    `login:account:${asha.email}|2001:db8::/64`,
  ]);
  await desk.add(here, desk.makeAuthenticator());
  await desk.askToAdd(here);
  await send("POST", "/auth/totp/start", { as: here, body: { password: asha.password } });
  await query("INSERT INTO recovery_codes VALUES ($1, $2, '\\x00')", [randomUUID(), asha.id]);
  await send("POST", "/auth/forgot-password", { body: { email: asha.email } });
  await send("POST", "/auth/email", {
    as: here,
    body: { email: `pending-${randomUUID()}@example.com`, password: asha.password },
  });
  await query(
    `INSERT INTO signups VALUES ($1, $2, $3, '1990-05-01', 'hash', '\\x00', 0, now(), now(), now() + interval '1 day')`,
    [randomUUID(), asha.email, NAME],
  );
  for (const as of [here, null]) {
    const message = `${NAME} asks about the broker link`;
    await send("POST", "/support/messages", { as, body: { name: NAME, email: asha.email, topic: "broker", message } });
  }
  await query("INSERT INTO newsletter_readers (id, email, state, created_at) VALUES ($1, $2, 'confirmed', now())", [
    randomUUID(),
    asha.email,
  ]);
  await furnishBilling();
  await furnishBrokers();
  await furnishRuns();
  await furnishNotifications();
  await settledSubjects(product, asha.email);
  return { subscriptionId };
}

async function furnishDesk(): Promise<void> {
  const [placement, order] = [randomUUID(), `desk-${randomUUID()}`];
  await product.query("INSERT INTO operator_placement VALUES ($1, $1, 'desk', now())", [placement]);
  await product.query(
    `INSERT INTO operator_order VALUES ($1, $2, 1, '2026-11-16', 'INE062A01020', 'SBIN', 'buy', 'market', 1, NULL, 80000,
       79000, now(), now())`,
    [order, placement],
  );
  await product.query("INSERT INTO operator_share VALUES ($1, $2, $3, 'fyers', 1, 50000)", [order, order, asha.id]);
  await product.query(
    `INSERT INTO admin_session (id, token_hash, user_id, door, device, ip, created_at, expires_at, proved_at, proved_by)
     VALUES ($1, $2, $3, 'desk', '', '', now(), now(), now(), 'password')`,
    [placement, Buffer.from(order), asha.id],
  );
}

async function furnishBilling(): Promise<void> {
  const { query } = product;
  const orderId = randomUUID();
  await query("INSERT INTO trading_wish (user_id, updated_at) VALUES ($1, now())", [asha.id]);
  await furnishDesk();
  await query("INSERT INTO factor_removals (user_id, asked_at, due_at) VALUES ($1, now(), now())", [asha.id]);
  await query("INSERT INTO trial_keys (hash, user_id, noted_at) VALUES ($2, $1, now())", [
    asha.id,
    Buffer.from(`trial of ${asha.id}`),
  ]);
  await query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, 99900, 'paid', $3, now())`,
    [orderId, asha.id, `pay_${orderId}`],
  );
  await query(
    `INSERT INTO invoices (id, kind, fiscal_year, serial, number, user_id, order_id, buyer_name, buyer_email, description, buyer_address,
       payment_id, amount_paise, taxable_paise, cgst_paise, sgst_paise, issued_at)
     SELECT $1::uuid, 'invoice', 1999, 1 + count(*), $6, $2::uuid, $3::uuid, $4, $5, 'Subscription', '12 MG Road', 'pay_1', 118, 100, 9, 9, now()
     FROM invoices`,
    [randomUUID(), asha.id, orderId, NAME, asha.email, `T-${orderId}`],
  );
  await query("INSERT INTO trial_uses VALUES ($1, NULL, now())", [asha.id]);
  await query("INSERT INTO billing_details VALUES ($1, $2, '12 MG Road', '27', NULL, now())", [asha.id, NAME]);
  await query("INSERT INTO reminders_off VALUES ($1, now())", [asha.id]);
  await query("INSERT INTO billing_notices VALUES ($1, 'expired', '2026-11-16', now())", [asha.id]);
  await query(
    "INSERT INTO guarantee_results VALUES ($1, $2, $3, 'MONTHLY', now(), now(), -5, 99900, 'refund', '[]', now())",
    [randomUUID(), orderId, asha.id],
  );
}

async function furnishBrokers(): Promise<void> {
  const { query } = product;
  const linkId = randomUUID();
  const credentialsId = randomUUID();
  await query("INSERT INTO trading_account VALUES ($1, $2, 'zerodha', '\\x00', now())", [linkId, asha.id]);
  await query(
    `INSERT INTO broker_links (id, user_id, broker, client_id, credentials_id, sealed_app_key, profile, connected_at)
     VALUES ($1, $2, 'zerodha', $3, $4, 'v1.1.sealed', $5, now())`,
    [linkId, asha.id, `C${linkId}`, credentialsId, { name: NAME, email: asha.email, mobile: phone, userType: null }],
  );
  await query(
    `INSERT INTO broker_link_drafts (user_id, broker, client_id, credentials_id, sealed_app_key, since, expires_at)
     VALUES ($1, 'fyers', $2, $3, 'v1.1.sealed', now(), now() + interval '1 day')`,
    [asha.id, `C${linkId}`, credentialsId],
  );
  await query(
    `INSERT INTO broker_logins VALUES (decode(md5($1), 'hex'), $2, 'zerodha', $3, 'browser', now() + interval '1 day')`,
    [linkId, asha.id, credentialsId],
  );
  await query("INSERT INTO connect_links VALUES (decode(md5($1), 'hex'), $2, $1::uuid, now() + interval '1 day')", [
    linkId,
    asha.id,
  ]);
}

async function furnishRuns(): Promise<void> {
  const { query } = product;
  const id = randomUUID();
  await query(
    `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
       is_background, started_at, started_by, seen_at)
     VALUES ($1, $2, 'zerodha', $1, $3, '2026-11-16', 50000, 'auto', true, now(), 'person', now())`,
    [id, asha.id, id],
  );
  await query("INSERT INTO algo_setting VALUES ($1, 'zerodha', 'auto', 50000, '2026-11-16')", [asha.id]);
  await query("INSERT INTO algo_consent VALUES ($1, '2026-11-01', now(), '127.0.0.1')", [asha.id]);
  await query("INSERT INTO paper_account VALUES ($1, $2, $3, 50000, '2026-11-16', 50000, '[]', 1, now(), 1)", [
    id,
    asha.id,
    id,
  ]);
  await query(
    `INSERT INTO approval_offer (tag, trading_day, account_id, user_id, broker, signal_id, isin, symbol, side, quantity,
       limit_paise, signal_price_paise, sentence, offered_at, until, token_hash)
     VALUES ($1, '2026-11-16', $1, $2, 'zerodha', 's', 'INE062A01020', 'SBIN', 'buy', 1, 1, 1, 'why', now(), now(), 'hash')`,
    [id, asha.id],
  );
  await query("INSERT INTO kill_switch VALUES ($1, '2026-11-13', now())", [asha.id]);
  await query("INSERT INTO capital_choice VALUES ($1, $2, 'account', 50000, true, now())", [id, asha.id]);
  await query(
    "INSERT INTO idempotency_key (user_id, key, request_hash, turn, lease_until, expires_at) VALUES ($1, 'key', 'hash', $2, now(), now() + interval '1 day')",
    [asha.id, id],
  );
}

async function furnishNotifications(): Promise<void> {
  const { query } = product;
  const id = randomUUID();
  await query("INSERT INTO notifications VALUES ($1, $2, 'security', 'once', now())", [id, asha.id]);
  await query(
    `INSERT INTO notification_deliveries (id, notification_id, user_id, channel, state, useful_until, updated_at)
     VALUES ($1, $1, $2, 'mail', 'sent', now(), now())`,
    [id, asha.id],
  );
  await query("INSERT INTO notification_switches VALUES ($1, 'readiness', 'mail', true)", [asha.id]);
  await query("INSERT INTO notification_rules VALUES ($1, false)", [asha.id]);
  await query("INSERT INTO push_devices VALUES ($1, $2, $3, 'sealed', 'phone', now())", [id, asha.id, id]);
  await query("INSERT INTO telegram_chats VALUES ($1, $2, $3, now())", [asha.id, id, NAME]);
  await query("INSERT INTO telegram_tokens VALUES (decode(md5($1), 'hex'), $2, now())", [id, asha.id]);
  await query("INSERT INTO user_events (user_id, kind, payload, at) VALUES ($1, 'readiness', '{}', now())", [asha.id]);
  await query("INSERT INTO user_event_heads VALUES ($1, 0) ON CONFLICT DO NOTHING", [asha.id]);
}

describe("deleting an account", () => {
  it("refuses to delete an account without a password, with a wrong one, without the confirmation word and without a session", async () => {
    const refusals = [
      await deleteAccount({ confirm: "DELETE" }),
      await deleteAccount(confirmed("not-my-password")),
      await deleteAccount(confirmed("")),
      await deleteAccount({ password: asha.password, confirm: "delete" }),
      await deleteAccount({ password: asha.password }),
      await deleteAccount(confirmed(), null),
    ];
    expect(refusals.map((reply) => reply.json().code)).toEqual([
      "wrong_password",
      "wrong_password",
      "wrong_password",
      "invalid_input",
      "invalid_input",
      "not_signed_in",
    ]);
    expect([await profile(here), await logIn()]).toEqual([200, 200]);
    expect(await auditKindsOf(product, asha.id)).not.toContain("account_deleted");
  });

  it("deleting an account ends every session and credential, and clears the cookie", async () => {
    const elsewhere = await product.signIn(asha, true);
    const laptop = desk.makeAuthenticator();
    await desk.add(here, laptop);
    const reply = await deleteAccount(confirmed());
    expect(reply.json()).toEqual({ message: "Your account has been deleted" });
    expect(String(reply.headers["set-cookie"])).toMatch(/session=; .*Max-Age=0/);

    expect([await profile(here), await profile(elsewhere), await logIn()]).toEqual([401, 401, 401]);
    expect((await desk.logIn(laptop)).statusCode).toBe(400);
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    expect(await settledSubjects(product, asha.email)).toEqual([
      expect.stringContaining("A passkey was added"),
      "Your Vriddhi account was deleted",
    ]);
    expect((await auditKindsOf(product, asha.id)).at(-1)).toBe("account_deleted");
  });

  it("deleting an account frees the address for a new account", async () => {
    await deleteAccount(confirmed());
    const { email } = asha;
    const body = { name: "Meera New", email, password: "quite-another-one", dob: "1992-02-29" };
    expect((await product.send("POST", "/auth/signup", { body })).statusCode).toBe(200);
    const code = await product.latestCode(email);
    const typed = { email, code, password: body.password };
    expect((await product.send("POST", "/auth/verify-email", { body: typed })).statusCode).toBe(200);
    const entered = await product.send("POST", "/auth/login", { body: { email, password: body.password } });
    expect(entered.json().user).toMatchObject({ email, name: body.name, plan: null });
    expect(entered.json().user.id).not.toBe(asha.id);
    expect(await logIn()).toBe(401);
  });

  it("deleting an account removes name, addresses and phone from the database, except the name on an invoice", async () => {
    await furnish();
    const before = await dumpDatabase(product);
    for (const text of [NAME, asha.email, phone]) expect(tablesWith(before, text)).not.toEqual([]);

    expect((await deleteAccount(confirmed())).statusCode).toBe(200);
    const after = await dumpDatabase(product);
    for (const text of [asha.email, phone, `sub-${asha.id}`]) expect(tablesWith(after, text)).toEqual([]);
    expect(tablesWith(after, NAME)).toEqual(["public.invoices"]);
  });

  it("deleting an account keeps what the law requires under the same id: invoices unchanged, all else without a name", async () => {
    const { subscriptionId } = await furnish();
    await deleteAccount(confirmed());
    const kept = await product.query("SELECT id, user_id FROM subscription_periods WHERE id = $1", [subscriptionId]);
    expect(kept).toEqual([{ id: subscriptionId, user_id: asha.id }]);
    const [invoice] = await product.query("SELECT * FROM invoices WHERE user_id = $1", [asha.id]);
    expect(invoice).toMatchObject({ buyer_name: NAME, buyer_address: "12 MG Road", buyer_email: null });
    const [row] = await product.query("SELECT * FROM users WHERE id = $1", [asha.id]);
    expect(row).toMatchObject({
      email: `${asha.id}@deleted.invalid`,
      name: "Deleted account",
      dob: null,
      password_hash: null,
      google_sub: null,
      phone: null,
      phone_verified_at: null,
      deleted_at: new Date(clock.now()),
    });
  });

  it("deleting an account empties every table with user data, except those decided to stay", async () => {
    await furnish();
    const tables = await product.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual([...TABLES_THAT_GO, ...TABLES_THAT_STAY].toSorted());
    const holding = async () => tablesWith(await dumpDatabase(product), asha.id).map((name) => name.split(".")[1]);
    expect(await holding()).toEqual(expect.arrayContaining([...TABLES_THAT_GO, ...TABLES_THAT_STAY]));
    await deleteAccount(confirmed());
    expect((await holding()).filter((name) => name !== "users").toSorted()).toEqual(TABLES_THAT_STAY);
  });

  it("deleting an account does not touch other users", async () => {
    const kabir = await product.makeUser({ email: `x${asha.email}` });
    const his = await product.signIn(kabir);
    const forget = () =>
      product.send("POST", "/auth/forgot-password", { body: { email: kabir.email }, ip: "127.7.7.7" });
    await forget();
    await deleteAccount(confirmed());
    expect(await profile(his)).toBe(200);
    const again = await forget();
    expect(again.statusCode).toBe(429); // His rate limits are unchanged too.
  });

  it("deleting an account works for a Google user without a password", async () => {
    await product.query("UPDATE users SET password_hash = NULL, google_sub = $2 WHERE id = $1", [asha.id, asha.email]);
    expect((await deleteAccount({ confirm: "no" })).statusCode).toBe(400);
    expect((await deleteAccount({ confirm: "DELETE" })).statusCode).toBe(200);
    expect(await profile(here)).toBe(401);
  });

  it("deleting an account refuses a session that starts at the same moment", async () => {
    await product.query("UPDATE users SET deleted_at = now() WHERE id = $1", [asha.id]); // all but the sessions' end
    expect(await profile(here)).toBe(401);
  });
});
