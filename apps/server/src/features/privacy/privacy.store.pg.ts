import type { StopCause } from "@vriddhi/core/run/run";
import { and, count, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { AuditKind } from "../../platform/audit/audit.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { sessions, signups, users } from "../../platform/db/schema/account.ts";
import { approvalOffers } from "../../platform/db/schema/approval.ts";
import { auditEvents } from "../../platform/db/schema/audit.ts";
import {
  billingDetails,
  billingNotices,
  guaranteeResults,
  invoices,
  paymentOrders,
  remindersOff,
  trialUses,
} from "../../platform/db/schema/billing.ts";
import { newsletterReaders } from "../../platform/db/schema/blog.ts";
import { brokerLinkDrafts, brokerLinks, brokerLogins, connectLinks } from "../../platform/db/schema/broker.ts";
import { adminSessions } from "../../platform/db/schema/desk.ts";
import {
  notificationDeliveries,
  notificationRules,
  notificationSwitches,
  notifications,
  pushDevices,
  telegramChats,
  telegramTokens,
  userEventHeads,
  userEvents,
} from "../../platform/db/schema/notification.ts";
import { ledger, tradingAccounts } from "../../platform/db/schema/order.ts";
import { paperAccounts } from "../../platform/db/schema/paper.ts";
import { rateLimit } from "../../platform/db/schema/platform.ts";
import {
  algoConsents,
  algoRuns,
  algoSettings,
  capitalChoices,
  idempotencyKeys,
  killSwitches,
  tradingPreferences,
} from "../../platform/db/schema/run.ts";
import {
  factorRemovals,
  mailCodes,
  otpSessions,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  totpFactors,
} from "../../platform/db/schema/security.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import { supportMessages, supportThreads } from "../../platform/db/schema/support.ts";
import { exportedColumns } from "./exported-columns.ts";
import type { PrivacyStore } from "./privacy.store.ts";

const erasedTables = [
  sessions,
  adminSessions,
  mailCodes,
  totpFactors,
  recoveryCodes,
  passkeys,
  passkeyChallenges,
  otpSessions,
  factorRemovals,
  supportThreads,
  remindersOff,
  billingNotices,
  billingDetails,
  connectLinks,
  brokerLogins,
  brokerLinkDrafts,
  brokerLinks,
  paperAccounts,
  algoSettings,
  killSwitches,
  capitalChoices,
  tradingPreferences,
  idempotencyKeys,
  notificationDeliveries,
  notifications,
  notificationSwitches,
  notificationRules,
  pushDevices,
  telegramChats,
  telegramTokens,
  userEvents,
  userEventHeads,
];

const HISTORY_KINDS: AuditKind[] = [
  "login",
  "login_failed",
  "logout",
  "session_revoked",
  "password_changed",
  "password_reset",
  "email_changed",
  "totp_enabled",
  "totp_disabled",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "passkeys_ended",
  "phone_verified",
  "google_linked",
  "google_unlinked",
  "factor_removal_asked",
];

const passkeysOf = (db: NodePgDatabase, userId: string) =>
  db.select(exportedColumns.passkeys).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt);

async function overviewOf(db: NodePgDatabase, userId: string) {
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  const [factor] = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId));
  const [left] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return {
    hasPassword: (person?.passwordHash ?? null) !== null,
    hasGoogle: (person?.googleSub ?? null) !== null,
    isTotpOn: (factor?.confirmedAt ?? null) !== null,
    recoveryCodesLeft: left?.codes ?? 0,
    phone: person?.phone ?? null,
    passkeys: await passkeysOf(db, userId),
  };
}

const supportOf = (db: NodePgDatabase, userId: string) =>
  db
    .select(exportedColumns.supportMessage)
    .from(supportMessages)
    .innerJoin(supportThreads, eq(supportMessages.threadId, supportThreads.id))
    .where(eq(supportThreads.userId, userId))
    .orderBy(supportMessages.createdAt);

/** The law requires most of it after the account is gone, invoices unchanged. */
async function billingOf(db: NodePgDatabase, userId: string) {
  const { purchase, invoice, details, guarantee, trial, remindersOff: off, notice } = exportedColumns;
  return {
    purchases: await db.select(purchase).from(paymentOrders).where(eq(paymentOrders.userId, userId)),
    invoices: await db.select(invoice).from(invoices).where(eq(invoices.userId, userId)),
    billingDetails: await db.select(details).from(billingDetails).where(eq(billingDetails.userId, userId)),
    guarantees: await db.select(guarantee).from(guaranteeResults).where(eq(guaranteeResults.userId, userId)),
    trial: await db.select(trial).from(trialUses).where(eq(trialUses.userId, userId)),
    remindersOff: await db.select(off).from(remindersOff).where(eq(remindersOff.userId, userId)),
    notices: await db.select(notice).from(billingNotices).where(eq(billingNotices.userId, userId)),
  };
}

async function notificationsOf(db: NodePgDatabase, userId: string) {
  const { notified, delivery, notificationSwitch, notificationRule, pushDevice, telegramChat, liveEvent } =
    exportedColumns;
  return {
    notifications: await db.select(notified).from(notifications).where(eq(notifications.userId, userId)),
    deliveries: await db.select(delivery).from(notificationDeliveries).where(eq(notificationDeliveries.userId, userId)),
    notificationSwitches: await db
      .select(notificationSwitch)
      .from(notificationSwitches)
      .where(eq(notificationSwitches.userId, userId)),
    notificationRules: await db
      .select(notificationRule)
      .from(notificationRules)
      .where(eq(notificationRules.userId, userId)),
    pushDevices: await db.select(pushDevice).from(pushDevices).where(eq(pushDevices.userId, userId)),
    telegramChats: await db.select(telegramChat).from(telegramChats).where(eq(telegramChats.userId, userId)),
    liveEvents: await db.select(liveEvent).from(userEvents).where(eq(userEvents.userId, userId)),
  };
}

/** Broker accounts and their records; both stay after the deletion, under a number only. */
async function tradingOf(db: NodePgDatabase, userId: string) {
  const { tradingAccount, ledgerEntry, paperAccount } = exportedColumns;
  return {
    paperAccounts: await db.select(paperAccount).from(paperAccounts).where(eq(paperAccounts.userId, userId)),
    tradingAccounts: await db.select(tradingAccount).from(tradingAccounts).where(eq(tradingAccounts.userId, userId)),
    ledger: await db
      .select(ledgerEntry)
      .from(ledger)
      .innerJoin(tradingAccounts, eq(ledger.accountId, tradingAccounts.id))
      .where(eq(tradingAccounts.userId, userId))
      .orderBy(ledger.id),
  };
}

/** Runs, consents and approvals stay after the deletion as evidence, under a number only. */
async function runsOf(db: NodePgDatabase, userId: string) {
  const { run, runSetting, consent, approval, killSwitch, capitalChoice, tradingWish } = exportedColumns;
  return {
    runs: await db.select(run).from(algoRuns).where(eq(algoRuns.userId, userId)).orderBy(algoRuns.startedAt),
    runSettings: await db.select(runSetting).from(algoSettings).where(eq(algoSettings.userId, userId)),
    consents: await db.select(consent).from(algoConsents).where(eq(algoConsents.userId, userId)),
    approvals: await db.select(approval).from(approvalOffers).where(eq(approvalOffers.userId, userId)),
    killSwitches: await db.select(killSwitch).from(killSwitches).where(eq(killSwitches.userId, userId)),
    capitalChoices: await db.select(capitalChoice).from(capitalChoices).where(eq(capitalChoices.userId, userId)),
    tradingPreferences: await db
      .select(tradingWish)
      .from(tradingPreferences)
      .where(eq(tradingPreferences.userId, userId)),
  };
}

async function exportOf(db: NodePgDatabase, userId: string) {
  const { profile, session, period, authenticator, recoveryCode, mailedCode, textedCode, event } = exportedColumns;
  return {
    profile: await db.select(profile).from(users).where(eq(users.id, userId)),
    sessions: await db.select(session).from(sessions).where(eq(sessions.userId, userId)),
    subscriptions: await db.select(period).from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, userId)),
    passkeys: await passkeysOf(db, userId),
    authenticator: await db.select(authenticator).from(totpFactors).where(eq(totpFactors.userId, userId)),
    recoveryCodes: await db.select(recoveryCode).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    mailedCodes: await db.select(mailedCode).from(mailCodes).where(eq(mailCodes.userId, userId)),
    textedCodes: await db.select(textedCode).from(otpSessions).where(eq(otpSessions.userId, userId)),
    supportMessages: await supportOf(db, userId),
    ...(await billingOf(db, userId)),
    ...(await notificationsOf(db, userId)),
    ...(await tradingOf(db, userId)),
    ...(await runsOf(db, userId)),
    brokerLinks: await db.select(exportedColumns.brokerLink).from(brokerLinks).where(eq(brokerLinks.userId, userId)),
    brokerLoginsPending: await db
      .select(exportedColumns.brokerDraft)
      .from(brokerLinkDrafts)
      .where(eq(brokerLinkDrafts.userId, userId)),
    events: await db.select(event).from(auditEvents).where(eq(auditEvents.userId, userId)).orderBy(auditEvents.id),
  };
}

/** Rows tied to the address, not the account: open sign-ups, newsletter, and rate limits whose keys contain it. */
async function eraseByName({ db }: Tx, person: { id: string; email: string; phone: string | null }): Promise<void> {
  const { id, email, phone } = person;
  await db.delete(signups).where(eq(signups.email, email));
  await db.delete(supportThreads).where(eq(supportThreads.email, email));
  await db.delete(newsletterReaders).where(eq(newsletterReaders.email, email));
  const subject = sql`split_part(${rateLimit.key}, ':', 3)`;
  const isOwn = inArray(subject, [id, email, `+${phone ?? ""}`]);
  await db.delete(rateLimit).where(or(isOwn, sql`starts_with(${subject}, ${`${email}|`})`));
}

const erasedFields = {
  name: "Deleted account",
  dob: null,
  passwordHash: null,
  googleSub: null,
  phone: null,
  phoneVerifiedAt: null,
  role: "user",
} as const;

export const createPrivacyStore = ({ db, transaction }: Database): PrivacyStore => ({
  transaction,
  overviewOf: (userId) => overviewOf(db, userId),
  eventsOf: (userId, most) =>
    db
      .select(exportedColumns.event)
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, userId), inArray(auditEvents.kind, HISTORY_KINDS)))
      .orderBy(desc(auditEvents.id))
      .limit(most),
  exportOf: (userId) => exportOf(db, userId),
  async erase(tx, userId, at) {
    // Locked, so that the address cannot change meanwhile.
    const [person] = await tx.db.select().from(users).where(eq(users.id, userId)).for("update");
    if (!person) return;
    for (const table of erasedTables) await tx.db.delete(table).where(eq(table.userId, userId));
    await eraseByName(tx, person);
    const ended = { stoppedAt: at, stopCause: "disconnected" satisfies StopCause };
    await tx.db
      .update(algoRuns)
      .set(ended)
      .where(and(eq(algoRuns.userId, userId), isNull(algoRuns.stoppedAt)));
    // The law requires the buyer's name and address on an invoice, but no mail address.
    await tx.db.update(invoices).set({ buyerEmail: null }).where(eq(invoices.userId, userId));
    const gone = { ...erasedFields, email: `${userId}@deleted.invalid`, deletedAt: at };
    await tx.db.update(users).set(gone).where(eq(users.id, userId));
  },
});
