import { sql } from "drizzle-orm";
import { boolean, check, customType, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    name: text().notNull(),
    dob: date({ mode: "string" }),
    passwordHash: text("password_hash"),
    role: text({ enum: ["user", "blog_admin", "support", "admin"] }).notNull(),
    googleSub: text("google_sub").unique(),
    phone: text().unique(),
    phoneVerifiedAt: instant("phone_verified_at"),
    hasCommonPassword: boolean("has_common_password").notNull().default(false),
    passwordWarnedAt: instant("password_warned_at"),
    createdAt: instant("created_at").notNull(),
    /** A deleted account keeps its row without a name, for the records that refer to it. */
    deletedAt: instant("deleted_at"),
    suspendedAt: instant("suspended_at"),
    suspendedReason: text("suspended_reason"),
    suspendedBy: uuid("suspended_by"),
  },
  (table) => [
    check("users_role", sql`${table.role} in ('user', 'blog_admin', 'support', 'admin')`),
    index("users_by_name").on(sql`lower(${table.name})`, table.id).where(sql`${table.deletedAt} is null`),
    index("users_common_password").on(table.passwordWarnedAt).where(sql`${table.hasCommonPassword}`),
  ],
);

/** Unverified sign-ups. The entered code decides whose name and password the account gets. */
export const signups = pgTable(
  "signups",
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    dob: date({ mode: "string" }).notNull(),
    passwordHash: text("password_hash").notNull(),
    hasCommonPassword: boolean("has_common_password").notNull().default(false),
    codeHash: bytes("code_hash").notNull(),
    tries: integer().notNull().default(0),
    codeExpiresAt: instant("code_expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("signups_email").on(table.email)],
);

/** Open sessions; the token itself is never stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    tokenHash: bytes("token_hash").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    isRemembered: boolean("is_remembered").notNull(),
    device: text().notNull(),
    ip: text().notNull(),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    provedAt: instant("proved_at").notNull(),
    provedBy: text("proved_by", { enum: ["password", "code", "passkey", "google"] }).notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);
