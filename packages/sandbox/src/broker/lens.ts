import { paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { ChangeReply, Exchange, OrderReply } from "../exchange/exchange.ts";
import type { Broker, ModifyOrder, Order, PlaceOrder, Quote } from "../exchange/model.ts";
import type { Fault, FaultKind, Faults } from "../faults/faults.ts";
import { orderAsOf, positionsAsOf, spoiled, tradesAsOf } from "./as-of.ts";

/** An acknowledged change that has not happened. */
export interface HeldChange {
  readonly change: ModifyOrder;
  /** Human clock. */
  readonly due: EpochMs;
}

export interface Behind {
  readonly what: "book" | "positions";
  readonly asOf: EpochMs;
}

export interface Lens {
  readonly exchange: Exchange;
  /** Runs a call at this human instant with lagging reads. */
  during<T>(human: EpochMs, behind: Behind | null, call: () => T): T;
  /** False prices go out with the feed's next update, and the true ones with the one after. */
  lookAtFeed(isSpoiled: boolean, look: () => void): void;
  readonly held: HeldChange[];
}

export interface LensDeps {
  readonly exchange: Exchange;
  readonly faults: Faults;
  readonly target: Broker;
  onAcceptance(order: Order): void;
}

const HELD_SECONDS = 5;
const CIRCUIT_SECONDS = 300;
/** A print far off, which the market itself never had. */
const BAD_TICK_PERCENT = -15;

interface View {
  behind: Behind | null;
  human: EpochMs;
  isSpoiled: boolean;
  isMending: boolean;
}

const isStop = ({ pricing }: Pick<PlaceOrder, "pricing">): boolean =>
  pricing.kind === "stop_limit" || pricing.kind === "stop_market";

const spoil = (quote: Quote): Quote => ({ ...quote, lastPrice: spoiled(quote.lastPrice, BAD_TICK_PERCENT) });

type Reads = Pick<
  Exchange,
  "order" | "dayOrders" | "dayTrades" | "orderTrades" | "orderHistory" | "positions" | "quote" | "changedSince"
>;

function createReads(exchange: Exchange, view: View): Reads {
  const bookAsOf = (): EpochMs | null => (view.behind?.what === "book" ? view.behind.asOf : null);
  /** The current state, or an earlier one when the book lags. */
  const look = <T>(now: T, then: (asOf: EpochMs, now: T) => T): T => {
    const asOf = bookAsOf();
    return asOf === null ? now : then(asOf, now);
  };
  const past = (asOf: EpochMs, order: Order | null) => (order === null ? null : orderAsOf(exchange, order, asOf));
  return {
    order: (id) => look(exchange.order(id), past),
    dayOrders: (account) =>
      look(exchange.dayOrders(account), (asOf, orders) => orders.flatMap((order) => past(asOf, order) ?? [])),
    dayTrades: (account) => look(exchange.dayTrades(account), (asOf, trades) => tradesAsOf(trades, asOf)),
    orderTrades: (id) => look(exchange.orderTrades(id), (asOf, trades) => tradesAsOf(trades, asOf)),
    orderHistory: (id) => look(exchange.orderHistory(id), (asOf, lines) => lines.filter(({ at }) => at <= asOf)),
    positions: (account) =>
      view.behind?.what === "positions"
        ? positionsAsOf(exchange, account, view.behind.asOf)
        : exchange.positions(account),
    quote: (symbol) => (view.isSpoiled ? spoil(exchange.quote(symbol)) : exchange.quote(symbol)),
    /** A false price is sent even if the market did not move, and so is its correction. */
    changedSince(broker, version) {
      const changed = exchange.changedSince(broker, version);
      if (!(view.isSpoiled || view.isMending)) return changed;
      return { version: changed.version, symbols: exchange.instruments.map(({ symbol }) => symbol) };
    },
  };
}

/** Moves the limits so that the order is outside. */
function leaveOutside(exchange: Exchange, { symbol, side, limitPrice, triggerPrice }: Order): void {
  const { lowerCircuit: lower, upperCircuit: upper } = exchange.quote(symbol);
  const tick = exchange.instrument(symbol)?.tickSize ?? 1;
  const price = triggerPrice ?? limitPrice ?? (side === "sell" ? lower : upper);
  if (side === "sell") exchange.moveBand(symbol, { lower: paise(price + tick), upper });
  else exchange.moveBand(symbol, { lower, upper: paise(price - tick) });
}

/** Moves the price to where this order has no counterparty. */
function lock(exchange: Exchange, { symbol, side, now }: PlaceOrder, { seconds = CIRCUIT_SECONDS }: Fault): void {
  if (exchange.instrument(symbol) === null) return;
  exchange.advance(now);
  const until = epochMs((exchange.now() ?? now) + seconds * SECOND_MS);
  exchange.lockAtCircuit(symbol, side === "sell" ? "lower" : "upper", until);
}

function createWrites(deps: LensDeps, view: View, held: HeldChange[]): Pick<Exchange, "place" | "modify"> {
  const { exchange, faults, target } = deps;
  const take = (account: string, ...kinds: readonly FaultKind[]): Fault | null =>
    faults.list().length === 0 ? null : faults.takeWhole(target, { account, kinds });

  return {
    place(order): OrderReply {
      const queue = take(order.account, "circuit-queue");
      if (queue !== null) lock(exchange, order, queue);
      if (isStop(order) && take(order.account, "trigger-passed") !== null)
        exchange.rejectNext(order.account, "trigger_on_wrong_side");
      const reply = exchange.place(order);
      if (reply.order.status === "rejected") return reply;
      if (take(order.account, "band-moved") !== null) leaveOutside(exchange, reply.order);
      deps.onAcceptance(reply.order);
      return reply;
    },
    modify(change): ChangeReply {
      const order = exchange.order(change.orderId);
      const fault = order === null ? null : take(order.account, "modify-pending", "modify-refused", "modify-lost");
      if (order === null || fault === null) return exchange.modify(change);
      if (fault.kind === "modify-refused") return { ok: false, error: "being_processed", events: [] };
      const due = epochMs(view.human + (fault.seconds ?? HELD_SECONDS) * SECOND_MS);
      if (fault.kind === "modify-pending") held.push({ change, due });
      return { ...ok(order), events: [] };
    },
  };
}

export function createLens(deps: LensDeps): Lens {
  const held: HeldChange[] = [];
  const view: View = { behind: null, human: epochMs(0), isSpoiled: false, isMending: false };
  return {
    exchange: { ...deps.exchange, ...createReads(deps.exchange, view), ...createWrites(deps, view, held) },
    held,
    during(human, behind, call) {
      view.human = human;
      view.behind = behind;
      try {
        return call();
      } finally {
        view.behind = null;
      }
    },
    lookAtFeed(isSpoiled, look) {
      view.isSpoiled = isSpoiled;
      look();
      view.isMending = isSpoiled;
      view.isSpoiled = false;
    },
  };
}
