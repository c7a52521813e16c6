import { assert } from "@vriddhi/core/shared/assert";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { availableCash } from "./account-state.ts";
import { additionalMargin, addWorking, sellableQuantity } from "./margin.ts";
import { enter, triggerReachedStops } from "./matching.ts";
import type { ChangeRefusal, ModifyOrder, Phase, PlaceOrder, RejectReason } from "./model.ts";
import { isWorking, toOrder } from "./order-state.ts";
import { isStop, type PriceRules, type Resolved, resolvePricing } from "./pricing.ts";
import type { OrderState } from "./states.ts";
import { endOrder, withdraw } from "./withdrawal.ts";
import { bookOf, dayOf, instantOf, intradayRate, phaseOf, record, segmentOf, type World } from "./world.ts";

/** Fyers' limit, the longest of the three brokers. */
const TAG_LENGTH_MAX = 30;
const ORDER_ID_FIRST = 1_100_000_000_000_000;

export type OrderRequest = Omit<PlaceOrder, "now"> & { readonly placedBy?: "broker" };

function draft(world: World, request: OrderRequest, id: string): OrderState {
  const account = world.accounts.get(request.account);
  assert(account !== undefined, `the account ${request.account} exists`);
  return {
    id,
    brokerOrderId: request.brokerOrderId ?? null,
    account,
    owner: account.number,
    symbol: request.symbol,
    symbolIndex: world.indexOf.get(request.symbol) ?? -1,
    isBuy: request.side === "buy",
    product: request.product,
    validity: request.validity ?? "day",
    pricing: request.pricing,
    limit: 0,
    trigger: 0,
    quantity: request.quantity,
    remaining: request.quantity,
    filled: 0,
    filledValue: 0,
    cancelled: 0,
    status: "received",
    reason: null,
    tag: request.tag ?? null,
    placedBy: request.placedBy ?? "client",
    placedAt: instantOf(world),
    updatedAt: instantOf(world),
    triggeredAt: null,
    modifications: 0,
    date: dayOf(world).date,
    history: [],
    trades: [],
    marginPrice: 0,
    room: Number.POSITIVE_INFINITY,
    heldUntil: 0,
    level: null,
    next: null,
    previous: null,
  };
}

const takesOrders = (phase: Phase): boolean =>
  phase === "continuous" || phase === "pre_open" || phase === "closing_auction";

function rulesOf(world: World, index: number): PriceRules {
  const { market } = world;
  return {
    tick: market.tick[index] as number,
    lower: market.lower[index] as number,
    upper: market.upper[index] as number,
    last: market.last[index] as number,
  };
}

function takesLimitsOnly(world: World, index: number): boolean {
  const times = dayOf(world)[segmentOf(world, index)];
  const phase = phaseOf(world, index);
  const auction = phase === "pre_open" ? times.preOpen : phase === "closing_auction" ? times.closing : null;
  const from = auction?.limitOnlyFrom ?? null;
  return from !== null && instantOf(world) >= from;
}

/** Auctions accept neither stops nor immediate orders, and in their later minutes no market orders. */
function phaseRefusal(world: World, order: OrderState): RejectReason | null {
  const phase = phaseOf(world, order.symbolIndex);
  if (phase === "halted") return "trading_halted";
  if (!takesOrders(phase)) return "session_closed";
  if (phase === "continuous") return null;
  const waits = isStop(order.pricing) && order.triggeredAt === null;
  const isLate = order.pricing.kind === "market" && takesLimitsOnly(world, order.symbolIndex);
  return order.validity === "ioc" || waits || isLate ? "order_type_not_allowed" : null;
}

/** A market order of the opening auction is fixed once only limit orders are accepted. */
const isFixed = (world: World, { pricing, symbolIndex }: OrderState): boolean =>
  pricing.kind === "market" && phaseOf(world, symbolIndex) === "pre_open" && takesLimitsOnly(world, symbolIndex);

function quantityRefusal(world: World, order: OrderState): RejectReason | null {
  const max = world.instruments[order.symbolIndex]?.quantityMax ?? 0;
  const isFine = Number.isSafeInteger(order.quantity) && order.quantity > order.filled && order.quantity <= max;
  return isFine ? null : "quantity_invalid";
}

/** Money for opening, shares for delivery. Orders without added risk pass: exits must always be possible. */
function meansRefusal(world: World, order: OrderState): RejectReason | null {
  if (order.product === "delivery" && !order.isBuy) {
    return sellableQuantity(order) >= order.quantity - order.filled ? null : "insufficient_holdings";
  }
  const more = additionalMargin(order, intradayRate(world));
  if (more <= 0) return null;
  if (order.product === "intraday" && world.bans.has(order.symbolIndex)) return "intraday_banned";
  return more <= availableCash(order.account) ? null : "insufficient_funds";
}

/** A sell may trade above its limit, so its margin is counted at the market where that is higher. */
function applyPrices(world: World, order: OrderState, { limit, trigger }: Resolved): void {
  order.limit = limit;
  order.trigger = trigger;
  order.marginPrice = order.isBuy ? limit : Math.max(limit, world.market.last[order.symbolIndex] as number);
}

function refusalOf(world: World, order: OrderState): RejectReason | null {
  const { account } = order;
  const fault = account.nextRejection;
  account.nextRejection = null;
  if (fault !== null) return fault;
  if (order.symbolIndex < 0) return "unknown_symbol";
  if (order.tag !== null && (order.tag.length === 0 || order.tag.length > TAG_LENGTH_MAX)) return "tag_invalid";
  const refusal = quantityRefusal(world, order) ?? phaseRefusal(world, order);
  if (refusal !== null) return refusal;
  const priced = resolvePricing(order.pricing, order.isBuy, rulesOf(world, order.symbolIndex));
  if (!priced.ok) return priced.error;
  applyPrices(world, order, priced.value);
  return meansRefusal(world, order);
}

function register(world: World, order: OrderState): void {
  world.orders.set(order.id, order);
  order.account.orders ??= [];
  order.account.orders.push(order);
  order.account.shown = null;
  if (order.tag === null) return;
  const tagged = world.byTag.get(order.tag);
  if (tagged === undefined) world.byTag.set(order.tag, [order]);
  else tagged.push(order);
}

function countAcceptance(world: World, order: OrderState): void {
  if (world.acceptances.length === 0) return;
  for (const hook of world.acceptances) hook.left--;
  const due = world.acceptances.filter(({ left }) => left === 0);
  world.acceptances = world.acceptances.filter(({ left }) => left > 0);
  for (const { callback } of due) callback(toOrder(order));
}

function release(world: World, order: OrderState): void {
  if (order.status === "trigger_pending") {
    world.stops[order.symbolIndex]?.add(order);
    addWorking(order, intradayRate(world));
  } else {
    enter(world, order);
    triggerReachedStops(world, order.symbolIndex);
  }
}

export function placeOrder(world: World, request: OrderRequest): OrderState {
  const order = draft(world, request, String(ORDER_ID_FIRST + ++world.orderCount));
  register(world, order);
  record(world, order, "placed");
  const refusal = refusalOf(world, order);
  if (refusal !== null) {
    order.status = "rejected";
    order.reason = refusal;
    record(world, order, "rejected");
    return order;
  }
  if (order.account.isNextFillPartial) {
    order.account.isNextFillPartial = false;
    order.room = Math.floor(order.quantity / 2);
    order.heldUntil = order.room === 0 ? instantOf(world) + world.settings.partialHoldMs : 0;
  }
  order.status = order.trigger === 0 ? "open" : "trigger_pending";
  record(world, order, order.status);
  release(world, order);
  countAcceptance(world, order);
  return order;
}

export function marginFor(world: World, request: OrderRequest): Paise {
  const order = draft(world, request, "");
  if (order.symbolIndex < 0) return paise(0);
  const priced = resolvePricing(order.pricing, order.isBuy, rulesOf(world, order.symbolIndex));
  if (!priced.ok) return paise(0);
  applyPrices(world, order, priced.value);
  return paise(Math.max(0, additionalMargin(order, intradayRate(world))));
}

/** Prices the changed order. A triggered stop keeps its trigger as history, only its price counts. */
function reprice(world: World, order: OrderState, next: OrderState): RejectReason | null {
  const { pricing } = next;
  const isTriggered = order.triggeredAt !== null && pricing.kind === "stop_limit";
  const asked = isTriggered ? ({ kind: "limit", price: pricing.price } as const) : pricing;
  const priced = resolvePricing(asked, order.isBuy, rulesOf(world, order.symbolIndex));
  if (!priced.ok) return priced.error;
  applyPrices(world, next, isTriggered ? { ...priced.value, trigger: order.trigger } : priced.value);
  if (!isTriggered) next.triggeredAt = null;
  return null;
}

function changed(world: World, order: OrderState, change: ModifyOrder): Result<OrderState, ChangeRefusal> {
  const next: OrderState = {
    ...order,
    pricing: change.pricing ?? order.pricing,
    quantity: change.quantity ?? order.quantity,
    validity: change.validity ?? order.validity,
  };
  const refusal =
    quantityRefusal(world, next) ??
    phaseRefusal(world, next) ??
    (change.pricing === undefined ? null : reprice(world, order, next)) ??
    meansRefusal(world, next);
  return refusal === null ? ok(next) : err(refusal);
}

/** A smaller quantity at the same price keeps its place in the queue. */
function keepsPlace(order: OrderState, next: OrderState): boolean {
  const isSamePrice = next.limit === order.limit && next.trigger === order.trigger;
  return isSamePrice && next.quantity <= order.quantity && next.validity === order.validity && order.level !== null;
}

function adopt(order: OrderState, next: OrderState): void {
  order.pricing = next.pricing;
  order.quantity = next.quantity;
  order.validity = next.validity;
  order.limit = next.limit;
  order.trigger = next.trigger;
  order.marginPrice = next.marginPrice;
  order.triggeredAt = next.triggeredAt;
  order.modifications++;
}

export function modifyOrder(world: World, change: ModifyOrder): Result<OrderState, ChangeRefusal> {
  const order = world.orders.get(change.orderId);
  if (order === undefined) return err("order_unknown");
  if (!isWorking(order)) return err("order_not_open");
  if (isFixed(world, order)) return err("order_type_not_allowed");
  const next = changed(world, order, change);
  if (!next.ok) return next;
  if (keepsPlace(order, next.value)) {
    bookOf(world, order.symbolIndex)
      .own(order)
      .reduce(order, order.quantity - next.value.quantity);
    adopt(order, next.value);
    addWorking(order, intradayRate(world));
    world.market.touch(order.symbolIndex);
    record(world, order, "updated");
    return ok(order);
  }
  withdraw(world, order);
  adopt(order, next.value);
  order.remaining = order.quantity - order.filled;
  order.room = Number.POSITIVE_INFINITY;
  order.status = order.trigger === 0 || order.triggeredAt !== null ? "open" : "trigger_pending";
  addWorking(order, intradayRate(world));
  record(world, order, "updated");
  release(world, order);
  return ok(order);
}

export function cancelOrder(world: World, orderId: string): Result<OrderState, ChangeRefusal> {
  const order = world.orders.get(orderId);
  if (order === undefined) return err("order_unknown");
  if (!isWorking(order)) return err("order_not_open");
  const phase = phaseOf(world, order.symbolIndex);
  if (!(takesOrders(phase) || phase === "halted")) return err("session_closed");
  if (isFixed(world, order)) return err("order_type_not_allowed");
  endOrder(world, order, "cancelled", "requested");
  return ok(order);
}
