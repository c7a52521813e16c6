import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tariffOf } from "../charges/tariff.ts";
import { goodAccount } from "../risk/pre-trade-fixture.ts";
import { type Paise, paise, rupees } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { accountId } from "./account-id.ts";
import { type EntrySignal, type FanOutAccount, type FanOutLimits, planFanOut } from "./fan-out.ts";
import { toWaves, WAVE_SIZES } from "./waves.ts";

const signal: EntrySignal = {
  id: "desk-1",
  authority: "run",
  isin: "INE062A01020",
  side: "buy",
  price: rupees(1_000),
  stop: rupees(990),
  target: rupees(1_020),
  validUntil: epochMs(20_000),
  medianTurnover: rupees(10_000_000_000),
  allCapital: rupees(10_000_000),
  rotation: paise(0),
};
const limits: FanOutLimits = {
  priceBand: { lower: rupees(900), upper: rupees(1_100), tick: paise(5) },
  executable: rupees(1_000),
  phase: "entries",
  now: epochMs(1_000),
};
const account: FanOutAccount = {
  id: accountId("a"),
  facts: goodAccount,
  capitalBefore: paise(0),
  band: rupees(100_000),
  funds: rupees(100_000),
  marginPerShare: rupees(200),
  ownDailyStop: null,
  tariff: tariffOf("zerodha"),
};

describe("the fan-out plan of a signal", () => {
  it("creates an intent for an account that may follow", () => {
    expect(planFanOut(signal, [account], limits)).toEqual([
      {
        kind: "intent",
        accountId: "a",
        signalId: "desk-1",
        side: "buy",
        quantity: 33,
        limit: rupees(1_005),
        stop: rupees(990),
        target: rupees(1_020),
        validUntil: epochMs(20_000),
        needsApproval: false,
        isSmallAccount: false,
      },
    ]);
  });

  it("gives an account that may not follow the reason", () => {
    const reasonOf = (change: Partial<FanOutAccount>) => planFanOut(signal, [{ ...account, ...change }], limits)[0];
    expect(reasonOf({ facts: { ...goodAccount, isBlocked: true } })).toMatchObject({ kind: "skip", reason: "blocked" });
    expect(reasonOf({ funds: paise(0) })).toMatchObject({ kind: "skip", reason: "funds_too_low" });
    expect(reasonOf({ facts: { ...goodAccount, capital: rupees(20_000_000) } })).toMatchObject({
      reason: "turnover_too_low",
    });
    const short: EntrySignal = { ...signal, side: "sell", stop: rupees(1_010) };
    expect(planFanOut(short, [account], { ...limits, executable: rupees(1_000) })[0]).toMatchObject({
      kind: "intent",
      side: "sell",
    });
    const gone: FanOutLimits = {
      ...limits,
      priceBand: { lower: rupees(900), upper: rupees(1_500), tick: rupees(400) },
    };
    expect(planFanOut(signal, [account], gone)[0]).toMatchObject({ reason: "no_price_in_band" });
  });

  it("gives a paper account its shares although no live account runs, within the turnover limit", () => {
    const alone: EntrySignal = { ...signal, allCapital: paise(0) };
    expect(planFanOut(alone, [account], limits)[0]).toMatchObject({ reason: "turnover_too_low" });
    const onPaper = { ...account, isOnPaper: true };
    expect(planFanOut(alone, [onPaper], limits)[0]).toMatchObject({ kind: "intent", quantity: 33 });
    const thin: EntrySignal = { ...alone, medianTurnover: rupees(10_050_000) };
    expect(planFanOut(thin, [onPaper], limits)[0]).toMatchObject({ kind: "intent", quantity: 10 });
  });

  it("gives the last account its shares, and none to an account whose capital was raised after the signal", () => {
    const capital = goodAccount.capital;
    const last = { ...account, capitalBefore: paise(signal.allCapital - capital) };
    expect(planFanOut(signal, [last], limits)[0]).toMatchObject({ kind: "intent", quantity: 33 });
    const raised = { ...last, facts: { ...goodAccount, capital: paise(capital + 1) } };
    expect(planFanOut(signal, [raised], limits)[0]).toMatchObject({ kind: "skip", reason: "turnover_too_low" });
  });

  it("leaves an entry planned while its approval is open", () => {
    const asked = { ...account, facts: { ...goodAccount, approval: "waiting" as const } };
    expect(planFanOut(signal, [asked], limits)[0]).toMatchObject({ kind: "intent", needsApproval: true });
    const operator: EntrySignal = { ...signal, authority: "operator" };
    expect(planFanOut(operator, [asked], limits)[0]).toMatchObject({ kind: "intent", needsApproval: false });
  });
});

const accounts = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 6 }),
    capital: fc.integer({ min: 0, max: 1_000_000_00 }).map(paise),
    band: fc.integer({ min: 0, max: 1_000_000_00 }).map(paise),
    funds: fc.integer({ min: 0, max: 1_000_000_00 }).map(paise),
    isRunning: fc.boolean(),
    isBlocked: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 40 },
);
interface AccountShape {
  readonly name: string;
  readonly capital: Paise;
  readonly band: Paise;
  readonly funds: Paise;
  readonly isRunning: boolean;
  readonly isBlocked: boolean;
}
const toAccount = ({ name, capital, band, funds, isRunning, isBlocked }: AccountShape): FanOutAccount => ({
  ...account,
  id: accountId(name),
  band,
  funds,
  facts: { ...goodAccount, capital, isRunning, isBlocked },
});
describe("any fan-out plan", () => {
  it("gives every account exactly one outcome, even if an account appears twice", () => {
    fc.assert(
      fc.property(accounts, (shapes) => {
        const list = shapes.map(toAccount);
        const outcomes = planFanOut(signal, [...list, ...list], limits);
        expect(outcomes.map(({ accountId: id }) => id)).toEqual(list.map(({ id }) => id).sort());
      }),
    );
  });

  it("does not depend on the other accounts or their order", () => {
    fc.assert(
      fc.property(accounts, (shapes) => {
        const list = shapes.map(toAccount);
        const together = planFanOut(signal, list, limits);
        const alone = [...list].reverse().flatMap((one) => planFanOut(signal, [one], limits));
        expect(new Set(alone)).toEqual(new Set(together));
        expect(planFanOut(signal, [...list].reverse(), limits)).toEqual(together);
      }),
    );
  });

  it("exceeds neither an account's band nor the common turnover limit", () => {
    fc.assert(
      fc.property(accounts, fc.integer({ min: 0, max: 1e12 }), (shapes, turnover) => {
        let all = 0;
        const list = shapes.map((shape) => {
          const capitalBefore = paise(all);
          all += shape.capital;
          return { ...toAccount(shape), capitalBefore };
        });
        const thin: EntrySignal = { ...signal, medianTurnover: paise(turnover), allCapital: paise(all) };
        let total = 0;
        for (const outcome of planFanOut(thin, list, limits)) {
          if (outcome.kind === "skip") continue;
          const shape = shapes.find(({ name }) => name === outcome.accountId);
          const value = outcome.quantity * outcome.limit;
          expect(value).toBeLessThanOrEqual(Math.min(shape?.band ?? 0, shape?.capital ?? 0));
          total += value;
        }
        expect(total * 1_000).toBeLessThanOrEqual(turnover);
      }),
    );
  });
});

describe("waves", () => {
  it("have 32, 96 and then 256 items", () => {
    const items = Array.from({ length: 1_000 }, (_, n) => n);
    expect(toWaves(items).map(({ length }) => length)).toEqual([32, 96, 256, 256, 256, 104]);
    expect(toWaves([])).toEqual([]);
    expect(WAVE_SIZES).toEqual([32, 96, 256]);
  });

  it("keep every item and the order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 900 }), (items) => {
        expect(toWaves(items).flat()).toEqual(items);
      }),
    );
  });
});
