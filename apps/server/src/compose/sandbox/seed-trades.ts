import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { rupees } from "@vriddhi/core/shared/money";
import { slippageOf } from "@vriddhi/core/strategy/drift";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { and, eq } from "drizzle-orm";
import {
  EVENT_COLUMNS,
  EVENT_TYPES,
  eventRow,
  INTENT_COLUMNS,
  INTENT_TYPES,
  intentRow,
} from "../../features/order-store/order-rows.ts";
import { placesFrom, RowColumns } from "../../features/order-store/row-columns.ts";
import { driftSentence } from "../../features/strategy-engine/drift.texts.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { driftReports } from "../../platform/db/schema/market-record.ts";
import { commands } from "../../platform/db/schema/order.ts";
import { algoRuns, capitalChoices } from "../../platform/db/schema/run.ts";
import { signals } from "../../platform/db/schema/signal.ts";
import { type PastDay, pastDays } from "./past-trades.ts";

interface PlantTrades {
  readonly database: Database;
  readonly marketClock: MarketClock;
}

/** Written by `npm run demo-month`: strategy and order path themselves lived these days. */
const monthFile = new URL("demo-month.jsonl", import.meta.url);
const BROKER = "angelone";
const CAPITAL = rupees(100_000);
const RUN_FROM = istMinute(9, 0);
const RUN_UNTIL = istMinute(15, 30);
const REPORTED_AT = istMinute(15, 40);

const orders = new RowColumns(INTENT_TYPES);
const events = new RowColumns(EVENT_TYPES);
const [ORDERS = 0, EVENTS = 0] = placesFrom(1, [orders, events]);

const PLACE = `WITH placed AS (
    INSERT INTO intent (${INTENT_COLUMNS}) SELECT ${INTENT_COLUMNS} FROM ${orders.from(ORDERS)} AS row
    ON CONFLICT DO NOTHING
  )
  INSERT INTO ledger (${EVENT_COLUMNS}) SELECT ${EVENT_COLUMNS} FROM ${events.from(EVENTS)} AS said
  ON CONFLICT DO NOTHING`;

interface DemoLink {
  readonly id: string;
  readonly account: AccountId;
}

/** The demo person's account; null: not linked. */
async function linkOf({ db }: Database, userId: string): Promise<DemoLink | null> {
  const [found] = await db
    .select({ id: brokerLinks.id, account: brokerLinks.accountId })
    .from(brokerLinks)
    .where(and(eq(brokerLinks.userId, userId), eq(brokerLinks.broker, BROKER)));
  return found === undefined || found.account === null ? null : { id: found.id, account: accountId(found.account) };
}

async function writeOrders(tx: Tx, days: readonly PastDay[]): Promise<void> {
  const placed = days.flatMap((day) => day.orders.map(intentRow));
  // Nobody is to be told of what is long over.
  const told = days.flatMap((day) => day.events.map((event) => ({ ...eventRow(event), alert: null })));
  await tx.client.query(PLACE, [...orders.values(placed), ...events.values(told)]);
  const sent = days.flatMap((day) => day.commands);
  if (sent.length === 0) return;
  const rows = sent.map(({ tag, command, verdict }) => {
    const { quantity, pricing } = command.kind === "modify" ? command : { quantity: null, pricing: null };
    const { n, kind, sentAt, answer } = command;
    return { tag, n, kind, quantity, pricing, sentAt, answer, verdict };
  });
  await tx.db.insert(commands).values(rows).onConflictDoNothing();
}

async function writeSignals(tx: Tx, days: readonly PastDay[]): Promise<void> {
  const made = days.flatMap(({ day, signal }) => (signal === null ? [] : [{ day, signal }]));
  if (made.length === 0) return;
  const rows = made.map(({ day, signal }) => ({
    id: signal.id,
    desk: BROKER as typeof BROKER,
    tradingDay: day,
    seq: 1,
    epoch: 0,
    isin: signal.isin,
    symbol: signal.symbol,
    side: signal.side,
    pricePaise: signal.price,
    stopPaise: signal.stop,
    targetPaise: signal.target,
    medianTurnoverPaise: signal.medianTurnover,
    allCapitalPaise: signal.allCapital,
    rotationPaise: signal.rotation,
    madeAt: signal.madeAt,
    validUntil: signal.validUntil,
    marketAt: signal.madeAt,
    sentence: signal.sentence,
    record: signal.record,
  }));
  await tx.db.insert(signals).values(rows).onConflictDoNothing();
}

/** Why nothing was traded on a day, too: a run without a trade has its report. */
function reportOf({ day, signal, drift, minutesHeard, orders }: PastDay) {
  const fills = orders.flatMap(({ leg, side, state }) =>
    signal !== null && leg === "entry" && state.filled > 0
      ? [{ side, signalPrice: signal.price, price: state.averagePrice, quantity: state.filled }]
      : [],
  );
  const said = {
    same: drift.same,
    missed: drift.missed,
    extra: drift.extra,
    fills: fills.length,
    slippageBasisPoints: slippageOf(fills),
    minutesHeard,
    minutesMissed: 0,
    minutesUnrecorded: 0,
  };
  const sentence = driftSentence(said);
  return Object.assign(said, {
    desk: BROKER,
    tradingDay: day,
    sentence,
    madeAt: istInstant(day, REPORTED_AT),
  } as const);
}

const runOf = ({ id, account }: DemoLink, userId: string, { day }: PastDay) => ({
  id: randomUUID(),
  userId,
  broker: BROKER,
  linkId: id,
  accountId: account,
  tradingDay: day,
  capitalPaise: CAPITAL,
  approvalMode: "auto" as const,
  isBackground: true,
  dayApprovedAt: istInstant(day, RUN_FROM),
  startedAt: istInstant(day, RUN_FROM),
  startedBy: "person" as const,
  seenAt: istInstant(day, RUN_FROM),
  stoppedAt: istInstant(day, RUN_UNTIL),
  stopCause: "day_over",
});

/** A month of days that are over, as desk and order path lived them, and the capital that it was lived with. Whoever has traded already gets none. */
export async function plantTrades({ database, marketClock }: PlantTrades, userId: string): Promise<void> {
  const link = await linkOf(database, userId);
  if (link === null) return;
  const { pool } = database;
  const { rowCount } = await pool.query("SELECT 1 FROM ledger WHERE account_id = $1 LIMIT 1", [link.account]);
  if (rowCount !== 0) return;
  const today = istDateOf(marketClock.now());
  const days = pastDays(await fs.readFile(monthFile, "utf8"), link.account, today);
  const [first] = days;
  if (first === undefined) return;
  for (const day of [first.day, today]) await pool.query("SELECT make_order_partitions($1)", [day]);
  await database.transaction(async (tx) => {
    await writeOrders(tx, days);
    await writeSignals(tx, days);
    await tx.db.insert(driftReports).values(days.map(reportOf)).onConflictDoNothing();
    await tx.db.insert(algoRuns).values(days.map((day) => runOf(link, userId, day)));
    const chosen = { id: randomUUID(), userId, scope: "account", isActive: true } as const;
    const saved = Object.assign({ capitalPaise: CAPITAL, updatedAt: istInstant(first.day, RUN_FROM) }, chosen);
    await tx.db.insert(capitalChoices).values(saved).onConflictDoNothing();
  });
}
