import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { sessions, users } from "../../platform/db/schema/account.ts";
import { auditEvents } from "../../platform/db/schema/audit.ts";
import { mailCodes, otpSessions, passkeys, recoveryCodes, totpFactors } from "../../platform/db/schema/security.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import type { PrivacyStore } from "./privacy.store.ts";

/** Tables whose rows go with the person. */
const erasedTables = [sessions, mailCodes, totpFactors, recoveryCodes, passkeys, otpSessions];

const HISTORY_KINDS = [
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
  "phone_verified",
];

export function createPrivacyStore({ db, transaction }: Database): PrivacyStore {
  const passkeysOf = (userId: string) =>
    db
      .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt);
  return {
    transaction,
    async overviewOf(userId) {
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
        passkeys: await passkeysOf(userId),
      };
    },
    eventsOf: (userId, most) =>
      db
        .select({ kind: auditEvents.kind, ip: auditEvents.ip, device: auditEvents.device, at: auditEvents.at })
        .from(auditEvents)
        .where(and(eq(auditEvents.userId, userId), inArray(auditEvents.kind, HISTORY_KINDS)))
        .orderBy(desc(auditEvents.id))
        .limit(most),
    async exportOf(userId) {
      const { id, email, name, dob, phone, createdAt } = users;
      const person = { id, email, name, dob, phone, createdAt };
      const session = {
        device: sessions.device,
        ip: sessions.ip,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      };
      const event = { kind: auditEvents.kind, ip: auditEvents.ip, device: auditEvents.device, at: auditEvents.at };
      return {
        profile: await db.select(person).from(users).where(eq(users.id, userId)),
        sessions: await db.select(session).from(sessions).where(eq(sessions.userId, userId)),
        subscriptions: await db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, userId)),
        passkeys: await passkeysOf(userId),
        events: await db.select(event).from(auditEvents).where(eq(auditEvents.userId, userId)).orderBy(auditEvents.id),
      };
    },
    async erase(tx, userId, at) {
      for (const table of erasedTables) await tx.db.delete(table).where(eq(table.userId, userId));
      await tx.db
        .update(users)
        .set({
          email: `${userId}@deleted.invalid`,
          name: "Deleted account",
          dob: null,
          passwordHash: null,
          googleSub: null,
          phone: null,
          phoneVerifiedAt: null,
          role: "user",
          deletedAt: at,
        })
        .where(eq(users.id, userId));
    },
  };
}
