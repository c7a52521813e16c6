import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const ownedByUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

const broker = () => text({ enum: brokerNames }).notNull();

/** The credentials of a login; each secret is sealed for its own row. Each broker's adapter decides which it needs. */
const credentials = () => ({
  clientId: text("client_id").notNull(),
  /** Changes with every set of credentials: a login that began with one set cannot finish with another. */
  credentialsId: uuid("credentials_id").notNull(),
  sealedAppKey: text("sealed_app_key").notNull(),
  sealedAppSecret: text("sealed_app_secret"),
  sealedPin: text("sealed_pin"),
  sealedTotp: text("sealed_totp"),
  isAutoApproved: boolean("is_auto_approved").notNull().default(false),
  dailyTradesMax: integer("daily_trades_max").notNull().default(50),
  isRiskManaged: boolean("is_risk_managed").notNull().default(true),
});

const refusal = () => ({
  refusalCode: text("refusal_code", {
    enum: ["broker_refused", "broker_unavailable", "broker_busy", "session_expired"],
  }),
  refusalDetail: text("refusal_detail"),
  refusedAt: instant("refused_at"),
});

/** A broker account and today's session. A link is proved: a login with these credentials has worked. */
export const brokerLinks = pgTable(
  "broker_links",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    broker: broker(),
    /** The account's id in orders and ledger, which survives the link. */
    accountId: text("account_id"),
    ...credentials(),
    isDisconnected: boolean("is_left").notNull().default(false),
    profile: jsonb().$type<{ name: string; email: string | null; mobile: string | null; userType: string | null }>(),
    sealedAccess: text("sealed_access"),
    sealedRefresh: text("sealed_refresh"),
    sealedFeed: text("sealed_feed"),
    refreshHandle: text("refresh_handle"),
    /** On the market clock, like all instants here. */
    sessionFrom: instant("session_from"),
    sessionUntil: instant("session_until"),
    lastCallAt: instant("last_call_at"),
    connectedAt: instant("connected_at").notNull(),
    ...refusal(),
    /** The account's exclusive local address; `null`: the machine's default. */
    localAddress: text("local_address"),
    proxyUrl: text("proxy_url"),
    isEgressTaken: boolean("is_egress_taken"),
    egressCheckedAt: instant("egress_checked_at"),
    algoId: text("algo_id"),
  },
  (table) => [
    unique("broker_links_user").on(table.userId, table.broker),
    unique("broker_links_client").on(table.broker, table.clientId),
    unique("broker_links_address").on(table.localAddress),
    index("broker_links_account").on(table.accountId),
    index("broker_links_session").on(table.broker, table.sessionUntil),
    index("broker_links_synced").on(table.broker, table.lastCallAt),
    check("broker_links_session_whole", sql`(${table.sealedAccess} is null) = (${table.sessionUntil} is null)`),
  ],
);

/** Credentials that wait for a login on the broker's page. They replace nothing until it succeeds. */
export const brokerLinkDrafts = pgTable(
  "broker_link_drafts",
  {
    userId: ownedByUser(),
    broker: broker(),
    ...credentials(),
    /** On the market clock. */
    since: instant("since").notNull(),
    ...refusal(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.broker] })],
);

/** A login started on a broker's page; its state is valid once, for the browser that started it or for the owner. */
export const brokerLogins = pgTable(
  "broker_logins",
  {
    stateHash: bytes("state_hash").primaryKey(),
    userId: ownedByUser(),
    broker: broker(),
    credentialsId: uuid("credentials_id").notNull(),
    browserHash: bytes("browser_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("broker_logins_user").on(table.userId)],
);

/** The target of a morning message: one tap begins one login of one account and nothing else. */
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
