import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRoundTrip } from "../charges/charges.ts";
import { tariffOf } from "../charges/tariff.ts";
import { paise, rupees } from "../shared/money.ts";
import { dailyStopLimit } from "./daily-stop.ts";
import { type SizingFacts, type SizingRefusal, sizeEntry, turnoverShares } from "./sizing.ts";

/** Mutation testing runs fewer examples. */
const { numRuns: RUNS } = fc.readConfigureGlobal();
const oneLakh: SizingFacts = {
  side: "buy",
  price: rupees(1_000),
  stop: rupees(990),
  capital: rupees(100_000),
  band: rupees(100_000),
  funds: rupees(100_000),
  marginPerShare: rupees(200),
  sharesMax: 1_000_000,
  ownDailyStop: null,
  tariff: tariffOf("zerodha"),
};
const quantityOf = (change: Partial<SizingFacts>): number | SizingRefusal => {
  const sized = sizeEntry({ ...oneLakh, ...change });
  return sized.ok ? sized.value.quantity : sized.error;
};

describe("the size of an entry", () => {
  it.each<[string, Partial<SizingFacts>, number]>([
    ["half a percent of the capital is at stake", {}, 50],
    ["the capital pays for all of it", { stop: rupees(999) }, 100],
    ["the band holds where more was chosen", { stop: rupees(999), capital: rupees(500_000) }, 100],
    ["the broker's funds pay the margin", { funds: rupees(5_000) }, 25],
    ["the part of the turnover is not exceeded", { sharesMax: 7 }, 7],
    ["parts of a share are left away", { stop: rupees(993) }, 71],
    ["one share is enough of the funds", { funds: rupees(200) }, 1],
    ["one share is enough of the turnover", { sharesMax: 1 }, 1],
    ["a short counts its distance upwards", { side: "sell", stop: rupees(1_010) }, 50],
  ])("is such that %s", (_, change, quantity) => {
    expect(quantityOf(change)).toBe(quantity);
  });

  it("is one share for a small account whose stop-out stays within the daily stop", () => {
    const small = { capital: rupees(1_500), stop: rupees(990), funds: rupees(1_500) };
    expect(sizeEntry({ ...oneLakh, ...small })).toEqual({ ok: true, value: { quantity: 1, isSmallAccount: true } });
    expect(quantityOf({ ...small, stop: rupees(985) })).toBe("risk_too_high");
    expect(quantityOf({ ...small, ownDailyStop: rupees(10) })).toBe("risk_too_high");
  });

  it("includes the charges of a stop-out", () => {
    // Entry to stop is 9.90, charges are 0.7, the daily stop is 10.50.
    const tight = { capital: rupees(1_050), stop: paise(99_010), funds: rupees(1_050) };
    expect(quantityOf(tight)).toBe("risk_too_high");
    expect(quantityOf({ ...tight, stop: paise(99_200) })).toBe(1);
  });

  it("is one ordinary share where the risk allows exactly one", () => {
    const one = { capital: rupees(2_000), stop: rupees(990) };
    expect(sizeEntry({ ...oneLakh, ...one })).toEqual({ ok: true, value: { quantity: 1, isSmallAccount: false } });
  });

  it("charges a short as a sale and a purchase, and refuses a loss of exactly the daily stop", () => {
    const short = { side: "sell", price: rupees(1_000), stop: rupees(1_020), capital: rupees(3_999) } as const;
    const { charges } = judgeRoundTrip({ quantity: 1, buyPrice: short.stop, sellPrice: short.price }, oneLakh.tariff);
    const loss = rupees(20) + charges.total;
    expect(quantityOf({ ...short, ownDailyStop: paise(loss + 1) })).toBe(1);
    expect(quantityOf({ ...short, ownDailyStop: paise(loss) })).toBe("risk_too_high");
    const long = { price: rupees(1_020), stop: rupees(1_000), capital: rupees(3_999) };
    expect(quantityOf({ ...long, ownDailyStop: paise(loss + 1) })).toBe(1);
    expect(quantityOf({ ...long, ownDailyStop: paise(loss) })).toBe("risk_too_high");
  });

  it("requires a price and a margin", () => {
    expect(() => quantityOf({ price: paise(0), stop: paise(-1) })).toThrow("a price and a margin");
    expect(() => quantityOf({ marginPerShare: paise(0) })).toThrow("a price and a margin");
  });

  it.each<[SizingRefusal, Partial<SizingFacts>]>([
    ["stop_on_wrong_side", { stop: rupees(1_000) }],
    ["stop_on_wrong_side", { stop: rupees(1_001) }],
    ["stop_on_wrong_side", { stop: paise(0) }],
    ["stop_on_wrong_side", { side: "sell" }],
    ["capital_too_low", { capital: rupees(999) }],
    ["capital_too_low", { band: rupees(999) }],
    ["funds_too_low", { funds: rupees(199) }],
    ["turnover_too_low", { sharesMax: 0 }],
    ["risk_too_high", { stop: rupees(100), capital: rupees(2_000) }],
  ])("is none: %s", (refusal, change) => {
    expect(quantityOf(change)).toBe(refusal);
  });

  it("stays within every limit, for any facts", () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000_00 }).map(paise);
    const prices = fc.integer({ min: 100, max: 5_000_000 }).map(paise);
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom("buy" as const, "sell" as const),
          price: prices,
          stop: prices,
          capital: amounts,
          band: amounts,
          funds: amounts,
          marginPerShare: prices,
          sharesMax: fc.integer({ min: 0, max: 100_000 }),
          ownDailyStop: fc.option(amounts),
          tariff: fc.constantFrom(tariffOf("zerodha"), tariffOf("angelone"), tariffOf("fyers")),
        }),
        (facts) => {
          const sized = sizeEntry(facts);
          if (!sized.ok) return;
          const { quantity, isSmallAccount } = sized.value;
          const distance = Math.abs(facts.price - facts.stop);
          expect(Number.isSafeInteger(quantity) && quantity >= 1).toBe(true);
          expect(quantity * facts.price).toBeLessThanOrEqual(Math.min(facts.capital, facts.band));
          expect(quantity * facts.marginPerShare).toBeLessThanOrEqual(facts.funds);
          expect(quantity).toBeLessThanOrEqual(facts.sharesMax);
          const capital = paise(Math.min(facts.capital, facts.band));
          if (!isSmallAccount) expect(quantity * distance * 200).toBeLessThanOrEqual(capital);
          else expect(distance).toBeLessThan(dailyStopLimit(capital, facts.ownDailyStop));
        },
      ),
      { numRuns: RUNS ?? 2_000 },
    );
  });

  it("of one share never loses the daily stop when it is stopped out", () => {
    const prices = fc.integer({ min: 1_000, max: 300_000 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 900 }), (price, distance) => {
        const capital = paise(price * 2);
        const facts = { ...oneLakh, price: paise(price), stop: paise(price - distance), capital, funds: capital };
        const sized = sizeEntry({ ...facts, marginPerShare: paise(price) });
        if (!(sized.ok && sized.value.isSmallAccount)) return;
        const trip = { quantity: 1, buyPrice: facts.price, sellPrice: facts.stop };
        expect(judgeRoundTrip(trip, facts.tariff).net).toBeGreaterThan(-dailyStopLimit(capital, null));
      }),
    );
  });
});

describe("the account's share of the turnover limit", () => {
  // A thousandth of 100 crore are 10 lakh: a thousand shares at 1,000 rupees.
  const turnover = rupees(1_000_000_000);
  const alone = { capital: rupees(100), before: paise(0), all: rupees(100), rotation: paise(0) };

  it("is a thousandth of the turnover, divided by capital", () => {
    expect(turnoverShares(turnover, rupees(1_000), alone)).toBe(1_000);
    const third = { ...alone, all: rupees(300) };
    const thirds = [0, 100, 200].map((before) =>
      turnoverShares(turnover, rupees(1_000), { ...third, before: rupees(before) }),
    );
    expect(thirds).toEqual([333, 333, 334]);
    expect(turnoverShares(turnover, rupees(1_000), { ...alone, capital: paise(0), all: paise(0) })).toBe(0);
  });

  it("favours other accounts when the order of accounts starts elsewhere", () => {
    const rotated = { ...alone, all: rupees(300), rotation: rupees(100) };
    const thirds = [0, 100, 200].map((before) =>
      turnoverShares(turnover, rupees(1_000), { ...rotated, before: rupees(before) }),
    );
    expect(thirds).toEqual([333, 334, 333]);
  });

  it("adds up to exactly the whole over all accounts, each within one share of its exact part", () => {
    const capitals = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 });
    const turnovers = fc.integer({ min: 0, max: 1e13 });
    fc.assert(
      fc.property(capitals, turnovers, fc.integer({ min: 100, max: 1e7 }), fc.nat(), (list, median, price, turn) => {
        const all = list.reduce((sum, capital) => sum + capital, 0);
        fc.pre(all > 0);
        const whole = Math.floor(Math.floor(median / 1_000) / price);
        let [before, total] = [0, 0];
        for (const capital of list) {
          const place = {
            capital: paise(capital),
            before: paise(before),
            all: paise(all),
            rotation: paise(turn % all),
          };
          const part = turnoverShares(paise(median), paise(price), place);
          expect(Math.abs(part - (whole * capital) / all)).toBeLessThan(1 + 1e-6);
          before += capital;
          total += part;
        }
        expect(total).toBe(whole);
      }),
    );
  });

  it("is exact for amounts that a double cannot hold", () => {
    const huge = { capital: paise(3e12), before: paise(1), all: paise(9e12 + 1), rotation: paise(7) };
    // A million shares of one rupee: 3e12 of 9e12 are a third of them.
    expect(turnoverShares(paise(1e11), rupees(1), huge)).toBe(333_333);
  });

  it("requires accounts and a price", () => {
    expect(() => turnoverShares(rupees(1), paise(0), alone)).toThrow("this account");
    expect(() => turnoverShares(rupees(1), rupees(1), { ...alone, before: paise(-1) })).toThrow("this account");
    expect(() => turnoverShares(rupees(1), rupees(1), { ...alone, rotation: paise(-1) })).toThrow("within itself");
    expect(() => turnoverShares(rupees(1), rupees(1), { ...alone, before: paise(1) })).toThrow("this account");
    expect(() => turnoverShares(rupees(1), rupees(1), { ...alone, rotation: rupees(100) })).toThrow("within itself");
  });
});
