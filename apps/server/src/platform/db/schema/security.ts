import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const ownedByUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const mailCodes = pgTable(
  "mail_codes",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    purpose: text({ enum: ["reset-password", "change-email", "login"] }).notNull(),
    email: text().notNull(),
    codeHash: bytes("code_hash").notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("mail_codes_user").on(table.userId, table.purpose)],
);

export const totpFactors = pgTable("totp_factors", {
  userId: ownedByUser().primaryKey(),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The last accepted 30-second step: no code works twice. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

/** A lost authenticator: the operator verified the owner, and it is removed a day later. */
export const factorRemovals = pgTable("factor_removals", {
  userId: ownedByUser().primaryKey(),
  askedAt: instant("asked_at").notNull(),
  /** A day after the owner was notified; `null` before. */
  dueAt: instant("due_at"),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    codeHash: bytes("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytes("public_key").notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const passkeyChallenges = pgTable("passkey_challenges", {
  id: uuid().primaryKey(),
  /** `null` at a sign-in. */
  userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
  challenge: text().notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** A started Google sign-in: bound to the browser by a cookie, consumed by its first reply. */
export const googleAttempts = pgTable("google_attempts", {
  cookieHash: bytes("cookie_hash").primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  sealedVerifier: text("sealed_verifier").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** A texted code: binds the gateway's session to number, user and address. */
export const otpSessions = pgTable(
  "otp_sessions",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    phone: text().notNull(),
    gateway: text().notNull(),
    gatewayRef: text("gateway_ref").notNull(),
    ip: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
    verifiedAt: instant("verified_at"),
  },
  (table) => [
    index("otp_sessions_user").on(table.userId),
    index("otp_sessions_ip").on(table.ip, table.verifiedAt),
    /** The ten thousand neighbours of a number, newest first. */
    index("otp_sessions_block").on(sql`left(${table.phone}, -4)`, table.expiresAt),
  ],
);
