import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountId } from "../allocation/account-id.ts";
import { assumedBand } from "../order/price-band.ts";
import type { AccountFacts } from "../risk/pre-trade.ts";
import { paise, rupees } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import {
  expectedFill,
  type OperatorAccount,
  type OperatorOrder,
  operatorStop,
  planOperatorShare,
} from "./operator-order.ts";

const PRICE = rupees(800);
const band = assumedBand(PRICE, paise(5));
const now = epochMs(1_000);
const limits = { priceBand: band, executable: PRICE, phase: "entries", now } as const;

const facts: AccountFacts = {
  isRunning: false,
  isBlocked: false,
  isDailyStopHit: false,
  isSubscribed: true,
  isConnected: true,
  capital: rupees(50_000),
  approval: "missing",
  hasInstrument: true,
  isIntradayAllowed: true,
  heldQuantity: 0,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
  entriesMax: null,
  hasCallBudget: true,
};

const anOrder = (changes: Partial<OperatorOrder> = {}): OperatorOrder => ({
  id: "desk-1",
  isin: "INE062A01020",
  side: "buy",
  price: PRICE,
  limit: null,
  stop: operatorStop("buy", PRICE, band),
  validUntil: epochMs(25_000),
  ...changes,
});

const anAccount = (changes: Partial<OperatorAccount> = {}): OperatorAccount => ({
  id: accountId("account"),
  quantity: 10,
  facts,
  band: rupees(100_000),
  funds: rupees(50_000),
  marginPerShare: rupees(160),
  ...changes,
});

describe("the stop of an operator's order", () => {
  it.each([
    ["a short far through the market", "sell", rupees(270), paise(28_360), paise(28_360)],
    ["a long far through the market", "buy", rupees(290), paise(28_360), paise(28_360)],
    ["a short that waits above the market", "sell", rupees(285), paise(28_360), rupees(285)],
    ["a long that waits below the market", "buy", rupees(280), paise(28_360), rupees(280)],
  ] as const)("of %s is measured from the better of limit and market", (_name, side, limit, market, fill) => {
    expect(expectedFill(side, limit, market)).toBe(fill);
    const stop = operatorStop(side, fill, assumedBand(market, paise(5)));
    if (side === "buy") expect(stop).toBeLessThan(Math.min(limit, market));
    else expect(stop).toBeGreaterThan(Math.max(limit, market));
  });
});

describe("an account's share of an operator's order", () => {
  it("needs neither run nor approval, and turns a market order into a marketable limit", () => {
    const outcome = planOperatorShare(anOrder(), anAccount(), limits);
    expect(outcome).toMatchObject({
      kind: "intent",
      quantity: 10,
      limit: rupees(804),
      stop: rupees(792),
      target: null,
    });
    const short = planOperatorShare(anOrder({ side: "sell", stop: rupees(808) }), anAccount(), limits);
    expect(short).toMatchObject({ kind: "intent", side: "sell", limit: rupees(796) });
  });

  it("is the whole quantity or nothing, never resized", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (quantity, capital, funds) => {
          const account = anAccount({ quantity, facts: { ...facts, capital: rupees(capital) }, funds: rupees(funds) });
          const outcome = planOperatorShare(anOrder(), account, limits);
          if (outcome.kind === "intent") {
            expect(outcome.quantity).toBe(quantity);
            expect(quantity * outcome.limit).toBeLessThanOrEqual(Math.min(rupees(capital), account.band));
            expect(quantity * account.marginPerShare).toBeLessThanOrEqual(account.funds);
          } else expect(["capital_too_low", "funds_too_low"]).toContain(outcome.reason);
        },
      ),
    );
  });

  it("rounds a typed price to the careful tick, also where it does not trade at once", () => {
    const typed = planOperatorShare(anOrder({ limit: paise(78_003) }), anAccount(), limits);
    expect(typed).toMatchObject({ kind: "intent", limit: 78_000 });
    const sale = planOperatorShare(anOrder({ side: "sell", limit: paise(81_001) }), anAccount(), limits);
    expect(sale).toMatchObject({ kind: "intent", limit: 81_005 });
    expect(planOperatorShare(anOrder({ limit: rupees(1_000) }), anAccount(), limits)).toMatchObject({
      kind: "skip",
      reason: "no_price_in_band",
    });
  });

  it.for([
    ["blocked", { isBlocked: true }],
    ["daily_stop_hit", { isDailyStopHit: true }],
    ["no_subscription", { isSubscribed: false }],
    ["not_connected", { isConnected: false }],
    ["symbol_unwanted", { isUnwanted: true }],
    ["symbol_worked", { isSymbolWorked: true }],
    ["order_unresolved", { hasUnresolvedOrder: true }],
  ] as const)("is refused by the same rules as a signal: %s", ([reason, changes]) => {
    const account = anAccount({ facts: { ...facts, ...changes } });
    expect(planOperatorShare(anOrder(), account, limits)).toMatchObject({ kind: "skip", reason });
  });

  it("is refused after its deadline, outside trading hours, without a price and after the price moved too far", () => {
    const reasonAt = (changes: object) => {
      const outcome = planOperatorShare(anOrder(), anAccount(), { ...limits, ...changes });
      return outcome.kind === "skip" ? outcome.reason : null;
    };
    expect(reasonAt({ now: epochMs(25_000) })).toBe("valid_until_passed");
    expect(reasonAt({ phase: "no_entries" })).toBe("outside_hours");
    expect(reasonAt({ executable: null })).toBe("price_stale");
    expect(reasonAt({ executable: rupees(806) })).toBe("price_moved");
  });
});
