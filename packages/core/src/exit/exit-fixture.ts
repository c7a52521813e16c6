import { brokerOrderId, type OrderTag } from "../order/order.ts";
import { newOrder, type OrderState } from "../order/order-state.ts";
import type { PriceBand } from "../order/price-band.ts";
import { paise } from "../shared/money.ts";
import { epochMs, later } from "../time/clock.ts";
import {
  EXIT_SETTINGS,
  type ExitMarket,
  type ExitNow,
  type ExitOrder,
  type ExitPosition,
  type ExitSettings,
} from "./exit-model.ts";
import { planExit } from "./plan-exit.ts";

/** Test facts: a long of ten shares, bought at 1,000 rupees, stop at 990, target at 1,020. */
export const NOW = epochMs(10_000_000);
const band: PriceBand = { lower: paise(90_000), upper: paise(110_000), tick: paise(5) };

export const longOfTen: ExitPosition = {
  direction: "long",
  entryFilled: 10,
  closedOutside: 0,
  isEntryFinal: true,
  stop: paise(99_000),
  target: paise(102_000),
  orderedClose: null,
  begunClose: null,
  uncoveredSince: null,
  isConfirmed: true,
  missing: 0,
  stuck: null,
  isHandedOver: false,
};

export const shortOfTen: ExitPosition = {
  ...longOfTen,
  direction: "short",
  stop: paise(101_000),
  target: paise(98_000),
};

export const calm: ExitMarket = {
  bid: paise(99_995),
  ask: paise(100_005),
  last: paise(100_000),
  band,
  isStale: false,
};

const midday: ExitNow = { human: NOW, phase: "entries" };

export const testTag = (n: number): OrderTag => `EXIT${n}`.padEnd(15, "0") as OrderTag;

const accepted: OrderState = {
  ...newOrder({ leg: "exit", quantity: 10, status: "sending" }),
  status: "accepted",
  orderId: brokerOrderId("1"),
  seenAt: NOW,
};

export const restingStop: ExitOrder = {
  tag: testTag(0),
  state: accepted,
  pricing: { kind: "stop_limit", trigger: paise(99_000), limit: paise(96_030) },
  isTriggered: false,
  workingSince: NOW,
  modifications: 0,
  quantityRises: 0,
  isCommandPending: false,
  changesUndone: 0,
  lastCommandAt: null,
  endedAt: null,
  isEndedByOthers: false,
};

export const withState = (order: ExitOrder, change: Partial<OrderState>): ExitOrder => ({
  ...order,
  state: { ...order.state, ...change },
});

interface PlanFacts {
  readonly position?: ExitPosition;
  readonly market?: ExitMarket;
  readonly orders?: readonly ExitOrder[];
  readonly now?: ExitNow;
  readonly settings?: ExitSettings;
}

export const planWith = ({
  position = longOfTen,
  market = calm,
  orders = [],
  now = midday,
  settings = EXIT_SETTINGS,
}: PlanFacts) => planExit(position, market, orders, now, settings);

export const after = (ms: number): ExitNow => ({ ...midday, human: later(NOW, ms) });
export const inPhase = (phase: ExitNow["phase"]): ExitNow => ({ ...midday, phase });
export const cannotBecomeLimit: ExitSettings = { ...EXIT_SETTINGS, stopBecomesLimit: false };
export const limitExit: ExitOrder = { ...restingStop, pricing: { kind: "limit", limit: paise(98_995) } };
export const triggered: ExitOrder = { ...restingStop, isTriggered: true };
export const ended = (order: ExitOrder, change: Parameters<typeof withState>[1]): ExitOrder => ({
  ...withState(order, change),
  endedAt: NOW,
});
export const crashed: ExitMarket = { ...calm, bid: paise(95_000), last: paise(95_000) };
export const locked: ExitMarket = { ...calm, bid: null, last: paise(90_000), ask: paise(90_000) };
export const waits = { kind: "wait", until: null };
