import { bigserial, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

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
    detail: jsonb().notNull().default({}),
  },
  (table) => [index("audit_event_user").on(table.userId, table.at)],
);
