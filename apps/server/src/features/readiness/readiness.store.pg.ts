import type { FundsFact } from "@vriddhi/core/readiness/readiness";
import { isReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { accountReadiness } from "../../platform/db/schema/schedule.ts";
import type { ReadinessStore } from "./readiness.store.ts";

type Row = typeof accountReadiness.$inferSelect;

function toFunds({ funds, availablePaise }: Row): FundsFact {
  if (funds !== "read") return { kind: funds };
  return availablePaise === null ? { kind: "unread" } : { kind: "read", available: paise(availablePaise) };
}

export function createReadinessStore({ db, transaction }: Database): ReadinessStore {
  const ofLinks = db
    .select()
    .from(accountReadiness)
    .where(
      sql`${accountReadiness.linkId} = ANY (${sql.placeholder("linkIds")}::uuid[])
        AND ${accountReadiness.tradingDay} = ${sql.placeholder("day")}`,
    )
    .prepare("readiness-of-links");
  return {
    transaction,
    async save(tx, { linkId, day, checkedAt, funds, reason }) {
      const found = {
        tradingDay: day,
        checkedAt,
        funds: funds.kind,
        availablePaise: funds.kind === "read" ? funds.available : null,
        reason,
      };
      await tx.db
        .insert(accountReadiness)
        .values({ linkId, ...found })
        .onConflictDoUpdate({ target: accountReadiness.linkId, set: found })
        .prepare("readiness-found")
        .execute();
    },
    async listOf(linkIds, day) {
      if (linkIds.length === 0) return [];
      const rows = await ofLinks.execute({ linkIds: [...linkIds], day });
      return rows.map((row) => ({
        linkId: row.linkId,
        day: istDate(row.tradingDay),
        checkedAt: row.checkedAt,
        funds: toFunds(row),
        reason: row.reason !== null && isReadinessReason(row.reason) ? row.reason : null,
      }));
    },
  };
}
