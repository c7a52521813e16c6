import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { wholeState } from "@vriddhi/core/order/compact-state";
import { type Pricing, parseOrderTag } from "@vriddhi/core/order/order";
import { reasonOf } from "@vriddhi/core/order/order-command";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Trace, TraceStore } from "./trace.store.ts";

const isoOf = (instant: string): string => new Date(instant).toISOString();
const isoOrNull = (instant: string | null): string | null => (instant === null ? null : isoOf(instant));

const pricingOf = (pricing: Pricing) => ({
  kind: pricing.kind,
  limit_paise: pricing.limit,
  trigger_paise: pricing.kind === "stop_limit" ? pricing.trigger : null,
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A fact is flat: names and plain values. */
const factOf = (fact: LedgerFact) =>
  Object.fromEntries(
    Object.entries(fact)
      .filter(([name]) => name !== "kind")
      .map(([name, value]) => [snakeCase(name), value as string | number | boolean | null]),
  );

function orderOf({ order, broker, commands }: Trace) {
  const { instrument } = order;
  const state = wholeState(order.state);
  return {
    tag: order.tag,
    trading_day: order.trading_day,
    broker,
    account_id: order.account_id,
    position_id: order.position_id,
    leg: order.leg,
    number: order.n,
    side: order.side,
    symbol: instrument.symbol,
    isin: instrument.isin,
    cause: order.cause,
    quantity: state.quantity,
    filled: state.filled,
    average_price_paise: state.averagePrice,
    pricing: pricingOf(order.pricing),
    status: state.status,
    reason: reasonOf(state, commands),
    broker_order_id: state.orderId,
    broker_said: state.brokerReason,
    attempts: state.attempts,
    planned_at: isoOf(order.planned_at),
  };
}

const signalOf = ({ order }: Trace) => ({
  id: order.signal_id,
  authority: order.authority,
  stop_paise: order.stop_paise,
  target_paise: order.target_paise,
  valid_until: isoOrNull(order.valid_until),
});

const commandsOf = ({ commands }: Trace) =>
  commands.map(({ n, kind, quantity, pricing, sent_at, answer, verdict }) => ({
    number: n,
    kind,
    quantity,
    pricing: pricing === null ? null : pricingOf(pricing),
    sent_at: isoOf(sent_at),
    answer,
    verdict,
  }));

const fillsOf = ({ events, order }: Trace) =>
  events.flatMap(({ at, fact }) =>
    fact.kind === "fill" && fact.tag === order.tag
      ? [{ id: fact.fillId, at: isoOf(at), quantity: fact.quantity, price_paise: fact.price }]
      : [],
  );

export const traceHandlers = (store: TraceStore): Handlers<"readOrderTrace"> => ({
  async readOrderTrace({ params, caller }) {
    const tag = parseOrderTag(params.tag);
    const trace = tag === null ? null : await store.find(caller.userId, tag);
    if (trace === null) return err("not_found");
    return ok({
      order: orderOf(trace),
      signal: signalOf(trace),
      commands: commandsOf(trace),
      wire: trace.wire.map(({ at, direction, call, text }) => ({ at: isoOf(at), direction, call, text })),
      ledger: trace.events.map(({ at, fact }) => ({ at: isoOf(at), kind: fact.kind, fact: factOf(fact) })),
      fills: fillsOf(trace),
    });
  },
});
