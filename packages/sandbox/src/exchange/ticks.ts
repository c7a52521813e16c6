import { type EpochMs, epochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { BAR_WIDTH, drawTicks } from "./bar-ticks.ts";
import { Draws, mix } from "./chance.ts";
import { checkCircuit } from "./circuit.ts";
import type { Market } from "./market.ts";
import { hitClients, meetQuotes, triggerReachedStops } from "./matching.ts";
import type { DayPlan } from "./price-day.ts";
import { scriptedPrice } from "./script.ts";
import { minutesBetween, type SessionDay } from "./sessions.ts";
import { bookOf, segmentOf, type World } from "./world.ts";

const SLOTS = { full: 60, sparse: 4 } as const;

const TICK_PURPOSE = 0x41;

/** A feed sends every trade of a stock while a client has a working order in it, and for this long after it changed. */
const CLIENT_ORDER_MS = 5 * MINUTE_MS;

const minutesOf = (world: World, day: SessionDay, index: number): number =>
  minutesBetween(day.open, day[segmentOf(world, index)].continuousUntil);

function planMinute(world: World, day: SessionDay): void {
  const { cursor, market } = world;
  cursor.slots = SLOTS[world.settings.detail];
  const cells = market.count * cursor.slots;
  if (cursor.ticks.prices.length !== cells) {
    cursor.ticks = { prices: new Int32Array(cells), quantities: new Int32Array(cells) };
    cursor.ohlcSlots = new Uint8Array(cells);
  }
  cursor.ohlcSlots.fill(0);
  cursor.isOffPlan.fill(0);
  const purpose = mix(world.chain.keyOf(day.date), cursor.minute, TICK_PURPOSE);
  for (let index = 0; index < market.count; index++) {
    const plan = market.plans[index] as DayPlan;
    if (cursor.minute >= plan.minutes) continue;
    const bar = plan.bars.subarray(cursor.minute * BAR_WIDTH, (cursor.minute + 1) * BAR_WIDTH);
    const draws = new Draws(mix(world.seed, index), purpose);
    const first = index * cursor.slots;
    const ohlcSlots = drawTicks(cursor.ticks, first, bar, {
      tick: market.tick[index] as number,
      count: cursor.slots,
      draws,
    });
    for (const slot of ohlcSlots) cursor.ohlcSlots[first + slot] = 1;
  }
}

/** Clients have orders in this stock: first the new quotes match them, then the tick's trade. */
function matchClientOrders(world: World, index: number, price: number, quantity: number, isSold: boolean): void {
  meetQuotes(world, index, true);
  meetQuotes(world, index, false);
  triggerReachedStops(world, index);
  if (quantity > 0) hitClients(world, index, price, quantity, isSold);
  triggerReachedStops(world, index);
}

/**
 * Whether a seller started the trade: yes at or below the bid, no at or above the ask, as drawn in between. At the
 * upper limit only buyers are quoted, so it is a sale; at the lower only sellers, so a purchase.
 */
function isSoldAt(market: Market, index: number, price: number, isSoldAsDrawn: boolean): boolean {
  if (price >= (market.upper[index] as number)) return true;
  if (price <= (market.lower[index] as number)) return false;
  if (price <= (market.bid[index] as number)) return true;
  const ask = market.ask[index] as number;
  return ask !== 0 && price >= ask ? false : isSoldAsDrawn;
}

/** The price process moves a stock within its limits. At a limit only one side remains. */
export function applyTick(world: World, index: number, wanted: number, quantity: number, isSoldAsDrawn: boolean): void {
  const { market } = world;
  const lower = market.lower[index] as number;
  const upper = market.upper[index] as number;
  const price = wanted >= upper ? upper : wanted <= lower ? lower : wanted;
  const isSold = isSoldAt(market, index, price, isSoldAsDrawn);
  market.setQuotes(index, price, isSold);
  if (!(bookOf(world, index).isEmpty() && world.stops[index]?.isEmpty())) {
    matchClientOrders(world, index, price, quantity, isSold);
    market.touch(index);
    return;
  }
  if (quantity > 0) market.print(index, price, quantity, world.now as number);
  else market.touch(index);
  if (price === upper || price === lower || world.circuits.touched[index] !== 0) checkCircuit(world, index);
}

export function openQuotes(world: World, index: number): void {
  if (world.settings.hasSyntheticMarket) applyTick(world, index, world.market.last[index] as number, 0, false);
}

/**
 * A trade that is not the open, high, low or close of its planned minute, in a stock without a working or recent client
 * order: a feed may skip it, and its bars stay the same.
 */
function isSkippable(world: World, index: number, at: EpochMs): boolean {
  const { cursor, market } = world;
  if (cursor.ohlcSlots[index * cursor.slots + cursor.slot] === 1 || cursor.isOffPlan[index] === 1) return false;
  if ((market.clientOrderAt[index] as number) > at - CLIENT_ORDER_MS) return false;
  return bookOf(world, index).isEmpty() && world.stops[index]?.isEmpty() === true;
}

function tickOf(world: World, index: number, at: EpochMs): void {
  const { cursor, market } = world;
  if (world.scripts[index] !== null) cursor.isOffPlan[index] = 1;
  if ((market.haltedUntil[index] as number) > at) {
    cursor.isOffPlan[index] = 1;
    return;
  }
  const mustPublish = isSkippable(world, index, at) ? (market.mustPublish[index] as number) : 1;
  trade(world, index, at);
  market.mustPublish[index] = mustPublish;
}

function trade(world: World, index: number, at: EpochMs): void {
  const { cursor, market, scripts } = world;
  world.now = at;
  const cell = index * cursor.slots + cursor.slot;
  const signed = cursor.ticks.quantities[cell] as number;
  const script = scripts[index];
  const scripted = script ? scriptedPrice(script, at) : null;
  if (scripted === null) {
    applyTick(world, index, cursor.ticks.prices[cell] as number, Math.abs(signed), signed < 0);
  } else {
    const tick = market.tick[index] as number;
    const price = Math.round(scripted / tick) * tick;
    const last = market.last[index] as number;
    applyTick(world, index, price, Math.max(1, Math.abs(signed)), price < last || (price === last && signed < 0));
  }
}

/** False when `until` came before the end of the minute. */
function runMinute(world: World, day: SessionDay, until: number): boolean {
  const { cursor, market } = world;
  const start = day.open + cursor.minute * MINUTE_MS;
  const slotMs = MINUTE_MS / cursor.slots;
  for (; cursor.slot < cursor.slots; cursor.slot++) {
    const slotStart = start + cursor.slot * slotMs;
    for (; cursor.symbol < market.count; cursor.symbol++) {
      const at = slotStart + Math.floor((cursor.symbol * slotMs) / market.count);
      if (at > until) return false;
      if (cursor.minute < (market.plans[cursor.symbol] as DayPlan).minutes) tickOf(world, cursor.symbol, epochMs(at));
    }
    cursor.symbol = 0;
  }
  return true;
}

export function runTicks(world: World, until: number): void {
  const { cursor, day, market } = world;
  if (day === null || !world.settings.hasSyntheticMarket || market.count === 0) return;
  const minutes = Math.max(minutesOf(world, day, 0), minutesBetween(day.open, day.other.continuousUntil));
  while (cursor.minute < minutes) {
    if (day.open + cursor.minute * MINUTE_MS > until) return;
    if (cursor.slots === 0) planMinute(world, day);
    if (!runMinute(world, day, until)) return;
    cursor.minute++;
    cursor.slot = 0;
    cursor.slots = 0;
  }
}
