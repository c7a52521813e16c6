import { describe, expect, it } from "vitest";
import { accountId } from "../allocation/account-id.ts";
import { brokerOrderId } from "../order/order.ts";
import { paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { istDate } from "../time/ist.ts";
import { alertOf, type LedgerEventKind, type LedgerFact, ledgerKey, positionIdOf } from "./ledger-event.ts";
import { eventOf, ledgerTag } from "./ledger-fixture.ts";

const tag = ledgerTag("t1");
const positionId = positionIdOf(tag);
const other = ledgerTag("t2");
const otherPosition = positionIdOf(other);
const order = { tag, positionId, isin: "INE062A01020", leg: "exit", side: "sell" } as const;

const facts: { readonly [K in LedgerEventKind]: Extract<LedgerFact, { readonly kind: K }> } = {
  skipped: { kind: "skipped", signalId: "s", reason: "funds_too_low" },
  order_planned: { ...order, kind: "order_planned", signalId: null, quantity: 5, cause: "protect" },
  approval_decided: { kind: "approval_decided", tag, answer: "lapsed" },
  order_moved: { kind: "order_moved", tag, n: 1, from: "sending", to: "unknown", reason: "answer_lost" },
  order_contradicted: { kind: "order_contradicted", tag, event: "seen", refusal: "other_order_id" },
  order_late: { kind: "order_late", tag, filled: 3 },
  command_sent: { kind: "command_sent", tag, n: 1, command: "modify", cause: "reprice" },
  command_judged: { kind: "command_judged", tag, n: 1, answer: "lost", verdict: "done" },
  fill_seen: { ...order, kind: "fill_seen", quantity: 3, averagePrice: paise(100) },
  fill: { ...order, kind: "fill", fillId: "7", quantity: 3, price: paise(100) },
  closed_outside: {
    kind: "closed_outside",
    positionId,
    isin: "INE062A01020",
    side: "sell",
    quantity: 2,
    estimatedPrice: paise(100),
    provedAt: epochMs(5),
  },
  closed_by_broker: {
    kind: "closed_by_broker",
    positionId,
    isin: "INE062A01020",
    side: "sell",
    orderId: brokerOrderId("9"),
    fillId: "8",
    quantity: 2,
    price: paise(100),
  },
  position_closing: { kind: "position_closing", positionId, reason: "target" },
  position_naked: { kind: "position_naked", positionId, quantity: 3, since: epochMs(5), cause: "refused" },
  position_stuck: { kind: "position_stuck", positionId, reason: "circuit" },
  position_handed_over: { kind: "position_handed_over", positionId, quantity: 3 },
  position_flat: { kind: "position_flat", positionId },
  daily_stop_hit: { kind: "daily_stop_hit", result: paise(-1_000), limit: paise(1_000) },
  blocked: { kind: "blocked", cause: "kill_switch", epoch: 4 },
  unblocked: { kind: "unblocked", epoch: 5 },
  session_lost: { kind: "session_lost", lostAt: epochMs(5) },
  broker_differs: { kind: "broker_differs", isin: "INE062A01020", ours: 3, brokers: 2 },
  day_closed: { kind: "day_closed", gross: paise(0), charges: paise(0), net: paise(0) },
};
const kinds = Object.keys(facts) as LedgerEventKind[];

describe("a ledger event's key", () => {
  it("is unique per event", () => {
    expect(new Set(kinds.map((kind) => ledgerKey(eventOf(facts[kind])))).size).toBe(kinds.length);
  });

  it.each(kinds)("does not depend on the time when %s is written again", (kind) => {
    const event = eventOf(facts[kind]);
    expect(ledgerKey({ ...event, at: epochMs(99) })).toBe(ledgerKey(event));
  });

  it("contains account and day", () => {
    const event = eventOf(facts.daily_stop_hit);
    expect(ledgerKey({ ...event, accountId: accountId("b") })).not.toBe(ledgerKey(event));
    expect(ledgerKey({ ...event, day: istDate("2026-11-17") })).not.toBe(ledgerKey(event));
  });

  it.each<LedgerFact>([
    { ...facts.skipped, signalId: "t" },
    { ...facts.order_planned, tag: other },
    { ...facts.approval_decided, tag: other },
    { ...facts.order_moved, tag: other },
    { ...facts.order_moved, n: 2 },
    { ...facts.order_contradicted, tag: other },
    { ...facts.order_contradicted, event: "sent" },
    { ...facts.order_contradicted, refusal: "impossible_row" },
    { ...facts.order_late, tag: other },
    { ...facts.order_late, filled: 4 },
    { ...facts.command_sent, tag: other },
    { ...facts.command_sent, n: 2 },
    { ...facts.command_judged, tag: other },
    { ...facts.command_judged, n: 2 },
    { ...facts.fill_seen, tag: other },
    { ...facts.fill_seen, quantity: 4 },
    { ...facts.fill_seen, averagePrice: paise(101) },
    { ...facts.fill, tag: other },
    { ...facts.fill, fillId: "8" },
    { ...facts.closed_outside, positionId: otherPosition },
    { ...facts.closed_outside, provedAt: epochMs(6) },
    { ...facts.closed_by_broker, positionId: otherPosition },
    { ...facts.closed_by_broker, fillId: "9" },
    { ...facts.position_closing, positionId: otherPosition },
    { ...facts.position_closing, reason: "square_off" },
    { ...facts.position_naked, positionId: otherPosition },
    { ...facts.position_naked, since: epochMs(6) },
    { ...facts.position_stuck, positionId: otherPosition },
    { ...facts.position_stuck, reason: "oversold" },
    { ...facts.position_handed_over, positionId: otherPosition },
    { ...facts.position_flat, positionId: otherPosition },
    { ...facts.blocked, epoch: 6 },
    { ...facts.unblocked, epoch: 6 },
    { ...facts.session_lost, lostAt: epochMs(6) },
    { ...facts.broker_differs, isin: "INE009A01021" },
    { ...facts.broker_differs, ours: 4 },
    { ...facts.broker_differs, brokers: 4 },
  ])("differs between events: %j", (fact) => {
    expect(ledgerKey(eventOf(fact))).not.toBe(ledgerKey(eventOf(facts[fact.kind])));
  });

  it("never changes once stored, and allows one end and one daily stop a day", () => {
    expect(ledgerKey(eventOf(facts.order_moved))).toBe(`a:2026-11-16:order_moved:${tag}:1`);
    expect(ledgerKey(eventOf({ ...facts.daily_stop_hit, result: paise(-2_000) }))).toBe("a:2026-11-16:daily_stop_hit");
    expect(ledgerKey(eventOf({ ...facts.day_closed, gross: paise(5) }))).toBe("a:2026-11-16:day_closed");
  });
});

describe("alerts", () => {
  it("are raised for the listed events only", () => {
    const urgent = kinds.filter((kind) => alertOf(eventOf(facts[kind])) === "urgent");
    expect(urgent).toEqual([
      "order_contradicted",
      "order_late",
      "position_naked",
      "position_stuck",
      "position_handed_over",
      "session_lost",
      "broker_differs",
    ]);
    const notices = kinds.filter((kind) => alertOf(eventOf(facts[kind])) === "notice");
    expect(notices).toEqual(["closed_outside", "daily_stop_hit", "blocked"]);
    const silent = kinds.filter((kind) => alertOf(eventOf(facts[kind])) === "none");
    expect(silent.length).toBe(kinds.length - urgent.length - notices.length);
  });
});
