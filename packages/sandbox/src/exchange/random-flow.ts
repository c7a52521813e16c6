import { paise } from "@vriddhi/core/shared/money";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { Exchange } from "./exchange.ts";
import type { ExchangeEvent, ModifyOrder, PlaceOrder, Pricing } from "./model.ts";

/** Reproducible by seed. */

export interface Flow {
  readonly random: Random;
  readonly exchange: Exchange;
  readonly accounts: readonly string[];
  readonly symbols: readonly string[];
  now: EpochMs;
  count: number;
}

export const startFlow = (exchange: Exchange, seed: number, now: EpochMs, symbols: readonly string[]): Flow => ({
  random: createSeededRandom(seed),
  exchange,
  accounts: ["anil", "asha", "bina", "charu"],
  symbols,
  now,
  count: 0,
});

/** Mostly near the market, sometimes invalid. */
function drawPricing({ random, exchange }: Flow, symbol: string): Pricing {
  const tick = exchange.instrument(symbol)?.tickSize ?? paise(1);
  const near = (ticks: number) => paise(Math.max(1, exchange.lastPrice(symbol) + random.int(-ticks, ticks) * tick));
  switch (random.int(0, 9)) {
    case 0:
      return { kind: "market", protection: random.pick([100, 300, "auto", null] as const) };
    case 1:
      return { kind: "stop_market", trigger: near(20), protection: 200 };
    case 2:
    case 3:
      return { kind: "stop_limit", trigger: near(20), price: near(25) };
    case 4:
      return { kind: "limit", price: near(4_000) };
    default:
      return { kind: "limit", price: near(6) };
  }
}

function drawOrder(flow: Flow): PlaceOrder {
  const { random } = flow;
  const symbol = random.pick(flow.symbols);
  const isLarge = random.int(0, 4) === 0;
  return {
    now: flow.now,
    account: random.pick(flow.accounts),
    symbol,
    side: random.pick(["buy", "sell"] as const),
    quantity: random.int(0, isLarge ? 3_000 : 40),
    product: random.pick(["intraday", "intraday", "delivery"] as const),
    pricing: drawPricing(flow, symbol),
    validity: random.pick(["day", "day", "day", "ioc"] as const),
    tag: `T${flow.count}`,
  };
}

function drawChange(flow: Flow): ModifyOrder | null {
  const { random, exchange } = flow;
  const orders = exchange.dayOrders(random.pick(flow.accounts));
  if (orders.length === 0) return null;
  const working = orders.filter(({ pendingQuantity }) => pendingQuantity > 0);
  const order = random.pick(working.length > 0 && random.int(0, 9) > 0 ? working : orders);
  return {
    now: flow.now,
    orderId: order.id,
    ...(random.int(0, 1) === 0 ? { quantity: random.int(1, 60) } : {}),
    ...(random.int(0, 1) === 0 ? { pricing: drawPricing(flow, order.symbol) } : {}),
    ...(random.int(0, 19) === 0 ? { validity: "ioc" as const } : {}),
  };
}

export function step(flow: Flow, stepMs: number): readonly ExchangeEvent[] {
  const { random, exchange } = flow;
  flow.count++;
  flow.now = epochMs(flow.now + random.int(0, 2 * stepMs));
  const kind = random.int(0, 9);
  if (kind < 5) return exchange.place(drawOrder(flow)).events;
  if (kind === 5) exchange.nextFillPartial(random.pick(flow.accounts));
  if (kind < 8) {
    const change = drawChange(flow);
    return change === null ? exchange.advance(flow.now) : exchange.modify(change).events;
  }
  if (kind === 8) {
    const change = drawChange(flow);
    return change === null ? [] : exchange.cancel(change.orderId, flow.now).events;
  }
  return exchange.advance(later(flow.now, 0));
}
