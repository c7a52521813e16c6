import type { ReplyInputOf } from "@vriddhi/contract/endpoint";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";

export type SandboxSignal = ReplyInputOf<(typeof sandboxEndpoints)["listSandboxSignals"]>[number];

type Row = Omit<SandboxSignal, "market_at"> & { readonly market_at: string };

const TODAY = `SELECT s.id, s.desk, s.symbol, s.side, s.price_paise::float8 AS price_paise, s.stop_paise::float8 AS stop_paise,
    s.target_paise::float8 AS target_paise, s.sentence,
    to_char(s.market_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS market_at,
    (SELECT count(*)::int FROM intent i WHERE i.trading_day = s.trading_day AND i.signal_id = s.id AND i.n = 0) AS entered,
    (SELECT count(*)::int FROM intent i
     WHERE i.trading_day = s.trading_day AND i.signal_id = s.id AND i.n = 0 AND i.has_fills) AS filled,
    coalesce((SELECT json_agg(json_build_object('reason', left_out.reason, 'count', left_out.count) ORDER BY left_out.count DESC)
     FROM (SELECT l.fact ->> 'reason' AS reason, count(*)::int AS count FROM ledger l
           WHERE l.trading_day = s.trading_day AND l.kind = 'skipped' AND l.fact ->> 'signalId' = s.id
           GROUP BY 1) AS left_out), '[]'::json) AS skipped
  FROM signal s WHERE s.trading_day = $1 ORDER BY s.market_at, s.id`;

export const createSignalView =
  ({ pool }: Pick<Database, "pool">, marketClock: MarketClock) =>
  async (): Promise<SandboxSignal[]> => {
    const { rows } = await pool.query<Row>(TODAY, [istDateOf(marketClock.now())]);
    return rows;
  };
