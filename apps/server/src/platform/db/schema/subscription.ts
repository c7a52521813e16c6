import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { users } from "./account.ts";

/** One purchase is one period with its own band. */
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
  },
  (table) => [
    index("subscription_periods_user").on(table.userId, table.endsAt),
    check("subscription_periods_forward", sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
