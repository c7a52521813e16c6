import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

export interface AuditDetail {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

/** Account events, append-only: the product's role may add and read, never change. */
export const auditEvents = pgTable(
  "audit_event",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: instant().notNull(),
    kind: text().notNull(),
    /** `null` when no account is known. Never a name or an address. */
    userId: uuid("user_id"),
    ip: text().notNull(),
    device: text().notNull().default(""),
    detail: jsonb().$type<AuditDetail>().notNull().default({}),
    /** The admin who acted; `null` for the account's owner or an automatic action. */
    byUserId: uuid("by_user_id"),
  },
  (table) => [
    index("audit_event_user").on(table.userId, table.at),
    index("audit_event_desk").on(table.id).where(sql`${table.byUserId} IS NOT NULL`),
    index("audit_event_ledger").on(table.id).where(sql`${table.kind} = 'ledger_sealed'`),
  ],
);

/** A batch of audit rows, chained to the previous one: a changed or removed row breaks every later head. */
export const auditSeals = pgTable("audit_seal", {
  n: integer().primaryKey(),
  rows: integer().notNull(),
  head: bytes().notNull(),
  sealedAt: instant("sealed_at").notNull(),
});

/** The batch of a row. A row whose transaction committed late is in a later batch than its number suggests. */
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
