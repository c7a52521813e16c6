import type { RateShape } from "@vriddhi/brokers/port/rate-shape";
import { accountId } from "@vriddhi/core/allocation/account-id";
import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { AccountDay } from "../ports/order-store.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { entryOf, exitOf, plannedEvent, STORE_DAY, STORE_NOW } from "../store-suite/store-fixture.ts";
import { spentCalls } from "./budget.ts";

const account = accountId("account-1");
const entry = entryOf("entry", account, "s1");
const exit = exitOf("exit", entry, 1);
const empty: AccountDay = { accountId: account, day: STORE_DAY, orders: [], commands: [], ledger: [] };
const apart: RateShape = [
  { classes: ["order"], span: "minute", max: 400 },
  { classes: ["book"], span: "second", max: 1 },
];
const shared: RateShape = [
  { classes: ["order", "book"], span: "second", max: 10 },
  { classes: ["order", "book"], span: "minute", max: 200 },
];
const none = new Set<never>();

const moved = ({ accountId: of, day, tag }: StoredOrder, at: EpochMs): LedgerEvent => ({
  accountId: of,
  day,
  at,
  fact: { kind: "order_moved", tag, n: 2, from: "sending", to: "unknown", reason: "process_restarted" },
});

const judged = ({ accountId: of, day, tag }: StoredOrder, n: number, at: EpochMs): LedgerEvent => ({
  accountId: of,
  day,
  at,
  fact: { kind: "command_judged", tag, n, answer: "taken", verdict: "done" },
});

describe("the restored use of the broker's rate limits", () => {
  it("counts the first attempt of an entry at its stored time, and each resend at its sending time", () => {
    const claimedAt = later(STORE_NOW, 3 * SECOND_MS);
    const state = { ...entry.state, status: "accepted", attempts: 3, claimedAt } as const;
    const ledger = [moved(entry, claimedAt)];
    const calls = spentCalls({ ...empty, orders: [{ ...entry, state }], ledger }, none, apart, STORE_NOW);
    expect(calls).toEqual([claimedAt, claimedAt, claimedAt].map((at) => ({ class: "order", at })));
  });

  it("counts refused calls, which may have been sent after their row was written", () => {
    const claimedAt = later(STORE_NOW, 2 * SECOND_MS);
    const state = { ...exit.state, status: "sending" as const, attempts: 1, claimedAt, isProvedUnsent: true };
    const sentAt = later(claimedAt, SECOND_MS);
    const cancel = { kind: "cancel", n: 1, sentAt, answer: "turned_away" } as const;
    const commands = [{ tag: exit.tag, command: cancel, verdict: "not_done" as const }];
    const judgedAt = later(sentAt, SECOND_MS);
    const day = { ...empty, orders: [{ ...exit, state }], commands, ledger: [judged(exit, 1, judgedAt)] };
    const now = later(judgedAt, SECOND_MS);
    expect(spentCalls(day, none, apart, now)).toEqual([
      { class: "change", at: judgedAt },
      { class: "order", at: now },
    ]);
  });

  it("counts an exit from its claim and not from its plan, and counts commands that were sent", () => {
    const claimedAt = later(STORE_NOW, 2 * SECOND_MS);
    const order = { ...exit, state: { ...exit.state, attempts: 1, claimedAt } };
    const sentAt = later(STORE_NOW, 5 * SECOND_MS);
    const cancel = { kind: "cancel", n: 1, sentAt, answer: "refused" } as const;
    const unsent = { kind: "cancel", n: 2, sentAt, answer: "never_sent" } as const;
    const commands = [cancel, unsent].map((command) => ({ tag: exit.tag, command, verdict: "open" as const }));
    const ledger = [moved(exit, claimedAt), judged(exit, 1, sentAt)];
    const calls = spentCalls({ ...empty, orders: [order], commands, ledger }, none, apart, later(STORE_NOW, MINUTE_MS));
    expect(calls.map(({ at }) => at)).toEqual([claimedAt, sentAt]);
  });

  it("counts a call of a paused process at the time its outcome became known", () => {
    const claimedAt = later(STORE_NOW, 2 * SECOND_MS);
    const order = { ...exit, state: { ...exit.state, status: "accepted" as const, attempts: 1, claimedAt } };
    const foundAt = later(claimedAt, 7 * SECOND_MS);
    const ledger = [moved(exit, foundAt)];
    const calls = (now: EpochMs) => spentCalls({ ...empty, orders: [order], ledger }, none, apart, now);
    expect(calls(later(STORE_NOW, MINUTE_MS))).toEqual([{ class: "order", at: foundAt }]);
  });

  it("counts calls in flight at a crash as sent now, but only while they can still be sent", () => {
    const claimedAt = later(STORE_NOW, 2 * SECOND_MS);
    const order = { ...exit, state: { ...exit.state, status: "sending" as const, attempts: 1, claimedAt } };
    const cancel = { kind: "cancel", n: 1, sentAt: claimedAt, answer: "none" } as const;
    const commands = [{ tag: exit.tag, command: cancel, verdict: "open" as const }];
    const instants = (now: EpochMs) =>
      spentCalls({ ...empty, orders: [order], commands }, none, apart, now).map(({ at }) => at);
    const soon = later(claimedAt, 6 * SECOND_MS);
    expect(instants(soon)).toEqual([soon, soon]);
    const bound = later(claimedAt, 16 * SECOND_MS);
    expect(instants(later(claimedAt, 40 * SECOND_MS))).toEqual([bound, bound]);
  });

  it("assumes that reads used the budget not reserved for exits, evenly over the minute, where reads share it", () => {
    const now = later(STORE_NOW, 30 * SECOND_MS);
    const state = { ...entry.state, status: "accepted", attempts: 1 } as const;
    const calls = spentCalls({ ...empty, orders: [{ ...entry, state }] }, none, shared, now);
    const reads = calls.filter((call) => call.class === "book");
    expect(reads).toHaveLength(132);
    expect(calls).toHaveLength(133);
    expect(reads.every(({ at }) => at > now - MINUTE_MS && at <= now)).toBe(true);
    for (let second = 0; second < 60; second++) {
      const from = epochMs(now - (second + 1) * SECOND_MS);
      expect(reads.filter(({ at }) => at > from && at <= from + SECOND_MS).length).toBeLessThanOrEqual(3);
    }
  });

  it("does not delay the first read of a process longer after a minute with many orders", () => {
    const orders = Array.from({ length: 9 }, (_, n) => exitOf(`exit-${n}`, entry, n)).map((order) => ({
      ...order,
      state: { ...order.state, status: "accepted" as const, attempts: 1, claimedAt: STORE_NOW },
    }));
    const calls = spentCalls({ ...empty, orders }, none, shared, later(STORE_NOW, SECOND_MS));
    expect(calls).toHaveLength(133);
    expect(spentCalls({ ...empty, orders }, none, shared, later(STORE_NOW, 2 * MINUTE_MS))).toHaveLength(9 + 133);
  });

  it("assumes no calls for an account without a worker for a minute, nor for calls that this process has yet to send", () => {
    const ended = { ...entry, state: { ...entry.state, status: "filled", attempts: 1 } } as const;
    const day = { ...empty, orders: [ended], ledger: [plannedEvent(entry)] };
    const reads = (own: ReadonlySet<typeof entry.tag>, now = later(STORE_NOW, 2 * MINUTE_MS)) =>
      spentCalls(day, own, shared, now).filter((call) => call.class === "book");
    expect(reads(none)).toEqual([]);
    expect(reads(none, STORE_NOW)).toHaveLength(132);
    expect(reads(new Set([entry.tag]), STORE_NOW)).toEqual([]);
  });
});
