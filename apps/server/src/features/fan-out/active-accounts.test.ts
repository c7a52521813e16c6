import { accountId } from "@vriddhi/core/allocation/account-id";
import { checkEntry } from "@vriddhi/core/risk/pre-trade";
import { goodEntry } from "@vriddhi/core/risk/pre-trade-fixture";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { toFanOutAccount } from "./active-accounts.ts";
import type { ActiveAccountRow } from "./fan-out.store.ts";

const row: ActiveAccountRow = {
  accountId: accountId("a"),
  userId: "u",
  broker: "zerodha",
  capital: rupees(50_000),
  approvalMode: "auto",
  isDayApproved: true,
  startedAt: epochMs(0),
  stoppedAt: null,
  sessionUntil: epochMs(10_000),
  entriesMax: null,
  funds: null,
  band: rupees(50_000),
  neverTrade: [],
  lossLimit: null,
};

const accountOf = (changes: Partial<ActiveAccountRow>) =>
  toFanOutAccount(
    { row: { ...row, ...changes }, capitalBefore: paise(0) },
    {
      eligibility: {
        isBlocked: false,
        isDailyStopHit: false,
        isSymbolWorked: false,
        hasUnresolvedOrder: false,
        entriesToday: 0,
      },
      hasInstrument: true,
      foreignQuantity: 0,
      symbol: "SBIN",
      price: rupees(800),
      marketNow: epochMs(1_000),
    },
  );

const refusalOf = (changes: Partial<ActiveAccountRow>) =>
  checkEntry({ ...goodEntry, account: accountOf(changes).facts });

describe("an active account that receives a signal", () => {
  it("an account skips only the shares that its owner excludes", () => {
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ neverTrade: ["TCS"] })).toBeNull();
    expect(refusalOf({ neverTrade: ["TCS", "SBIN"] })).toBe("symbol_unwanted");
  });

  it("an account skips excluded shares also for an operator's order", () => {
    const account = accountOf({ neverTrade: ["SBIN"] }).facts;
    expect(checkEntry({ ...goodEntry, authority: "operator", account })).toBe("symbol_unwanted");
  });

  it("the owner's daily limit sizes an account's order", () => {
    expect(accountOf({ lossLimit: rupees(200) }).ownDailyStop).toBe(rupees(200));
  });
});
