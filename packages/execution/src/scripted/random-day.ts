import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { EntryIntent } from "@vriddhi/core/allocation/fan-out";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { type AccountFixture, OrderWorld } from "./order-world.ts";
import type { CallOutcome, ScriptedRead } from "./scripted-broker.ts";
import type { ScriptedExchange } from "./scripted-exchange.ts";

/** Late enough for a short day, early enough for some minutes of entries. */
const START = epochMs(Date.parse("2026-11-16T14:42:00+05:30"));
const SECONDS = 31 * 60;
const ACCOUNTS = 2;
const SYMBOLS = ["SBIN", "INFY"] as const;

export type DayEnd = "flat" | "handed_over" | "open" | "never_entered";

export interface DayResult {
  readonly violations: readonly string[];
  readonly ends: readonly DayEnd[];
  readonly restarts: number;
}

const percent = (random: Random, chance: number): boolean => random.int(1, 100) <= chance;

function faultyOutcome(random: Random, call: "place" | "command"): CallOutcome {
  if (!percent(random, 25)) return { kind: "taken" };
  const isCommand = call === "command";
  const isReset = percent(random, 50);
  const scriptedOutcomes: readonly CallOutcome[] = [
    { kind: "refused", reason: "no" },
    { kind: "throttled", retryAfterMs: random.int(100, 3_000) },
    { kind: "never_sent" },
    { kind: "lost", isReceived: true, mayStillArrive: !isReset },
    { kind: "lost", isReceived: false, mayStillArrive: !isReset },
    { kind: "late", afterMs: random.int(1, isCommand ? 2_000 : 25_000), mayStillArrive: false },
    { kind: "late", afterMs: random.int(1, isCommand ? 2_000 : 100_000), mayStillArrive: true },
    { kind: "hanging", forMs: random.int(1, 4_000) },
  ];
  return random.pick(scriptedOutcomes);
}

function faultyRead(random: Random, world: OrderWorld): ScriptedRead {
  if (world.token === null) return "session_expired";
  return percent(random, 85) ? "whole" : random.pick(["failed", "unreadable", "stale"]);
}

const exchangesOf = ({ broker }: AccountFixture): readonly ScriptedExchange[] =>
  SYMBOLS.map((name) => broker.exchangeOf(name));

function disturb(random: Random, world: OrderWorld): void {
  const chance = random.int(1, 2_000);
  if (chance === 1) world.token = null;
  if (chance <= 40 && world.token === null) world.token = `token-${random.int(2, 1_000_000)}`;
  if (chance === 41) world.isTicking = false;
  if (chance > 41 && chance <= 300) world.isTicking = true;
  if (chance === 301) closeByHand(random, random.pick(exchangesOf(random.pick(world.fixtures))));
}

function closeByHand(random: Random, exchange: ScriptedExchange): void {
  const open = exchange.ours() * exchange.direction();
  if (open > 0 && exchange.foreign === 0) exchange.foreign = -exchange.direction() * random.int(1, open);
}

class CommitFault extends Error {}

/** A transaction that fails before it commits, or commits without an acknowledgement. */
function faultyCommit(random: Random, world: OrderWorld): void {
  world.commit = async (transaction) => {
    if (percent(random, 1)) throw new CommitFault("the database did not answer");
    const value = transaction();
    if (percent(random, 1)) throw new CommitFault("the answer of the commit was lost");
    return value;
  };
}

interface Books {
  readonly ours: number;
  readonly outside: number;
  readonly isExact: boolean;
  readonly isHandedOver: boolean;
}

function booksOf(world: OrderWorld, account: AccountId, isin: string): Books {
  const events = world.tables.ledger.filter(({ accountId }) => accountId === account);
  const own = [...foldLedger(events).positions.values()].filter((position) => position.isin === isin);
  const ids = new Set<string>(own.map(({ id }) => id));
  return {
    ours: own.reduce((sum, { bought, sold }) => sum + bought - sold, 0),
    outside: own.reduce((sum, position) => sum + position.outside, 0),
    isExact: own.every((position) => position.isExact || position.outside > 0),
    isHandedOver: events.some(({ fact }) => fact.kind === "position_handed_over" && ids.has(fact.positionId)),
  };
}

function endOf(exchange: ScriptedExchange, { outside, isHandedOver }: Books): DayEnd {
  if (exchange.entered() === 0) return "never_entered";
  if (exchange.ours() * exchange.direction() - outside === 0) return "flat";
  return isHandedOver ? "handed_over" : "open";
}

function judgeShare(exchange: ScriptedExchange, books: Books): readonly string[] {
  const { ours, outside, isExact } = books;
  const violations = [...exchange.violations];
  const foreign = Math.abs(exchange.foreign);
  if (ours + outside * exchange.direction() !== exchange.ours())
    violations.push(`the ledger says ${ours}, the exchange ${exchange.ours()}`);
  if (outside > foreign) violations.push(`${outside} count as closed outside, ${foreign} were`);
  if (!isExact) violations.push("a fill is not exact");
  if (endOf(exchange, books) === "open") violations.push("an open position was not handed over");
  return violations;
}

function judgeAll(world: OrderWorld): Pick<DayResult, "violations" | "ends"> {
  const violations: string[] = [];
  const ends: DayEnd[] = [];
  for (const { account, broker } of world.fixtures)
    for (const symbol of SYMBOLS) {
      const books = booksOf(world, account, world.isinOf(symbol));
      const exchange = broker.exchangeOf(symbol);
      ends.push(endOf(exchange, books));
      violations.push(...judgeShare(exchange, books).map((text) => `${account} ${symbol}: ${text}`));
    }
  const open = world.orders().filter(({ state }) => !isOrderFinal(state.status));
  if (open.length > 0) violations.push(`${open.length} orders have not ended`);
  const contradictions = world.facts("order_contradicted");
  if (contradictions.length > 0) violations.push(`contradiction: ${JSON.stringify(contradictions)}`);
  return { violations, ends };
}

const shortBet: Partial<EntryIntent> = {
  side: "sell",
  limit: paise(99_500),
  stop: paise(101_000),
  target: paise(98_000),
};

const isShort = (seed: number, symbol: (typeof SYMBOLS)[number]): boolean =>
  (symbol === "SBIN" ? seed : seed >> 1) % 2 === 1;

function enter(world: OrderWorld, seed: number, id: string): void {
  const accounts = world.fixtures.map(({ account }) => account);
  for (const symbol of SYMBOLS) {
    const bet = isShort(seed, symbol) ? shortBet : {};
    void world.executor.enter(world.planFor(`${id}-${symbol}`, accounts, bet, symbol)).catch(() => undefined);
  }
}

function spoil(random: Random, world: OrderWorld): void {
  for (const fixture of world.fixtures) {
    fixture.broker.chance = (call) => faultyOutcome(random, call);
    fixture.broker.readChance = () => faultyRead(random, world);
    fixture.broker.isPushing = percent(random, 70);
    for (const exchange of exchangesOf(fixture))
      exchange.depth = percent(random, 50) ? random.int(1, 4) : Number.POSITIVE_INFINITY;
  }
  faultyCommit(random, world);
}

async function calmDown(world: OrderWorld): Promise<void> {
  for (const { broker } of world.fixtures) {
    broker.chance = null;
    broker.readChance = null;
  }
  world.token = "token-last";
  world.commit = async (transaction) => transaction();
  await world.time.advance(200 * SECOND_MS);
  await world.until(world.executor.closeDay(world.fixtures.map(({ account }) => account)));
}

function movePrices(random: Random, world: OrderWorld): void {
  for (const symbol of SYMBOLS) {
    const moved = world.broker.exchangeOf(symbol).price + (percent(random, 30) ? random.int(-60, 60) * 5 : 0);
    world.setPrice(Math.min(108_000, Math.max(92_000, moved)), symbol);
  }
}

/** A day of some accounts in some shares, long and short, under random faults. Deterministic by seed. */
export async function liveRandomDay(seed: number): Promise<DayResult> {
  const random = createSeededRandom(seed);
  // A low limit makes the other accounts a broadcast batch.
  const settings = { firstBatchMax: 1 };
  const stopBecomesLimit = percent(random, 50);
  const world = new OrderWorld({ stopBecomesLimit, start: START, seed, accounts: ACCOUNTS, settings });
  let restarts = 0;
  await world.start();
  spoil(random, world);
  enter(world, seed, "signal-1");
  for (let second = 0; second < SECONDS; second++) {
    await world.time.advance(random.int(500, 1_500));
    movePrices(random, world);
    disturb(random, world);
    if (second === 70) enter(world, seed, "signal-2");
    if (percent(random, 1) && restarts < 5) {
      restarts += 1;
      await world.restart();
    }
  }
  await calmDown(world);
  return { ...judgeAll(world), restarts };
}
