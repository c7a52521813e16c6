import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const ownedByUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * A person's account at a broker: what they typed in, and today's session. Secrets are sealed one by one for this
 * row; which of them a broker has is its adapter's business.
 */
export const brokerLinks = pgTable(
  "broker_links",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    broker: text({ enum: ["fyers", "zerodha", "angelone"] }).notNull(),
    /** At one broker it belongs to one person. */
    clientId: text("client_id").notNull(),
    /** Names the application; not a secret, but masked on the way out. */
    appKey: text("app_key").notNull(),
    sealedAppSecret: text("sealed_app_secret"),
    sealedPin: text("sealed_pin"),
    sealedTotp: text("sealed_totp"),
    isAutoApproved: boolean("is_auto_approved").notNull().default(false),
    dailyTradesMax: integer("daily_trades_max").notNull().default(50),
    isRiskManaged: boolean("is_risk_managed").notNull().default(true),
    /** A login has worked with these credentials. */
    isProven: boolean("is_proven").notNull().default(false),
    /** Its owner disconnected it: no morning brings it back. */
    isLeft: boolean("is_left").notNull().default(false),
    profile: jsonb().$type<{ name: string; email: string | null; mobile: string | null; userType: string | null }>(),
    sealedAccess: text("sealed_access"),
    sealedRefresh: text("sealed_refresh"),
    sealedFeed: text("sealed_feed"),
    /** What the refresh token is called outside. */
    refreshHandle: text("refresh_handle"),
    /** On the market clock, all three. */
    sessionFrom: instant("session_from"),
    sessionUntil: instant("session_until"),
    lastCallAt: instant("last_call_at"),
    /** Where this account's orders leave from, and nobody else's; null is the machine's own address. */
    localAddress: text("local_address"),
    proxyUrl: text("proxy_url"),
    algoId: text("algo_id"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    unique("broker_links_user").on(table.userId, table.broker),
    unique("broker_links_client").on(table.broker, table.clientId),
    unique("broker_links_address").on(table.localAddress),
    index("broker_links_session").on(table.broker, table.sessionUntil),
    check("broker_links_session_whole", sql`(${table.sealedAccess} is null) = (${table.sessionUntil} is null)`),
  ],
);

/** A login that was begun on a broker's page; the state comes back once. */
export const brokerLogins = pgTable(
  "broker_logins",
  {
    stateHash: bytes("state_hash").primaryKey(),
    userId: ownedByUser(),
    linkId: uuid("link_id")
      .notNull()
      .references(() => brokerLinks.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("broker_logins_link").on(table.linkId)],
);

/** A morning's message leads here: one tap begins one login of one account, and nothing else. */
export const connectLinks = pgTable(
  "connect_links",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    userId: ownedByUser(),
    linkId: uuid("link_id")
      .notNull()
      .references(() => brokerLinks.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("connect_links_link").on(table.linkId)],
);
