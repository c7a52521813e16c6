import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { BrokerStatusQuery, BrokerStatusStore, BrokerUser, LinkStatus } from "./broker-status.store.ts";

/** Links, and drafts of users without one. $1 broker, $2 now (market clock). A session is open while access lasts. */
const LINKED = `
  SELECT l.user_id, l.last_call_at, l.refusal_detail,
    CASE WHEN l.session_until > $2::timestamptz THEN 'connected'
         WHEN l.refusal_code IS NOT NULL THEN 'error' ELSE 'disconnected' END AS status
  FROM broker_links l WHERE l.broker = $1
  UNION ALL
  SELECT d.user_id, NULL, d.refusal_detail, CASE WHEN d.refusal_code IS NULL THEN 'disconnected' ELSE 'error' END
  FROM broker_link_drafts d
  WHERE d.broker = $1 AND NOT EXISTS (SELECT FROM broker_links l WHERE l.user_id = d.user_id AND l.broker = $1)`;

/** The user's capital here, within the current plan's limit; $3 is the default, $4 the day. */
const CAPITAL = `least(coalesce(period.band_paise, 9007199254740991),
    coalesce(run.capital_paise, own.capital_paise, general.capital_paise, setting.standing_capital_paise, $3::bigint))`;

const FACTS = `
  LEFT JOIN (
    SELECT p.user_id, max(p.band_paise) AS band_paise FROM subscription_periods p
    WHERE p.starts_at <= $2::timestamptz AND p.ends_at > $2::timestamptz GROUP BY p.user_id
  ) period ON period.user_id = u.id
  LEFT JOIN capital_choice own ON own.user_id = u.id AND own.scope = 'fyers' AND $1 = 'fyers'
  LEFT JOIN capital_choice general ON general.user_id = u.id AND general.scope = 'account'
  LEFT JOIN algo_setting setting ON setting.user_id = u.id AND setting.broker = $1
  LEFT JOIN algo_run run
    ON run.user_id = u.id AND run.broker = $1 AND run.trading_day = $4::date AND run.stopped_at IS NULL`;

const PAGE_FACTS = FACTS.replace(
  /LEFT JOIN \(\s+SELECT[\s\S]+?\) period ON period.user_id = u.id/,
  `LEFT JOIN LATERAL (
    SELECT max(p.band_paise) AS band_paise FROM subscription_periods p
    WHERE p.user_id = u.id AND p.starts_at <= $2::timestamptz AND p.ends_at > $2::timestamptz
  ) period ON true`,
);

const LINK = `l.last_call_at,
    CASE WHEN l.user_id IS NOT NULL THEN l.refusal_detail ELSE d.refusal_detail END AS refusal_detail,
    CASE WHEN l.session_until > $2::timestamptz THEN 'connected'
         WHEN CASE WHEN l.user_id IS NOT NULL THEN l.refusal_code ELSE d.refusal_code END IS NOT NULL THEN 'error'
         ELSE 'disconnected' END AS status`;
const LINK_JOINS = `
  LEFT JOIN broker_links l ON l.user_id = u.id AND l.broker = $1
  LEFT JOIN broker_link_drafts d ON d.user_id = u.id AND d.broker = $1`;
const IS_LINKED = "u.deleted_at IS NULL AND (l.user_id IS NOT NULL OR d.user_id IS NOT NULL)";

/** Sorted by the index of names: first pages read only their own users. A search by part of a name scans all. */
const NAMED = `SELECT u.id AS user_id, lower(u.name) AS name, ${LINK} FROM users u ${LINK_JOINS} WHERE ${IS_LINKED}`;

interface Sorting {
  /** Deleting an account deletes its links, so users are joined only where names matter. */
  readonly from: string;
  readonly place: string;
  readonly ascending: string;
  readonly descending: string;
}

const NULLABLE = { ascending: "ASC NULLS FIRST", descending: "DESC NULLS LAST" } as const;
const SORTED: Readonly<Record<BrokerStatusQuery["sortBy"], Sorting>> = {
  name: { from: `(${NAMED}) linked`, place: "linked.name", ascending: "ASC", descending: "DESC" },
  last_sync: { from: `(${LINKED}) linked`, place: "linked.last_call_at", ...NULLABLE },
  capital_amount: {
    from: `(${LINKED}) linked ${FACTS.replaceAll("u.id", "linked.user_id")}`,
    place: CAPITAL,
    ...NULLABLE,
  },
};

const SOUGHT = "JOIN users sought ON sought.id = linked.user_id AND (sought.name ILIKE $6 OR sought.email ILIKE $6)";

/** Selects the page first, then reads details of its users only. */
const toList = ({ sortBy, isDescending, search }: BrokerStatusQuery): string => {
  const { from, place, ascending, descending } = SORTED[sortBy];
  const order = isDescending ? descending : ascending;
  const [limit, offset] = search === null ? ["$6", "$7"] : ["$7", "$8"];
  return `
  WITH page AS (
    SELECT linked.user_id AS id, linked.status, linked.last_call_at, linked.refusal_detail, ${place} AS place
    FROM ${from} ${search === null ? "" : SOUGHT}
    WHERE ($5::text IS NULL OR linked.status = $5)
    ORDER BY place ${order}, linked.user_id ${isDescending ? "DESC" : ""} LIMIT ${limit} OFFSET ${offset}
  )
  SELECT u.id AS user_id, u.name, u.email, page.status, page.last_call_at, page.refusal_detail,
    ${CAPITAL} AS capital_paise,
    coalesce(own.is_active, general.is_active, true) AS is_capital_active,
    (run.id IS NOT NULL OR setting.standing_from IS NOT NULL) AS is_strategy_active,
    $3::bigint AS least_paise, $4::date AS day
  FROM page
  JOIN users u ON u.id = page.id
  ${PAGE_FACTS}
  ORDER BY page.place ${order}, u.id ${isDescending ? "DESC" : ""}`;
};

/** All ids in ascending order as one text, which is much faster to read than as many rows. */
const toRoll = (sortBy: BrokerStatusQuery["sortBy"]): string => {
  const { from, place, ascending } = SORTED[sortBy];
  const everybody = `string_agg(linked.user_id::text, ',' ORDER BY ${place} ${ascending}, linked.user_id)`;
  return `SELECT ${everybody} AS ids, (count(*) FILTER (WHERE linked.status = 'connected'))::int AS connected,
    $3::bigint AS least_paise, $4::date AS day FROM ${from}`;
};

const PAGE = `
  SELECT u.id AS user_id, u.name, u.email, ${LINK}, ${CAPITAL} AS capital_paise,
    coalesce(own.is_active, general.is_active, true) AS is_capital_active,
    (run.id IS NOT NULL OR setting.standing_from IS NOT NULL) AS is_strategy_active
  FROM unnest($5::uuid[]) WITH ORDINALITY AS wanted (id, n)
  JOIN users u ON u.id = wanted.id ${LINK_JOINS} ${PAGE_FACTS}
  WHERE ${IS_LINKED} ORDER BY wanted.n`;

const COUNT = `SELECT links.total + drafts.total AS total, links.connected FROM
  (SELECT count(*)::int AS total, (count(*) FILTER (WHERE l.session_until > $2::timestamptz))::int AS connected
    FROM broker_links l WHERE l.broker = $1) links,
  (SELECT count(*)::int AS total FROM broker_link_drafts d
    WHERE d.broker = $1
      AND NOT EXISTS (SELECT FROM broker_links l WHERE l.user_id = d.user_id AND l.broker = $1)) drafts`;

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly status: LinkStatus;
  readonly last_call_at: Date | null;
  readonly refusal_detail: string | null;
  readonly capital_paise: string;
  readonly is_capital_active: boolean;
  readonly is_strategy_active: boolean;
}

const toUser = (row: Row): BrokerUser => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  status: row.status,
  capital: paise(Number(row.capital_paise)),
  isCapitalActive: row.is_capital_active,
  isStrategyActive: row.is_strategy_active,
  lastSync: row.last_call_at === null ? null : fromTimestamp(row.last_call_at),
  errorMessage: row.status === "connected" ? null : row.refusal_detail,
});

const factsAt = (broker: BrokerName, marketNow: EpochMs) => [
  broker,
  toTimestamp(marketNow),
  CAPITAL_MIN,
  istDateOf(marketNow),
];

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export const createBrokerStatusStore = ({ pool }: Database): BrokerStatusStore => ({
  async list(query, marketNow) {
    const { broker, status, search, page } = query;
    const pattern = search === null ? [] : [likePattern(search)];
    const cut = [page?.limit ?? null, page?.offset ?? 0];
    const { rows } = await pool.query<Row>(toList(query), [...factsAt(broker, marketNow), status, ...pattern, ...cut]);
    return rows.map(toUser);
  },
  async roll(broker, sortBy, marketNow) {
    const { rows } = await pool.query<{ ids: string | null; connected: number }>({
      name: `desk_broker_roll_${sortBy}`,
      text: toRoll(sortBy),
      values: factsAt(broker, marketNow),
    });
    return { userIds: rows[0]?.ids?.split(",") ?? [], connected: rows[0]?.connected ?? 0 };
  },
  async read(broker, userIds, marketNow) {
    const values = [...factsAt(broker, marketNow), [...userIds]];
    const { rows } = await pool.query<Row>({ name: "desk_broker_page", text: PAGE, values });
    return rows.map(toUser);
  },
  async count(broker, marketNow) {
    const { rows } = await pool.query<{ total: number; connected: number }>(COUNT, [broker, toTimestamp(marketNow)]);
    return { total: rows[0]?.total ?? 0, connected: rows[0]?.connected ?? 0 };
  },
});
