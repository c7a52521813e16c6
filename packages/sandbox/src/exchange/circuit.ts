import { paise } from "@vriddhi/core/shared/money";
import { later } from "@vriddhi/core/time/clock";
import type { OrderState } from "./states.ts";
import { ceilToTick, floorToTick } from "./tick-size.ts";
import { endOrder } from "./withdrawal.ts";
import { bookOf, instantOf, phaseOf, stampEvent, type World } from "./world.ts";

/** F&O bands move by this much in the direction of the price, both limits together. */
const STEP_BASIS_POINTS = 500;
const BASIS = 10_000;

export function resetCircuits(world: World): void {
  const { circuits, instruments } = world;
  circuits.touched.fill(0);
  circuits.isMovePlanned.fill(0);
  instruments.forEach(({ bandBasisPoints }, index) => {
    circuits.from[index] = BASIS - bandBasisPoints;
    circuits.to[index] = BASIS + bandBasisPoints;
  });
}

function publish(world: World, index: number, what: "hit_upper" | "hit_lower" | "moved"): void {
  const { market, instruments } = world;
  world.events.push({
    ...stampEvent(world),
    kind: "circuit",
    symbol: instruments[index]?.symbol ?? "",
    what,
    lower: paise(market.lower[index] as number),
    upper: paise(market.upper[index] as number),
  });
}

export function workingOrders(world: World, index: number): OrderState[] {
  const found: OrderState[] = [];
  const { bids, asks } = bookOf(world, index);
  for (const level of [...bids.levels, ...asks.levels]) {
    for (let order = level.head; order !== null; order = order.next) found.push(order as OrderState);
  }
  return [...found, ...(world.stops[index]?.all() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function cancelOutside(world: World, index: number): void {
  const lower = world.market.lower[index] as number;
  const upper = world.market.upper[index] as number;
  const isOutside = (price: number): boolean => price !== 0 && (price < lower || price > upper);
  for (const order of workingOrders(world, index)) {
    if (isOutside(order.limit) || isOutside(order.trigger)) endOrder(world, order, "cancelled", "outside_price_band");
  }
}

function moveBand(world: World, index: number, step: number): void {
  const { circuits, market } = world;
  circuits.isMovePlanned[index] = 0;
  if (phaseOf(world, index) !== "continuous") return;
  circuits.from[index] = (circuits.from[index] as number) + step;
  circuits.to[index] = (circuits.to[index] as number) + step;
  circuits.touched[index] = 0;
  market.setBand(index, circuits.from[index] as number, circuits.to[index] as number);
  market.touch(index);
  publish(world, index, "moved");
  cancelOutside(world, index);
}

/** Manual limits in paise, rounded inward to whole ticks. */
export function narrowBand(
  world: World,
  index: number,
  limits: { readonly lower: number; readonly upper: number },
): void {
  const { circuits, market } = world;
  const tick = market.tick[index] as number;
  market.lower[index] = ceilToTick(limits.lower, tick);
  market.upper[index] = floorToTick(limits.upper, tick);
  circuits.touched[index] = 0;
  market.touch(index);
  publish(world, index, "moved");
  cancelOutside(world, index);
}

/** Called after every trade near the limits. A stock with derivatives gets a wider band after the cooling-off. */
export function checkCircuit(world: World, index: number): void {
  const { circuits, market } = world;
  const last = market.last[index] as number;
  const side = last >= (market.upper[index] as number) ? 1 : last <= (market.lower[index] as number) ? -1 : 0;
  if (side === circuits.touched[index]) return;
  circuits.touched[index] = side;
  if (side === 0) return;
  publish(world, index, side === 1 ? "hit_upper" : "hit_lower");
  if (world.instruments[index]?.isFno !== true || circuits.isMovePlanned[index] === 1) return;
  circuits.isMovePlanned[index] = 1;
  const due = later(instantOf(world), world.settings.flexCoolingMs);
  world.agenda.plan(due, () => moveBand(world, index, side * STEP_BASIS_POINTS));
}
