import { sessions, users } from "../../platform/db/schema/account.ts";
import { auditEvents } from "../../platform/db/schema/audit.ts";
import { mailCodes, otpSessions, passkeys, recoveryCodes, totpFactors } from "../../platform/db/schema/security.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";

/** What leaves with a person's data. Each column is named, so that a secret that joins a table stays at home. */
export const exportedColumns = {
  profile: {
    id: users.id,
    email: users.email,
    name: users.name,
    dob: users.dob,
    role: users.role,
    phone: users.phone,
    phoneVerifiedAt: users.phoneVerifiedAt,
    googleSub: users.googleSub,
    createdAt: users.createdAt,
  },
  session: {
    device: sessions.device,
    ip: sessions.ip,
    isRemembered: sessions.isRemembered,
    createdAt: sessions.createdAt,
    lastSeenAt: sessions.lastSeenAt,
    expiresAt: sessions.expiresAt,
  },
  period: {
    id: subscriptionPeriods.id,
    plan: subscriptionPeriods.plan,
    startsAt: subscriptionPeriods.startsAt,
    endsAt: subscriptionPeriods.endsAt,
    bandPaise: subscriptionPeriods.bandPaise,
    paymentId: subscriptionPeriods.paymentId,
  },
  passkeys: { id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt },
  authenticator: { confirmedAt: totpFactors.confirmedAt },
  recoveryCode: { usedAt: recoveryCodes.usedAt },
  mailedCode: { purpose: mailCodes.purpose, email: mailCodes.email, expiresAt: mailCodes.expiresAt },
  textedCode: {
    phone: otpSessions.phone,
    ip: otpSessions.ip,
    expiresAt: otpSessions.expiresAt,
    verifiedAt: otpSessions.verifiedAt,
  },
  event: { kind: auditEvents.kind, ip: auditEvents.ip, device: auditEvents.device, at: auditEvents.at },
};
