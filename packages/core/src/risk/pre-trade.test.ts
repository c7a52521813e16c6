import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise, rupees } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { type AccountFacts, checkEntry, type EntryFacts, type EntryRefusal, entryRefusals } from "./pre-trade.ts";
import { goodAccount, goodEntry } from "./pre-trade-fixture.ts";

interface Fault {
  readonly facts?: Partial<Omit<EntryFacts, "account">>;
  readonly account?: Partial<AccountFacts>;
}

const faults: Readonly<Record<EntryRefusal, Fault>> = {
  no_run: { account: { isRunning: false } },
  blocked: { account: { isBlocked: true } },
  daily_stop_hit: { account: { isDailyStopHit: true } },
  no_subscription: { account: { isSubscribed: false } },
  not_connected: { account: { isConnected: false } },
  no_capital: { account: { capital: paise(0) } },
  not_approved: { account: { approval: "missing" } },
  outside_hours: { facts: { phase: "no_entries" } },
  valid_until_passed: { facts: { validUntil: epochMs(1_000) } },
  instrument_missing: { account: { hasInstrument: false } },
  not_intraday: { account: { isIntradayAllowed: false } },
  symbol_unwanted: { account: { isUnwanted: true } },
  symbol_held: { account: { heldQuantity: -1 } },
  symbol_worked: { account: { isSymbolWorked: true } },
  order_unresolved: { account: { hasUnresolvedOrder: true } },
  entries_of_day_used: { account: { entriesToday: 3 } },
  price_stale: { facts: { executable: null } },
  price_moved: { facts: { executable: paise(100_501) } },
  circuit_near: { facts: { band: { lower: rupees(990), upper: rupees(1_100), tick: paise(5) } } },
  budget_spent: { account: { hasCallBudget: false } },
};

const withFault = (entry: EntryFacts, { facts = {}, account = {} }: Fault): EntryFacts => ({
  ...entry,
  ...facts,
  account: { ...entry.account, ...account },
});

describe("an entry", () => {
  it("is allowed when no rule forbids it", () => {
    expect(checkEntry(goodEntry)).toBeNull();
  });

  it.each(entryRefusals)("is refused: %s", (refusal) => {
    expect(checkEntry(withFault(goodEntry, faults[refusal]))).toBe(refusal);
  });

  it("reports the first of several reasons", () => {
    fc.assert(
      fc.property(fc.subarray([...entryRefusals], { minLength: 1 }), (chosen) => {
        // A stale price hides a move, so the test never combines the two.
        const expected = chosen.includes("price_stale")
          ? chosen.filter((refusal) => refusal !== "price_moved")
          : chosen;
        const facts = expected.reduce((entry, refusal) => withFault(entry, faults[refusal]), goodEntry);
        expect(checkEntry(facts)).toBe(expected[0]);
      }),
    );
  });

  it("may be planned while its approval is open, and not be sent", () => {
    const waiting = withFault(goodEntry, { account: { approval: "waiting" } });
    expect(checkEntry({ ...waiting, stage: "plan" })).toBeNull();
    expect(checkEntry({ ...waiting, stage: "send" })).toBe("not_approved");
    expect(checkEntry({ ...withFault(goodEntry, faults.not_approved), stage: "plan" })).toBe("not_approved");
  });

  it("by an operator needs neither run nor approval; every other check still applies", () => {
    const free: readonly EntryRefusal[] = ["no_run", "not_approved"];
    for (const refusal of entryRefusals) {
      const facts = withFault({ ...goodEntry, authority: "operator" }, faults[refusal]);
      expect(checkEntry(facts)).toBe(free.includes(refusal) ? null : refusal);
    }
  });

  it.each(["before_open", "no_entries", "closing", "late", "hands_off", "handed_over"] as const)(
    "is refused in the phase %s",
    (phase) => {
      expect(checkEntry({ ...goodEntry, phase })).toBe("outside_hours");
    },
  );

  it("is expired at the instant of `validUntil`", () => {
    expect(checkEntry({ ...goodEntry, now: epochMs(19_999) })).toBeNull();
    expect(checkEntry({ ...goodEntry, now: epochMs(20_000) })).toBe("valid_until_passed");
  });

  it("keeps 2 % away from both limits of the band", () => {
    const near = (lower: number, upper: number) =>
      checkEntry({
        ...goodEntry,
        executable: rupees(1_000),
        band: { lower: rupees(lower), upper: rupees(upper), tick: paise(5) },
      });
    expect(near(980, 1_020)).toBeNull();
    expect(near(981, 1_020)).toBe("circuit_near");
    expect(near(980, 1_019)).toBe("circuit_near");
  });

  it("is allowed after any number of entries when there is no cap", () => {
    expect(checkEntry(withFault(goodEntry, { account: { entriesToday: 99, entriesMax: null } }))).toBeNull();
    expect(goodAccount.entriesMax).toBe(3);
  });
});
