import { assert } from "@vriddhi/core/shared/assert";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { closeCollection, matchAuction } from "./auction-run.ts";
import { BAR_WIDTH } from "./bar-ticks.ts";
import { cancelOutside, resetCircuits, workingOrders } from "./circuit.ts";
import type { Phase } from "./model.ts";
import {
  isSessionDay,
  minutesBetween,
  phasesOf,
  type Segment,
  type SessionDay,
  sessionDayAfter,
  sessionDayBefore,
  sessionDayOn,
} from "./sessions.ts";
import { settleDay } from "./settlement.ts";
import { planSquareOffs } from "./square-off.ts";
import { ceilToTick, floorToTick } from "./tick-size.ts";
import { openQuotes, runTicks } from "./ticks.ts";
import { endOrder } from "./withdrawal.ts";
import { dayOf, segmentOf, stampEvent, type World } from "./world.ts";

const CLOSING_BAND = 0.03;
const REFERENCE_MINUTES = 15;

function eachOf(world: World, segment: Segment, run: (index: number) => void): void {
  for (let index = 0; index < world.instruments.length; index++) if (segmentOf(world, index) === segment) run(index);
}

/** The average price of the last quarter of an hour of continuous trading. */
function closingReference(world: World, index: number): number {
  const { market } = world;
  const bars = market.bars[index] as Int32Array;
  const end = minutesBetween(epochMs(market.openAt), dayOf(world).fno.continuousUntil);
  let value = 0;
  let volume = 0;
  for (let minute = Math.max(0, end - REFERENCE_MINUTES); minute < end; minute++) {
    const shares = bars[minute * BAR_WIDTH + 4] as number;
    value += shares * (bars[minute * BAR_WIDTH + 3] as number);
    volume += shares;
  }
  return volume === 0 ? (market.last[index] as number) : value / volume;
}

/** Stops end with continuous trading; limits stay for the auction if they fit its narrow band. */
function prepareClosing(world: World, index: number): void {
  const { market } = world;
  const tick = market.tick[index] as number;
  const reference = closingReference(world, index);
  for (const order of world.stops[index]?.all() ?? []) endOrder(world, order, "cancelled", "closing_auction");
  market.lower[index] = Math.max(market.lower[index] as number, ceilToTick(reference * (1 - CLOSING_BAND), tick));
  market.upper[index] = Math.min(market.upper[index] as number, floorToTick(reference * (1 + CLOSING_BAND), tick));
  market.clearQuotes(index);
  cancelOutside(world, index);
}

function endSession(world: World, index: number): void {
  world.market.clearQuotes(index);
  for (const order of workingOrders(world, index)) endOrder(world, order, "expired", null);
}

function startContinuous(world: World, index: number): void {
  world.market.auctionPrice[index] = 0;
  world.market.auctionQuantity[index] = 0;
  openQuotes(world, index);
  world.market.touch(index);
}

const onPhase: Partial<Record<Phase, (world: World, index: number) => void>> = {
  pre_open_matching: (world, index) => closeCollection(world, index, "pre_open"),
  continuous: startContinuous,
  closing_reference: prepareClosing,
  closing_matching: (world, index) => closeCollection(world, index, "closing"),
  closed: endSession,
};

function enterPhase(world: World, segment: Segment, phase: Phase): void {
  world.phases[segment] = phase;
  world.events.push({ ...stampEvent(world), kind: "session", segment, phase });
  const effect = onPhase[phase];
  if (effect) eachOf(world, segment, (index) => effect(world, index));
}

function planSegment(world: World, day: SessionDay, segment: Segment): void {
  const times = day[segment];
  for (const { at, phase } of phasesOf(times)) world.agenda.plan(at, () => enterPhase(world, segment, phase));
  const { preOpen, closing } = times;
  if (preOpen) {
    world.agenda.plan(preOpen.matchAt, () => eachOf(world, segment, (index) => matchAuction(world, index, "pre_open")));
  }
  if (closing) {
    world.agenda.plan(closing.matchAt, () => eachOf(world, segment, (index) => matchAuction(world, index, "closing")));
  }
}

function closeDay(world: World, day: SessionDay): void {
  const { market } = world;
  world.lived.set(day.date, {
    session: day,
    bars: market.bars,
    open: market.open.slice(),
    high: market.high.slice(),
    low: market.low.slice(),
    last: market.last.slice(),
    volume: market.volume.slice(),
  });
  world.chain.setCloses(day.date, market.last.slice());
  world.events.push({ ...stampEvent(world), kind: "day", what: "closed", date: day.date });
}

function rollOver(world: World, date: IstDate): void {
  settleDay(world, date);
  startDay(world, date);
}

function startDay(world: World, date: IstDate): void {
  const day = sessionDayOn(world.hours, date);
  const { market, cursor, agenda } = world;
  world.day = day;
  const closes = world.chain.closesBefore(date).slice();
  world.instruments.forEach(({ symbol }, index) => {
    const replay = world.replays.get(`${date} ${symbol}`);
    if (replay) closes[index] = replay.previousClose;
  });
  market.startDay(day.open, minutesBetween(day.open, day.closed) + 1, closes, world.instruments);
  market.plans = world.instruments.map(
    ({ symbol }, index) =>
      world.replays.get(`${date} ${symbol}`)?.plan ?? world.chain.planOf(index, day, closes[index]),
  );
  resetCircuits(world);
  world.scripts.fill(null);
  Object.assign(cursor, { minute: 0, slot: 0, symbol: 0, slots: 0 });
  world.events.push({ ...stampEvent(world), kind: "day", what: "started", date });

  agenda.clear();
  planSegment(world, day, "fno");
  planSegment(world, day, "other");
  planSquareOffs(world, day);
  agenda.plan(day.closed, () => closeDay(world, day));
  const next = sessionDayAfter(world.hours, date);
  agenda.plan(sessionDayOn(world.hours, next).rollOver, () => rollOver(world, next));
}

function marketDateAt(world: World, at: EpochMs): IstDate {
  const today = istDateOf(at);
  const isToday = isSessionDay(world.hours, today) && sessionDayOn(world.hours, today).rollOver <= at;
  return isToday ? today : sessionDayBefore(world.hours, today);
}

/** Processes every scheduled event up to and including `to`, in order. */
export function liveUntil(world: World, to: EpochMs): void {
  assert(Number.isSafeInteger(to), "an instant is a whole number of milliseconds");
  if (world.day === null) {
    const date = marketDateAt(world, to);
    world.now = sessionDayOn(world.hours, date).rollOver;
    startDay(world, date);
  }
  for (let due = world.agenda.nextAt(); due !== null && due <= to; due = world.agenda.nextAt()) {
    runTicks(world, due - 1);
    world.now = epochMs(Math.max(due, world.now ?? due));
    world.agenda.take()?.run();
  }
  runTicks(world, to);
  if (world.now === null || world.now < to) world.now = to;
}

/** Finishes and settles the current day, then runs the day of `to`. For long jumps without client orders in between. */
export function leapUntil(world: World, to: EpochMs): void {
  const date = marketDateAt(world, to);
  const { day } = world;
  if (day !== null && date > day.date) {
    liveUntil(world, day.closed);
    settleDay(world, date);
    world.now = sessionDayOn(world.hours, date).rollOver;
    startDay(world, date);
  }
  liveUntil(world, to);
}
