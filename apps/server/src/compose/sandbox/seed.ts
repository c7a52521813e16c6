import { splitGst } from "@vriddhi/core/billing/gst";
import { fiscalYearOf, formatInvoiceNumber } from "@vriddhi/core/billing/invoice-number";
import { bandAt, planLengthMs } from "@vriddhi/core/billing/plans";
import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { eq } from "drizzle-orm";
import pg from "pg";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Database } from "../../platform/db/database.ts";
import { evenIfBusy } from "../../platform/db/even-if-busy.ts";
import { users } from "../../platform/db/schema/account.ts";
import { coupons, invoiceSeries, invoices, paymentOrders } from "../../platform/db/schema/billing.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import { type StaffLogins, staffEmails } from "./staff-logins.ts";

export const demoUsers = [
  {
    id: "0d5e9a52-6a3b-4f0e-9d0e-5a1f3c7b2e10",
    email: "demo@vriddhi.example",
    password: "demo-password",
    name: "Asha Rao",
    dob: "1991-04-12",
    note: "subscribed, annual plan, phone verified, Angel One and Zerodha connected",
    // Not the number that most visitors would try: real numbers receive no texts.
    phone: "919800417265",
    hasPlan: true,
    role: "user",
  },
  {
    id: "7b1c40de-2f6f-4f0b-8a5c-9d2f6f3c1a77",
    email: "fresh@vriddhi.example",
    password: "fresh-password",
    name: "Kabir Mehta",
    dob: "1998-09-30",
    note: "new here, no subscription",
    phone: null,
    hasPlan: false,
    role: "user",
  },
  {
    id: "3f9d2c84-0b6e-4a57-9c1d-8e4a7b5d6f21",
    email: staffEmails.admin,
    staffName: "admin",
    name: "Meera Iyer",
    dob: "1986-02-19",
    note: "the operator, user name admin: the desk at /secret, users at /admin/login, back-tests at /admin/backtest",
    phone: null,
    hasPlan: false,
    role: "admin",
  },
  {
    id: "b41f6c0a-93d7-4e52-8a6b-1d7e0c5f9a34",
    email: "second@vriddhi.example",
    password: "second-password",
    name: "Arjun Pillai",
    dob: "1989-07-08",
    note: "a second admin, who confirms where the desk asks for four eyes; /secret",
    phone: null,
    hasPlan: false,
    role: "admin",
  },
  {
    id: "e7a3905d-4c18-4f6d-b2e9-60d8a1c7f542",
    email: "support@vriddhi.example",
    password: "support-password",
    name: "Farah Khan",
    dob: "1994-11-23",
    note: "support: reads the desk at /secret and changes nothing",
    phone: null,
    hasPlan: false,
    role: "support",
  },
  {
    id: "92c5d8f1-7e0b-4b3a-a6d4-3f1b8e2c7d65",
    email: staffEmails.blog,
    staffName: "blog",
    name: "Nisha Verma",
    dob: "1992-03-17",
    note: "the blog's admin, user name blog, at /blog-admin/login",
    phone: null,
    hasPlan: false,
    role: "blog_admin",
  },
] as const;

/** `discount` in ten-thousandths of the price. */
const demoCoupons = [
  { code: "WELCOME10", discount: 9_000, endsAt: null, usesMax: null },
  { code: "HALF", discount: 5_000, endsAt: null, usesMax: 1_000 },
] as const;

/** What a reset keeps: bucket owners, encryption keys, the sandbox's own state. Migrations are in another schema. */
const KEPT_TABLES = [
  ...["bucket_owner", "data_key", "leader_epochs", "sandbox_state"],
  // Public content is not part of a trading day.
  ...["blog_posts", "blog_revisions", "blog_images"],
];

/** Empties every table but the kept ones. Needs the owner's login. */
export async function emptyDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY ($1)",
      [KEPT_TABLES],
    );
    const names = rows.map(({ name }) => name).join(", ");
    await evenIfBusy(() => client.query(`TRUNCATE ${names} RESTART IDENTITY CASCADE; DELETE FROM pgboss.job;`));
  } finally {
    await client.end();
  }
}

type DemoUser = (typeof demoUsers)[number];

const passwordOf = (person: DemoUser, staff: StaffLogins): string =>
  "staffName" in person ? staff[person.staffName] : person.password;

export const demoLogins = (staff: StaffLogins) =>
  demoUsers.map((person) => ({
    email: person.email,
    password: passwordOf(person, staff),
    name: person.name,
    note: person.note,
  }));

async function hashed(hasher: PasswordHasher, password: string): Promise<string> {
  const passwordHash = await hasher.hash(password);
  if (!passwordHash.ok) throw new Error("password hashing failed at the start: the hasher is busy");
  return passwordHash.value;
}

/** A setting may have changed since the account was created. */
async function renewPassword({ db }: Database, hasher: PasswordHasher, id: string, password: string): Promise<void> {
  const [known] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  const checked = await hasher.verify(known?.passwordHash ?? null, password);
  if (checked.ok && checked.value) return;
  await db
    .update(users)
    .set({ passwordHash: await hashed(hasher, password) })
    .where(eq(users.id, id));
}

async function plantPerson(
  database: Database,
  hasher: PasswordHasher,
  person: DemoUser,
  password: string,
  now: { human: EpochMs; market: EpochMs },
): Promise<boolean> {
  const { id, email, name, dob, phone, role, hasPlan } = person;
  const createdAt = hasPlan ? later(boughtAt(now), -DAY_MS) : now.human;
  const phoneVerifiedAt = phone === null ? null : createdAt;
  const passwordHash = await hashed(hasher, password);
  const row = { id, email, name, dob, phone, role, passwordHash, createdAt, phoneVerifiedAt };
  const added = await database.db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
  if (hasPlan && added.length === 1) await plantPlan(database, person, now);
  return added.length === 1;
}

/** Creates missing demo accounts and sets the back-office passwords. True on the first start. */
export async function seed(
  database: Database,
  hasher: PasswordHasher,
  staff: StaffLogins,
  now: { human: EpochMs; market: EpochMs },
): Promise<boolean> {
  await database.db
    .insert(coupons)
    .values([...demoCoupons])
    .onConflictDoNothing();
  let isFirst = false;
  for (const person of demoUsers) {
    const password = passwordOf(person, staff);
    const known = await database.db.select({ id: users.id }).from(users).where(eq(users.id, person.id));
    if (known.length === 0) isFirst = (await plantPerson(database, hasher, person, password, now)) || isFirst;
    else if ("staffName" in person) await renewPassword(database, hasher, person.id, password);
  }
  return isFirst;
}

const boughtAt = ({ market }: { readonly market: EpochMs }): EpochMs => later(market, -30 * DAY_MS);

const DEMO_PAYMENT = "pay_sandbox_demo";
const DEMO_ORDER = "c2f6a0d4-58b3-4b0e-8d21-7f0a5f0c9b11";

async function plantPlan(
  { db }: Database,
  person: { readonly id: string; readonly name: string; readonly email: string },
  now: { human: EpochMs; market: EpochMs },
): Promise<void> {
  const { band, prices } = bandAt(3);
  const [startsAt, amount, plan, paymentId] = [boughtAt(now), prices.ANNUALLY, "ANNUALLY", DEMO_PAYMENT];
  const fiscalYear = fiscalYearOf(startsAt);
  const { taxable, cgst, sgst } = splitGst(amount, { seller: "29", placeOfSupply: "29" });
  const owned = { userId: person.id, orderId: DEMO_ORDER };
  await db.insert(paymentOrders).values({
    id: DEMO_ORDER,
    userId: person.id,
    kind: "plan",
    plan,
    bandPaise: band,
    amountPaise: amount,
    state: "paid",
    paymentId,
    createdAt: startsAt,
    paidAt: startsAt,
    settledAt: startsAt,
  });
  await db.insert(invoiceSeries).values({ kind: "invoice", fiscalYear, last: 1 }).onConflictDoNothing();
  await db.insert(invoices).values({
    ...owned,
    id: "5c0f3bb2-6f0a-4a0c-9a57-2d6a1be4c701",
    kind: "invoice",
    fiscalYear,
    serial: 1,
    number: formatInvoiceNumber("invoice", fiscalYear, 1),
    description: "Subscription, Annually",
    paymentId,
    buyerName: person.name,
    buyerEmail: person.email,
    issuedAt: startsAt,
    amountPaise: amount,
    taxablePaise: taxable,
    cgstPaise: cgst,
    sgstPaise: sgst,
  });
  await db.insert(subscriptionPeriods).values({
    ...owned,
    id: "3f9b8b0e-5a1d-4a7e-8f45-0c7d2b9a6e01",
    plan,
    bandPaise: band,
    paymentId,
    startsAt,
    endsAt: later(startsAt, planLengthMs("ANNUALLY")),
  });
}
