import type { BlockCause, LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { paise } from "@vriddhi/core/shared/money";
import { later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { decideAccount, decideDay, isAnswerAwaited, isCall, isDailyStop, type Step } from "./decide-account.ts";
import {
  ACCOUNT,
  ago,
  commandOf,
  ENTRY,
  EXIT,
  entryWith,
  exitWith,
  filledEntry,
  ISIN,
  NOW,
  POSITION,
  quote,
  resting,
  type ViewFacts,
  viewOf,
} from "./view-fixture.ts";

const decide = (facts: ViewFacts) => decideAccount(viewOf(facts));
const steps = (facts: ViewFacts) => decide(facts).steps;
const block = (cause: BlockCause, closesPositions = true) => ({
  accountId: ACCOUNT,
  cause,
  epoch: 1,
  setAt: NOW,
  closesPositions,
});
const moved = (tag: typeof ENTRY, kind: string) => ({ kind: "move", tag, event: { kind } });
const closing = (reason: string) => ({
  kind: "write",
  fact: { kind: "position_closing", positionId: POSITION, reason },
});
const SECOND = "EXIT20000000000" as typeof EXIT;
const seen = { restingShapes: new Map([[EXIT, resting]]) };
const held: ViewFacts = { orders: [filledEntry(), exitWith()], memory: seen };

describe("a step", () => {
  const go: Step = { kind: "go", tag: ENTRY };
  const send: Step = { kind: "send", tag: ENTRY };
  const write: Step = { kind: "write", fact: { kind: "position_flat", positionId: POSITION } };
  const move: Step = { kind: "move", tag: ENTRY, event: { kind: "withdrawn" } };
  const modify: Step = { kind: "modify", tag: EXIT, quantity: 1, pricing: exitWith().pricing, cause: "protect" };
  const cancel: Step = { kind: "cancel", tag: EXIT, cause: "one_exit" };

  it("counts as a broker call unless it only writes to the store", () => {
    expect([go, send, modify, cancel].every(isCall)).toBe(true);
    expect([write, move].some(isCall)).toBe(false);
  });

  it("leaves nothing to decide before the broker's answer when its own commit hands over every command", () => {
    for (const handed of [[go], [modify], [go, modify], [write, modify]]) expect(isAnswerAwaited(handed)).toBe(true);
    for (const other of [[send], [cancel], [go, send], [write, go], [write], [move, modify]])
      expect(isAnswerAwaited(other)).toBe(false);
  });

  it("counts as a daily stop by the fact that it writes", () => {
    const fact: LedgerFact = { kind: "daily_stop_hit", result: paise(-1), limit: paise(1) };
    expect([{ kind: "write", fact } as const, write, move].map(isDailyStop)).toEqual([true, false, false]);
  });
});

describe("an entry", () => {
  const ready = entryWith({ status: "ready", attempts: 0 });

  it("is sent when it is ready and its pause is over", () => {
    expect(decide({ orders: [ready] })).toEqual({
      steps: [{ kind: "send", tag: ENTRY }],
      wakeAt: [later(NOW, 10_000)],
    });
    const notBefore = (ms: number) => ({ notBefore: new Map([[ENTRY, later(NOW, ms)]]) });
    expect(steps({ orders: [ready], memory: notBefore(0) })).toEqual([{ kind: "send", tag: ENTRY }]);
    const paused = { orders: [ready], memory: notBefore(250) };
    expect(decide(paused)).toEqual({ steps: [], wakeAt: [later(NOW, 250), later(NOW, 10_000)] });
    expect(steps({ orders: [entryWith({ isProvedUnsent: true })] })).toEqual([{ kind: "send", tag: ENTRY }]);
  });

  it("is not sent unreleased, during the search for a lost order, or a second time", () => {
    expect(decide({ orders: [entryWith({ status: "planned" })] })).toEqual({ steps: [], wakeAt: [later(NOW, 10_000)] });
    const lost = exitWith({ status: "unknown" });
    expect(steps({ orders: [ready, lost] })).toEqual([]);
    for (const status of ["sending", "unknown", "abandoned"] as const)
      expect(decide({ orders: [entryWith({ status })] })).toEqual({ steps: [], wakeAt: [] });
  });

  it("waits while every fresh quote asks for more than its limit", () => {
    const dear = { ask: paise(100_501), receivedAt: ago(1_000) };
    expect(decide({ orders: [ready], quotes: [quote(dear)] })).toEqual({
      steps: [],
      wakeAt: [later(NOW, 10_000), later(NOW, 4_000)],
    });
    const later2 = [quote(dear), quote({ ...dear, receivedAt: ago(500) })];
    expect(decide({ orders: [ready], quotes: later2 }).wakeAt).toEqual([later(NOW, 10_000), later(NOW, 4_500)]);
    const sent = [{ kind: "send", tag: ENTRY }];
    for (const quotes of [[], [quote({ ask: paise(100_500) })], [quote({ ask: null })], [quote(dear), quote()]])
      expect(steps({ orders: [ready], quotes })).toEqual(sent);
    expect(steps({ orders: [ready], quotes: [quote({ ...dear, receivedAt: ago(5_000) })] })).toEqual(sent);
    expect(steps({ orders: [ready], quotes: [quote({ ...dear, receivedAt: ago(5_000) }), quote()] })).toEqual(sent);
  });

  it("of a short waits while every fresh quote bids less than its limit", () => {
    const short = { ...ready, side: "sell", pricing: { kind: "limit", limit: paise(99_500) } } as const;
    expect(steps({ orders: [short], quotes: [quote({ bid: paise(99_499) })] })).toEqual([]);
    for (const bid of [paise(99_500), null])
      expect(steps({ orders: [short], quotes: [quote({ bid })] })).toEqual([{ kind: "send", tag: ENTRY }]);
  });

  it("ends unsent when it is blocked or too late", () => {
    expect(steps({ orders: [ready], blocks: [block("kill_switch")] })).toEqual([moved(ENTRY, "blocked")]);
    const late = { orders: [ready], now: later(NOW, 10_000) };
    expect(steps(late)).toEqual([moved(ENTRY, "valid_until_passed")]);
    expect(steps({ ...late, orders: [entryWith({ status: "planned" })] })).toEqual([
      { kind: "move", tag: ENTRY, event: { kind: "not_approved", answer: "lapsed" } },
      { kind: "write", fact: { kind: "approval_decided", tag: ENTRY, answer: "lapsed" } },
    ]);
  });

  it("that rests at the broker is cancelled for its cause, after its pause", () => {
    const working = entryWith({ status: "accepted" });
    const cancel = (cause: string) => [{ kind: "cancel", tag: ENTRY, cause }];
    const restingShapes = { restingShapes: new Map([[ENTRY, { ...resting, since: ago(5_000) }]]) };
    expect(steps({ orders: [working], blocks: [block("run_stopped")] })).toEqual(cancel("blocked"));
    expect(steps({ orders: [working], memory: restingShapes })).toEqual(cancel("entry_remainder"));
    expect(steps({ orders: [entryWith({ status: "accepted", wasGivenUp: true })] })).toEqual(cancel("late_appearance"));
    const notBefore = new Map([[ENTRY, later(NOW, 1)]]);
    expect(decide({ orders: [working], memory: { ...restingShapes, notBefore } })).toEqual({
      steps: [],
      wakeAt: [later(NOW, 1)],
    });
  });

  it("stored as `sending` is dispatched or proved unsent, only by the process that stored it", () => {
    const orders = [entryWith()];
    const memory = { mayGo: new Set([ENTRY]) };
    expect(steps({ orders, memory })).toEqual([{ kind: "go", tag: ENTRY }]);
    const unsent = [moved(ENTRY, "never_sent")];
    expect(steps({ orders, memory, blocks: [block("operator")] })).toEqual(unsent);
    expect(steps({ orders, memory, now: later(NOW, 10_000) })).toEqual(unsent);
    expect(steps({ orders: [...orders, exitWith({ status: "unknown" })], memory })).toContainEqual(unsent[0]);
    expect(steps({ orders, memory: { tried: new Set([ENTRY]) } })).toEqual(unsent);
    expect(steps({ orders, memory: { tried: new Set([ENTRY]), inFlight: new Set([ENTRY]) } })).toEqual([]);
  });
});

describe("a position", () => {
  it("gets a stop, and nothing while the stop rests", () => {
    expect(steps({ orders: [filledEntry()] })).toMatchObject([
      { kind: "place", action: { quantity: 10, cause: "protect", pricing: { kind: "stop_limit", trigger: 99_000 } } },
    ]);
    expect(steps(held)).toEqual([]);
  });

  it.each<[string, ViewFacts]>([
    ["kill_switch", { blocks: [block("kill_switch")] }],
    ["kill_switch", { blocks: [block("run_stopped"), block("operator")] }],
    ["run_stopped", { blocks: [block("run_stopped")] }],
    ["square_off", { phase: "closing" }],
    ["target", { quotes: [quote({ bid: paise(102_000), receivedAt: ago(1) })], memory: { ...seen, watches: near() } }],
    ["daily_stop", { facts: [{ kind: "daily_stop_hit", result: paise(-1), limit: paise(1) }] }],
    ["late_appearance", { orders: [lateEntry(), exitWith()] }],
  ])("is closed by modifying its stop, and the cause is written: %s", (cause, change) => {
    const done = steps({ ...held, ...change });
    expect(done).toMatchObject([closing(cause), { kind: "modify", tag: EXIT, quantity: 10, cause }]);
  });

  it.each<[string, ViewFacts]>([
    ["by a block that stops entries only", { blocks: [block("page_absent", false), block("kill_switch", false)] }],
    [
      "while the command's pause lasts",
      { phase: "closing", memory: { ...seen, notBefore: new Map([[EXIT, later(NOW, 5)]]) } },
    ],
  ])("is not closed %s", (_, change) => {
    expect(steps({ ...held, ...change })).toEqual([]);
  });

  it("without a stop is closed at once, and the cause is written", () => {
    const passed = { orders: [filledEntry()], quotes: [quote({ bid: paise(99_000), receivedAt: ago(1) })] };
    const watches = new Map([[POSITION, { trusted: paise(99_100), receivedAt: ago(50), doubted: null }]]);
    expect(steps({ ...passed, memory: { watches } })).toMatchObject([
      closing("stop_passed"),
      { kind: "place", action: { cause: "stop_passed" } },
    ]);
  });

  it("is closed by cancelling a stop that cannot be modified, as soon as the rate limits allow both calls", () => {
    const facts: ViewFacts = { ...held, phase: "closing", stopBecomesLimit: false };
    expect(steps(facts)).toEqual([closing("square_off"), { kind: "cancel", tag: EXIT, cause: "square_off" }]);
    const orders = [filledEntry(), exitWith({ attempts: 2, claimedAt: ago(5_000) })];
    const rates = [{ classes: ["order" as const], span: "minute" as const, max: 3 }];
    expect(decide({ ...facts, orders, rates })).toMatchObject({ steps: [], wakeAt: [later(NOW, 55_000)] });
  });

  it("sends an exit that was not sent yet", () => {
    const ready = exitWith({ status: "ready", orderId: null });
    expect(steps({ orders: [filledEntry(), ready] })).toEqual([{ kind: "send", tag: EXIT }]);
    expect(decide({ orders: [filledEntry(), ready], memory: { notBefore: new Map([[EXIT, later(NOW, 9)]]) } })).toEqual(
      {
        steps: [],
        wakeAt: [later(NOW, 10_000), later(NOW, 9)],
      },
    );
    expect(steps({ orders: [filledEntry(), exitWith({ status: "sending", orderId: null })] })).toEqual([]);
  });

  it("sends the exit that replaces a refused one", () => {
    const second = exitWith({ status: "ready", orderId: null }, { tag: SECOND, n: 2 });
    const orders = [filledEntry(), exitWith({ status: "rejected", orderId: null }), second];
    expect(steps({ orders })).toEqual([{ kind: "send", tag: SECOND }]);
  });

  it("cancels a surplus or oversized exit even when the rate limits are used up", () => {
    const rates = [{ classes: ["order" as const], span: "minute" as const, max: 2 }];
    const late = exitWith({ attempts: 2, wasGivenUp: true }, { tag: SECOND, n: 2 });
    expect(steps({ orders: [filledEntry(), exitWith(), late], memory: seen, rates })).toEqual([
      { kind: "cancel", tag: SECOND, cause: "one_exit" },
    ]);
    const big = { ...held, facts: [closedOutside(4)], rates, modificationsMax: 0 };
    expect(steps(big)).toEqual([{ kind: "cancel", tag: EXIT, cause: "closed_outside" }]);
  });

  it("proves an exit unsent that this process tried to store", () => {
    const orders = [filledEntry(), exitWith({ status: "sending", orderId: null })];
    expect(steps({ orders, memory: { tried: new Set([EXIT]) } })).toEqual([moved(EXIT, "never_sent")]);
    expect(steps({ orders, memory: { tried: new Set([EXIT]), inFlight: new Set([EXIT]) } })).toEqual([]);
    expect(steps({ orders: held.orders ?? [], memory: { ...seen, tried: new Set([EXIT]) } })).toEqual([]);
  });

  it("withdraws an unsent exit that is no longer wanted", () => {
    const orders = [filledEntry(), exitWith({ status: "ready", orderId: null })];
    expect(steps({ orders, phase: "closing" })).toEqual([moved(EXIT, "withdrawn")]);
  });

  it("is reported as stuck when it is not flat in time, with or without an exit", () => {
    const stuck = { kind: "write", fact: { kind: "position_stuck", positionId: POSITION, reason: "not_flat_in_time" } };
    expect(steps({ ...held, phase: "late" })).toEqual([
      { kind: "move", tag: EXIT, event: { kind: "stuck", reason: "not_flat_in_time" } },
      stuck,
    ]);
    expect(steps({ orders: [filledEntry()], phase: "late" })).toEqual([stuck]);
  });

  it("is handed over with its exit, unless the exit is in flight", () => {
    const given = { kind: "write", fact: { kind: "position_handed_over", positionId: POSITION, quantity: 10 } };
    expect(steps({ ...held, phase: "handed_over" })).toEqual([moved(EXIT, "handed_over"), given]);
    expect(steps({ orders: [filledEntry()], phase: "handed_over" })).toEqual([given]);
  });

  it("that is recorded as flat is left alone until new facts arrive", () => {
    const facts: LedgerFact[] = [{ kind: "position_flat", positionId: POSITION }];
    const done = exitWith({ status: "filled", filled: 10, isFinalInBook: true });
    expect(steps({ orders: [filledEntry(), done], facts })).toEqual([]);
    expect(steps({ orders: [filledEntry(), done] })).toEqual([{ kind: "write", fact: facts[0] }]);
    const six = exitWith({ status: "filled", filled: 6, quantity: 6 });
    expect(steps({ orders: [filledEntry(), six], facts: [...facts, closedOutside(4)] })).toEqual([]);
    expect(steps({ orders: [filledEntry(), exitWith({ status: "filled", filled: 9 })], facts })).toMatchObject([
      closing("naked"),
      { kind: "place", action: { quantity: 1 } },
    ]);
    const more = [
      filledEntry(),
      done,
      exitWith({ status: "accepted" }, { tag: "EXIT20000000000" as typeof EXIT, n: 2 }),
    ];
    expect(steps({ orders: more, facts })).toMatchObject([{ kind: "cancel", cause: "one_exit" }]);
  });

  it("that was closed in part from outside is covered for the rest", () => {
    expect(steps({ ...held, facts: [closedOutside(4)] })).toMatchObject([
      { kind: "modify", quantity: 6, cause: "closed_outside" },
    ]);
    expect(steps({ orders: [filledEntry()], facts: [closedOutside(4)] })).toMatchObject([{ action: { quantity: 6 } }]);
  });
});

describe("a day's stop", () => {
  const fill: LedgerFact = {
    kind: "fill",
    tag: ENTRY,
    positionId: POSITION,
    isin: ISIN,
    leg: "entry",
    side: "buy",
    fillId: "1",
    quantity: 10,
    price: paise(110_000),
  };
  const lost: ViewFacts = {
    ...held,
    facts: [fill],
    account: { capital: paise(1_000_000) },
    memory: { ...seen, bookBegunAt: NOW },
  };
  const hit = { kind: "write", fact: { kind: "daily_stop_hit" } };

  it("is written together with the exits and cancellations that it causes", () => {
    const waiting = entryWith(
      { status: "ready" },
      { tag: "ENTRY2000000000" as typeof ENTRY, positionId: EXIT as string as typeof POSITION },
    );
    expect(steps({ ...lost, orders: [...(held.orders ?? []), waiting] })).toMatchObject([
      hit,
      closing("daily_stop"),
      { kind: "modify", cause: "daily_stop" },
      moved(waiting.tag, "blocked"),
    ]);
  });

  it("is also decided without other steps", () => {
    expect(decideDay(viewOf(lost))).toMatchObject([hit]);
    expect(decideDay(viewOf(held))).toEqual([]);
  });
});

describe("commands that the book has not judged", () => {
  it("delay further commands until the book shows their effect", () => {
    expect(steps({ ...held, phase: "closing", commands: [commandOf()] })).toEqual([]);
  });
});

function closedOutside(quantity: number): LedgerFact {
  return {
    kind: "closed_outside",
    positionId: POSITION,
    isin: ISIN,
    side: "sell",
    quantity,
    estimatedPrice: paise(100_000),
    provedAt: NOW,
  };
}

function near() {
  return new Map([[POSITION, { trusted: paise(101_900), receivedAt: ago(50), doubted: null }]]);
}

function lateEntry() {
  return filledEntry({ state: { ...filledEntry().state, wasGivenUp: true, lateSince: NOW } });
}
