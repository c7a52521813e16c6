import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { Counter, Histogram, type Registry } from "prom-client";
import type { Figures } from "./figures.store.pg.ts";
import { CALLS_AT_ONCE, type PendingFacts } from "./order-facts.ts";

const ANSWER_BOUNDS_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];
const SEND_BOUNDS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60];
/** An order whose answer is lost is measured half a minute after it was sent. */
const AFTER_VALID_MS = 35 * SECOND_MS;

interface SignalTimes {
  readonly madeAt: number;
  readonly validUntil: number;
  first: number;
  last: number;
}

/** Metrics of the orders that this process sends. */
export function createOrderMetrics(registry: Registry, collect: () => Promise<void>) {
  const registers = [registry];
  const orders = new Counter({
    name: "vriddhi_orders_total",
    help: "Orders of this process that reached a status; created is their insertion",
    labelNames: ["broker", "status"],
    registers,
    collect,
  });
  const answers = new Histogram({
    name: "vriddhi_order_answer_seconds",
    help: "Time from the first byte of an order to the broker's answer",
    labelNames: ["broker"],
    buckets: ANSWER_BOUNDS_S,
    registers,
    collect,
  });
  const sends = new Histogram({
    name: "vriddhi_signal_send_seconds",
    help: "Time from a signal to the first and the last order that this process sent for it; without entries that a user approved",
    labelNames: ["send"],
    buckets: SEND_BOUNDS_S,
    registers,
    collect,
  });
  for (const broker of tradingBrokers) {
    answers.zero({ broker });
    for (const status of ["created", ...orderStatuses]) orders.inc({ broker, status }, 0);
  }
  for (const send of ["first", "last"]) sends.zero({ send });
  const signals = new Map<string, SignalTimes>();

  function addCalls({ calls }: PendingFacts, { sent }: Figures): void {
    const found = new Map(sent.map((order) => [order.tag, order]));
    for (const { tag, askedAt, answeredAt } of calls) {
      const order = found.get(tag);
      if (order === undefined) continue;
      if (answeredAt !== null) answers.observe({ broker: order.broker }, (answeredAt - askedAt) / SECOND_MS);
      if (order.signal === null) continue;
      const { id, madeAt, validUntil } = order.signal;
      const times = signals.get(id) ?? { madeAt, validUntil, first: askedAt, last: askedAt };
      signals.set(id, times);
      times.first = Math.min(times.first, askedAt);
      times.last = Math.max(times.last, askedAt);
    }
  }

  function addMoves({ moves }: PendingFacts, { brokers }: Figures): void {
    for (const { account, counts } of moves) {
      const broker = brokers.get(account);
      if (broker !== undefined) for (const [status, n] of counts) orders.inc({ broker, status }, n);
    }
  }

  function endSignals(now: number): void {
    for (const [id, { madeAt, validUntil, first, last }] of signals) {
      if (now < validUntil + AFTER_VALID_MS) continue;
      signals.delete(id);
      sends.observe({ send: "first" }, (first - madeAt) / SECOND_MS);
      sends.observe({ send: "last" }, (last - madeAt) / SECOND_MS);
    }
  }

  return (taken: PendingFacts, figures: Figures, now: number): void => {
    addMoves(taken, figures);
    addCalls(taken, figures);
    // Further calls may belong to the same signals.
    if (taken.calls.length < CALLS_AT_ONCE) endSignals(now);
  };
}
