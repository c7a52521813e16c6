import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { users } from "./account.ts";
import { paymentOrders } from "./billing.ts";

/** One period per purchase with its own band; a period that a higher band interrupts continues in a second row. */
export const subscriptionPeriods = pgTable(
  "subscription_periods",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    plan: text().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    bandPaise: bigint("band_paise", { mode: "number" }).notNull(),
    paymentId: text("payment_id"),
    /** `null`: the free trial. */
    orderId: uuid("order_id").references(() => paymentOrders.id),
  },
  (table) => [
    index("subscription_periods_user").on(table.userId, table.endsAt),
    index("subscription_periods_order").on(table.orderId),
    check("subscription_periods_forward", sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
