import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { BrokerSimulators } from "@vriddhi/sandbox/broker/start-brokers";
import type { Candle, Instrument } from "@vriddhi/sandbox/exchange/model";
import { eq } from "drizzle-orm";
import { eventRow, INTENT_COLUMNS, INTENT_TYPES, intentRow } from "../../features/order-desk/order-rows.ts";
import type { Database } from "../../platform/db/database.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { type PastDay, type PastTrade, pastDay } from "./past-trades.ts";

interface PlantTrades {
  readonly database: Database;
  readonly brokers: Pick<BrokerSimulators, "exchange">;
  readonly marketClock: MarketClock;
}

const SEED = 30;
const DAYS_BACK = 30;
/** Of ten trading days, those with a trade. */
const TRADED_OF_TEN = 7;
const CAPITAL = rupees(100_000);
const ENTRY_AT = istMinute(9, 35);
const EXIT_BY = istMinute(15, 0);
/** In ten-thousandths of the price. */
const STOP_DISTANCE = 90;
const TARGET_DISTANCE = 140;

type Exchange = ReturnType<BrokerSimulators["exchange"]>;

const instrumentOf = ({ symbol, isin, tokens, tickSize, lotSize }: Instrument): PastTrade["instrument"] => ({
  isin,
  symbol,
  brokerSymbol: `${symbol}-EQ`,
  token: tokens.angelone,
  tickSize,
  lotSize,
});

/** The minutes of the day's trade as they really went; the first one is the entry. */
function tradeOf(exchange: Exchange, day: IstDate, random: Random): PastTrade | null {
  const listed = exchange.instruments.filter(({ isFno, referencePrice }) => isFno && referencePrice <= CAPITAL / 10);
  if (listed.length === 0) return null;
  const instrument = random.pick(listed);
  const side = random.pick(["buy", "sell"] as const);
  const [first, ...rest] = exchange.candles(instrument.symbol, 1, istInstant(day, ENTRY_AT), istInstant(day, EXIT_BY));
  if (first === undefined || rest.length === 0) return null;
  const sign = side === "buy" ? 1 : -1;
  const { tickSize } = instrument;
  const away = (parts: number) =>
    paise(Math.round((first.close * (1 + (sign * parts) / 10_000)) / tickSize) * tickSize);
  const [stop, target] = [away(-STOP_DISTANCE), away(TARGET_DISTANCE)];
  const isStop = ({ low, high }: Candle) => (side === "buy" ? low <= stop : high >= stop);
  const isTarget = ({ low, high }: Candle) => (side === "buy" ? high >= target : low <= target);
  const hit = rest.find((candle) => isStop(candle) || isTarget(candle));
  const last = hit ?? (rest.at(-1) as Candle);
  const exit =
    hit === undefined
      ? { at: last.at, price: last.close, cause: "square_off" as const }
      : isStop(hit)
        ? { at: hit.at, price: stop, cause: "protect" as const }
        : { at: hit.at, price: target, cause: "target" as const };
  const quantity = Math.floor(CAPITAL / first.close);
  const entry = { at: first.at, price: first.close };
  return { day, instrument: instrumentOf(instrument), side, quantity, stop, target, entry, exit };
}

function pastDays(exchange: Exchange, account: AccountId, today: IstDate): readonly PastDay[] {
  const random = createSeededRandom(SEED);
  const days: PastDay[] = [];
  for (let back = DAYS_BACK; back > 0; back--) {
    const day = addDays(today, -back);
    if (!isTradingDay(nseCalendar, day) || random.int(1, 10) > TRADED_OF_TEN) continue;
    const trade = tradeOf(exchange, day, random);
    if (trade !== null) days.push(pastDay(account, trade, random));
  }
  return days;
}

/** The demo person's account at Angel One; null: not linked. */
async function accountOf({ db }: Database, userId: string): Promise<AccountId | null> {
  const found = await db
    .select({ broker: brokerLinks.broker, accountId: brokerLinks.accountId })
    .from(brokerLinks)
    .where(eq(brokerLinks.userId, userId));
  const account = found.find(({ broker }) => broker === "angelone")?.accountId ?? null;
  return account === null ? null : accountId(account);
}

const EVENT_COLUMNS = "trading_day, account_id, at, kind, tag, key, fact, alert";
const EVENT_TYPES =
  "trading_day date, account_id text, at timestamptz, kind text, tag text, key text, fact jsonb, alert text";

/** A month of trades that are over, on prices that the exchange really drew. Whoever has traded already gets none. */
export async function plantTrades({ database, brokers, marketClock }: PlantTrades, userId: string): Promise<void> {
  const account = await accountOf(database, userId);
  if (account === null) return;
  const { pool } = database;
  const { rowCount } = await pool.query("SELECT 1 FROM ledger WHERE account_id = $1 LIMIT 1", [account]);
  if (rowCount !== 0) return;
  const today = istDateOf(marketClock.now());
  for (const day of [addDays(today, -DAYS_BACK), today]) await pool.query("SELECT make_order_partitions($1)", [day]);
  const days = pastDays(brokers.exchange(), account, today);
  const orders = JSON.stringify(days.flatMap((day) => day.orders.map(intentRow)));
  // Nobody is to be told of what is long over.
  const events = JSON.stringify(
    days.flatMap((day) => day.events.map((event) => ({ ...eventRow(event), alert: null }))),
  );
  await pool.query(
    `WITH placed AS (
       INSERT INTO intent (${INTENT_COLUMNS}) SELECT ${INTENT_COLUMNS} FROM json_to_recordset($1::json) AS row(${INTENT_TYPES})
       ON CONFLICT DO NOTHING
     )
     INSERT INTO ledger (${EVENT_COLUMNS}) SELECT ${EVENT_COLUMNS} FROM json_to_recordset($2::json) AS said(${EVENT_TYPES})
     ON CONFLICT DO NOTHING`,
    [orders, events],
  );
}
