import fs from "node:fs";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { foldLedger, oursByShare } from "@vriddhi/core/ledger/ledger-fold";
import { profitOfDay } from "@vriddhi/core/ledger/profit";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { DAY_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { describe, expect, it } from "vitest";
import { pastDays } from "./past-trades.ts";

const file = fs.readFileSync(new URL("demo-month.jsonl", import.meta.url), "utf8");
const account = accountId("another-account");
const TODAY = istDate("2027-03-02");
/** A larger number in the recorded file is an instant. */
const LEAST_INSTANT = Date.UTC(2020, 0, 1);

function instantsIn(value: unknown): readonly number[] {
  if (typeof value === "number") return value > LEAST_INSTANT ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(instantsIn) : [];
}

describe("the demo user's past days", () => {
  const days = pastDays(file, account, TODAY);

  it("are the trading days before today, each once", () => {
    const dates = days.map(({ day }) => day);
    expect(dates.length).toBeGreaterThan(15);
    expect(dates).toEqual([...new Set(dates)].sort());
    expect(dates.every((day) => day < TODAY && isTradingDay(nseCalendar, day))).toBe(true);
  });

  it("use their own day and this account instead of the recorded ones", () => {
    for (const past of days) {
      const midnight = istInstant(past.day, istMinute(0, 0));
      const strange = instantsIn(past).filter((at) => at < midnight || at >= midnight + DAY_MS);
      expect(strange, past.day).toEqual([]);
      expect(past.orders.every((order) => order.day === past.day && order.accountId === account)).toBe(true);
      for (const { signalId } of past.orders) expect(signalId).toBe(past.signal?.id);
    }
    expect(JSON.stringify(days)).not.toContain("demo-account");
  });

  it("end flat, with every order complete and the result of their fills", () => {
    const traded = days.filter(({ orders }) => orders.length > 0);
    expect(traded.length).toBeGreaterThan(10);
    for (const { day, orders, events } of traded) {
      expect(
        orders.every(({ state }) => isOrderFinal(state.status)),
        day,
      ).toBe(true);
      const totals = foldLedger(events);
      expect(oursByShare(totals).size, day).toBe(0);
      const { gross, net, charges } = profitOfDay(totals, tariffOf("angelone"));
      const closed = events.find(({ fact }) => fact.kind === "day_closed");
      expect(closed?.fact).toEqual({ kind: "day_closed", gross, charges: charges.total, net });
    }
  });
});
