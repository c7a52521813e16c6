import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

/** What a change at the desk was, beside whom it happened to. */
export interface AuditDetail {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

/** What happened to an account, for good: the product's role may add and read, never change. */
export const auditEvents = pgTable(
  "audit_event",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: instant().notNull(),
    kind: text().notNull(),
    /** The account's id; null when no account is known. Never a name or an address. */
    userId: uuid("user_id"),
    ip: text().notNull(),
    device: text().notNull().default(""),
    detail: jsonb().$type<AuditDetail>().notNull().default({}),
    /** Who at the desk did it; null: the account's owner, or nobody. */
    byUserId: uuid("by_user_id"),
  },
  (table) => [
    index("audit_event_user").on(table.userId, table.at),
    index("audit_event_desk").on(table.id).where(sql`${table.byUserId} IS NOT NULL`),
    index("audit_event_ledger").on(table.id).where(sql`${table.kind} = 'ledger_sealed'`),
  ],
);

/** A batch of audit rows, chained to the one before it: whoever changes or removes a row breaks every later head. */
export const auditSeals = pgTable("audit_seal", {
  n: integer().primaryKey(),
  rows: integer().notNull(),
  head: bytes().notNull(),
  sealedAt: instant("sealed_at").notNull(),
});

/** Which batch a row is in. A row whose transaction ended late is in a later batch than its number says. */
export const auditSealedRows = pgTable(
  "audit_sealed_row",
  {
    eventId: bigint("event_id", { mode: "number" }).primaryKey(),
    seal: integer()
      .notNull()
      .references(() => auditSeals.n),
  },
  (table) => [index("audit_sealed_row_seal").on(table.seal)],
);
