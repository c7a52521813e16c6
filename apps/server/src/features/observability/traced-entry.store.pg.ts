import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { runFor } from "../../platform/db/async-context.ts";
import type { Database } from "../../platform/db/database.ts";

/** An entry and what happened to it. Instants are texts with an offset. */
export interface TracedEntry {
  readonly tag: string;
  readonly account_id: string;
  readonly signal_id: string;
  readonly broker: string;
  readonly symbol: string;
  readonly side: string;
  readonly status: string;
  readonly reason: string | null;
  readonly is_final: boolean;
  readonly planned_at: string;
  /** `null` for an order of an operator. */
  readonly made_at: string | null;
  readonly wire: readonly {
    readonly at: string;
    readonly direction: "request" | "answer";
    readonly call: string;
  }[];
  readonly events: readonly { readonly at: string; readonly fact: LedgerFact }[];
}

export interface TracedEntryStore {
  list(tags: readonly string[], days: readonly string[]): Promise<readonly TracedEntry[]>;
}

/** Without the wire's texts: they may carry a client's number. */
const LIST = `SELECT o.tag, o.account_id, o.signal_id, account.broker, o.instrument->>'symbol' AS symbol, o.side, o.status,
    o.state->>'reason' AS reason, o.is_final, to_jsonb(o.planned_at) AS planned_at, to_jsonb(s.made_at) AS made_at,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('at', w.at, 'direction', w.direction, 'call', w.call) ORDER BY w.id), '[]')
      FROM wire_record w WHERE w.tag = o.tag AND w.trading_day = o.trading_day) AS wire,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'fact', l.fact) ORDER BY l.id), '[]') FROM ledger l
      WHERE l.account_id = o.account_id AND l.trading_day = o.trading_day AND l.tag = o.tag) AS events
  FROM unnest($1::text[], $2::date[]) AS given (tag, day)
  JOIN intent o ON o.tag = given.tag AND o.trading_day = given.day
  JOIN trading_account account ON account.id = o.account_id
  LEFT JOIN signal s ON s.id = o.signal_id`;

export const createTracedEntryStore = ({ pool }: Pick<Database, "pool">): TracedEntryStore => ({
  async list(tags, days) {
    const { rows } = await runFor("desk_product", () => pool.query<TracedEntry>(LIST, [tags, days]));
    return rows;
  },
});
