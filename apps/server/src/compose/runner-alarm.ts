import { followersOf, type StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Notifier } from "../features/notification/notifier.ts";
import type { Database } from "../platform/db/database.ts";

const sentences = {
  no_feed:
    "The market feed is silent, so the strategy sees no prices. Nothing is bought until it is back. Stops rest at your broker.",
  prices_missing:
    "The opening auction's prices did not arrive, so there is no shortlist. Nothing is bought today; nothing to do.",
} as const;

const RUNNERS = `SELECT DISTINCT user_id AS id FROM algo_run
  WHERE trading_day = $1 AND broker = ANY($2) AND stopped_at IS NULL AND user_id IN (SELECT id FROM users)`;

/** Notifies each user whose run follows the strategy, once a day per cause. */
export const createRunnerAlarm =
  (database: Pick<Database, "pool" | "transaction">, notify: Notifier["notify"]) =>
  async (desk: StrategyFeed, day: IstDate, cause: keyof typeof sentences): Promise<void> => {
    const { rows } = await database.pool.query<{ id: string }>(RUNNERS, [day, followersOf(desk)]);
    const data = { sentence: sentences[cause] };
    for (const { id: userId } of rows)
      await database.transaction((tx) =>
        notify(tx, { userId, kind: "trading_alert", key: `desk:${cause}:${day}`, data }),
      );
  };
