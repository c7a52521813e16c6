import { accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { entryRefusals } from "@vriddhi/core/risk/pre-trade";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Quote } from "@vriddhi/execution/ports/price-port";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { entryOf, exitOf, STORE_DAY, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { describe, expect, it } from "vitest";
import { signalsOf, viewDay } from "./day-view.ts";
import { skipSentences } from "./skip.texts.ts";
import type { DayRun } from "./trading-day.store.ts";

const account = accountId("a");
const entry = entryOf("entry", account, "s1");
const { positionId, tag } = entry;
const { isin } = entry.instrument;
const run: DayRun = {
  broker: "zerodha",
  accountId: account,
  startedAt: STORE_NOW,
  stoppedAt: null,
  capital: rupees(100_000),
  approvalMode: "auto",
  dayApprovedAt: null,
};

const traded = (side: "buy" | "sell", quantity: number, price: number, fillId: string): LedgerFact => ({
  kind: "fill",
  tag: side === "buy" ? tag : entryOf("exit", account, "s1").tag,
  positionId,
  isin,
  leg: side === "buy" ? "entry" : "exit",
  side,
  fillId,
  quantity,
  price: paise(price),
});

const dayWith = (facts: readonly LedgerFact[]) => ({
  accountId: account,
  day: STORE_DAY,
  orders: [entry],
  commands: [],
  ledger: facts.map((fact) => ({ accountId: account, day: STORE_DAY, at: STORE_NOW, fact })),
});

const view = (facts: readonly LedgerFact[], quotes: readonly Quote[], now = STORE_NOW) =>
  viewDay({ day: dayWith(facts), run, lossLimit: null, tariff: tariffOf("zerodha"), quotes: () => quotes, now });

const quote: Quote = {
  source: "desk",
  bid: paise(80_500),
  ask: paise(80_600),
  last: paise(80_550),
  receivedAt: STORE_NOW,
};

describe("a user's view of the day", () => {
  it("the day view shows open positions, their cost and their result if closed now", () => {
    const { positions, result, dailyStop } = view([traded("buy", 10, 80_000, "1")], [quote]);
    expect(positions).toMatchObject([{ side: "buy", quantity: 10, average: 80_000, openResult: 5_000, quote }]);
    expect(result).toMatchObject({ realised: 0, isExact: true });
    expect(dailyStop).toEqual({ limit: rupees(1_000), rule: rupees(1_000), loss: 0, isHit: false });
  });

  it("the day view shows one stop, as it is sent, and the first whole tick at which the target is reached", () => {
    const between = { ...entry, entry: entry.entry && { ...entry.entry, stop: paise(79_003), target: paise(82_001) } };
    const held = dayWith([traded("buy", 10, 80_000, "1")]);
    const levelsWith = (orders: readonly StoredOrder[]) => {
      const ground = { run, lossLimit: null, tariff: tariffOf("zerodha"), quotes: () => [quote], now: STORE_NOW };
      const [position] = viewDay({ day: { ...held, orders }, ...ground }).positions;
      return [position?.stop, position?.target];
    };
    expect(levelsWith([between])).toEqual([79_000, 82_005]);
    const stop: StoredOrder = {
      ...exitOf("stop", between, 1),
      pricing: { kind: "stop_limit", trigger: paise(79_500), limit: paise(79_000) },
    };
    expect(levelsWith([between, stop])).toEqual([79_500, 82_005]);
    const gone = { ...stop, state: { ...stop.state, status: "cancelled" as const } };
    expect(levelsWith([between, gone])).toEqual([79_000, 82_005]);
  });

  it("the day view shows when an order ended", () => {
    const lapsed: LedgerFact = {
      kind: "order_moved",
      tag,
      n: 1,
      from: "planned",
      to: "expired",
      reason: "approval_lapsed",
    };
    const at = later(STORE_NOW, 15 * SECOND_MS);
    const day = { ...dayWith([]), ledger: [{ accountId: account, day: STORE_DAY, at, fact: lapsed }] };
    const ground = { run, lossLimit: null, tariff: tariffOf("zerodha"), quotes: () => [], now: at };
    expect(viewDay({ day, ...ground }).endedAt.get(tag)).toBe(at);
    expect(view([], []).endedAt.get(tag)).toBeUndefined();
  });

  it("the day view shows no result at an outdated price, and keeps the price with its age", () => {
    const { positions, dailyStop } = view([traded("buy", 10, 80_000, "1")], [quote], later(STORE_NOW, 6 * SECOND_MS));
    expect(positions).toMatchObject([{ openResult: null, quote }]);
    expect(dailyStop.loss).toBeNull();
  });

  it("the day view counts a loss with its charges against the daily stop", () => {
    const facts = [traded("buy", 10, 80_000, "1"), traded("sell", 10, 79_000, "2")];
    const { positions, result, dailyStop } = view(facts, []);
    expect(positions).toEqual([]);
    expect(result.realised).toBe(-10_000);
    expect(result.net).toBe(-10_000 - result.charges.total);
    expect(dailyStop.loss).toBe(10_000 + result.charges.total);
  });

  it("the day view shows for each signal whether it was followed, and otherwise a reason", () => {
    const day = dayWith([{ kind: "skipped", signalId: "s2", reason: "funds_too_low" }]);
    const signals = ["s1", "s2", "s3"].map((id) => ({
      id,
      symbol: "SBIN",
      side: "buy" as const,
      sentence: "It broke out.",
      madeAt: STORE_NOW,
    }));
    expect(signalsOf(day, signals).map(({ outcome, skip }) => [outcome, skip?.sentence ?? null])).toEqual([
      ["order", null],
      ["skipped", skipSentences.funds_too_low],
      ["pending", null],
    ]);
  });

  it("the day view has a complete sentence for every reason", () => {
    for (const reason of entryRefusals) expect(skipSentences[reason]).toMatch(/^[A-Z].*\.$/);
  });
});
