import { paise } from "@vriddhi/core/shared/money";
import { type AuctionInterest, type Equilibrium, findEquilibrium } from "./auction.ts";
import type { BookSide, Level } from "./book.ts";
import { mix, unit } from "./chance.ts";
import { fill, nextTradeId } from "./matching.ts";
import type { DayPlan } from "./price-day.ts";
import { scriptedPrice } from "./script.ts";
import type { OrderState } from "./states.ts";
import { nearestTick } from "./tick-size.ts";
import { bookOf, dayOf, instantOf, segmentOf, stampEvent, type World } from "./world.ts";

export type AuctionSession = "pre_open" | "closing";

const LEVELS = 12;
/** Share of the planned volume at the planned price; the rest accepts any price. */
const AT_PRICE_SHARE = 0.3;
const INTEREST_PURPOSE = 0x51;

interface SyntheticInterest {
  readonly buys: readonly AuctionInterest[];
  readonly sells: readonly AuctionInterest[];
  readonly atAnyPrice: number;
}

const NO_INTEREST: SyntheticInterest = { buys: [], sells: [], atAnyPrice: 0 };

/** The market's auction price without clients: as planned, or from a script when collection ends. */
function targetOf(world: World, index: number, session: AuctionSession): number {
  const plan = world.market.plans[index] as DayPlan;
  const script = world.scripts[index];
  const times = dayOf(world)[segmentOf(world, index)];
  const end = (session === "pre_open" ? times.preOpen : times.closing)?.collectUntil;
  const scripted = script && end !== undefined ? scriptedPrice(script, end) : null;
  if (scripted !== null) return nearestTick(scripted, world.market.tick[index] as number);
  return session === "pre_open" ? plan.open : plan.close;
}

/** The market's own orders: without clients they match exactly the planned shares at the planned price. */
function syntheticInterest(world: World, index: number, session: AuctionSession): SyntheticInterest {
  const { market } = world;
  if (!world.settings.hasSyntheticMarket) return NO_INTEREST;
  const plan = market.plans[index] as DayPlan;
  const volume = session === "pre_open" ? plan.preOpenVolume : plan.closingVolume;
  if (volume === 0) return NO_INTEREST;
  const tick = market.tick[index] as number;
  const lower = market.lower[index] as number;
  const upper = market.upper[index] as number;
  const target = Math.min(upper, Math.max(lower, targetOf(world, index, session)));
  const atPrice = Math.ceil(volume * AT_PRICE_SHARE);
  const buys: AuctionInterest[] = [];
  const sells: AuctionInterest[] = [];
  for (let level = 0; level < LEVELS; level++) {
    const drawn = unit(mix(world.seed, index, target, INTEREST_PURPOSE + level));
    const quantity = level === 0 ? atPrice : Math.ceil(atPrice * (0.4 + 1.2 * drawn));
    if (target - level * tick >= lower) buys.push({ price: target - level * tick, quantity });
    if (target + level * tick <= upper) sells.push({ price: target + level * tick, quantity });
  }
  return { buys, sells, atAnyPrice: volume - atPrice };
}

const interestOf = (side: BookSide): AuctionInterest[] =>
  side.levels.map(({ price, quantity }: Level) => ({ price, quantity }));

export function indicative(world: World, index: number, session: AuctionSession): Equilibrium | null {
  const { bids, asks } = bookOf(world, index);
  const synthetic = syntheticInterest(world, index, session);
  return findEquilibrium({
    buys: [...synthetic.buys, ...interestOf(bids)],
    sells: [...synthetic.sells, ...interestOf(asks)],
    atAnyPrice: synthetic.atAnyPrice,
    reference: world.market[session === "pre_open" ? "previousClose" : "last"][index] as number,
  });
}

/** Synthetic shares at a price have priority. */
function syntheticAt(interests: readonly AuctionInterest[], price: number): number {
  return interests.find((interest) => interest.price === price)?.quantity ?? 0;
}

/** Fills one side in order of price, then time, until the auction's shares are used up. */
function serve(world: World, side: BookSide, synthetic: SyntheticInterest, { price, quantity }: Equilibrium): void {
  const own = side.isBuy ? synthetic.buys : synthetic.sells;
  const isServed = (at: number): boolean => (side.isBuy ? at >= price : at <= price);
  const prices = [...new Set([...own.map((interest) => interest.price), ...side.levels.map((level) => level.price)])]
    .filter(isServed)
    .sort((a, b) => (side.isBuy ? b - a : a - b));
  let left = quantity - Math.min(quantity, synthetic.atAnyPrice);
  for (const at of prices) {
    left -= Math.min(left, syntheticAt(own, at));
    for (let level = side.levelAt(at); left > 0 && level?.head; level = side.levelAt(at)) {
      const order = level.head as OrderState;
      const shares = Math.min(left, order.remaining);
      side.reduce(order, shares);
      fill(world, order, { id: nextTradeId(world), quantity: shares, price, counterparty: "auction" });
      left -= shares;
    }
  }
}

export function closeCollection(world: World, index: number, session: AuctionSession): void {
  const found = indicative(world, index, session);
  world.market.auctionPrice[index] = found?.price ?? 0;
  world.market.auctionQuantity[index] = found?.quantity ?? 0;
  world.market.touch(index);
  if (found === null) return;
  world.events.push({
    ...stampEvent(world),
    kind: "auction",
    symbol: world.instruments[index]?.symbol ?? "",
    session,
    price: paise(found.price),
    quantity: found.quantity,
  });
}

export function matchAuction(world: World, index: number, session: AuctionSession): void {
  const { market } = world;
  const price = market.auctionPrice[index] as number;
  const quantity = market.auctionQuantity[index] as number;
  if (quantity === 0) return;
  const { bids, asks } = bookOf(world, index);
  const synthetic = syntheticInterest(world, index, session);
  market.print(index, price, quantity, instantOf(world));
  serve(world, bids, synthetic, { price, quantity });
  serve(world, asks, synthetic, { price, quantity });
}
