import { paise } from "@vriddhi/core/shared/money";
import { describe, expect, it } from "vitest";
import { priceWakeFilter } from "./price-wake-filter.ts";
import {
  BAND,
  EXIT,
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

const held: ViewFacts = { orders: [filledEntry(), exitWith()], memory: { restingShapes: new Map([[EXIT, resting]]) } };
const quietOf = (change: ViewFacts = {}) => priceWakeFilter(viewOf({ ...held, ...change }))?.get(ISIN);

describe("prices that need no decision", () => {
  it("are those within a tenth of a percent of the last evaluated price", () => {
    expect(quietOf()).toEqual({ low: 99_900, high: 100_100, band: BAND });
    expect(quietOf({ phase: "no_entries" })).toEqual({ low: 99_900, high: 100_100, band: BAND });
  });

  it("do not include a price at the stop or at the target", () => {
    expect(quietOf({ quotes: [quote({ last: paise(99_050) })] })).toMatchObject({ low: 99_000, high: 99_150 });
    expect(quietOf({ quotes: [quote({ last: paise(101_950) })] })).toMatchObject({ low: 101_848, high: 102_000 });
    const endless = filledEntry({
      entry: { authority: "run", stop: paise(99_000), target: null, validUntil: NOW },
    });
    expect(quietOf({ orders: [endless, exitWith()], quotes: [quote({ last: paise(101_950) })] })).toMatchObject({
      high: 102_052,
    });
  });

  it("of a short do not include a price at the target below or at the stop above", () => {
    const entry = { authority: "run", stop: paise(101_000), target: paise(98_000), validUntil: NOW } as const;
    const short = (last: number, target: typeof entry.target | null = entry.target): ViewFacts => ({
      orders: [
        filledEntry({ side: "sell", entry: { ...entry, target } }),
        exitWith({}, { side: "buy", pricing: { kind: "stop_limit", trigger: paise(101_000), limit: paise(104_030) } }),
      ],
      quotes: [quote({ last: paise(last) })],
    });
    expect(quietOf(short(100_950))).toMatchObject({ low: 100_849, high: 101_000 });
    expect(quietOf(short(98_050))).toMatchObject({ low: 98_000, high: 98_149 });
    expect(quietOf(short(98_050, null))).toMatchObject({ low: 97_951 });
  });

  it("respect both positions of one share", () => {
    const second = { positionId: "SECOND000000000" as typeof POSITION };
    const orders = [
      ...(held.orders ?? []),
      filledEntry({
        ...second,
        tag: "SECOND000000000" as typeof EXIT,
        entry: { authority: "run", stop: paise(99_950), target: paise(100_050), validUntil: NOW },
      }),
      exitWith({}, { ...second, tag: "EXIT00000000001" as typeof EXIT }),
    ];
    const restingShapes = new Map([
      [EXIT, resting],
      ["EXIT00000000001" as typeof EXIT, resting],
    ]);
    for (const list of [orders, orders.toReversed()])
      expect(quietOf({ orders: list, memory: { restingShapes } })).toMatchObject({ low: 99_950, high: 100_050 });
  });

  it.each<[string, ViewFacts]>([
    ["before the day", { phase: "before_open" }],
    ["while positions are closed", { phase: "closing" }],
    ["without a price", { quotes: [] }],
    ["while a price is not trusted", { memory: { ...held.memory, watches: new Map([[POSITION, doubted()]]) } }],
    ["while the stop has not been seen", { memory: {} }],
    ["while the stop covers a part", { orders: [filledEntry(), exitWith({ quantity: 9 })] }],
    [
      "where the stop was triggered",
      { memory: { restingShapes: new Map([[EXIT, { ...resting, isTriggered: true }]]) } },
    ],
  ])("are all prices where nothing is open", (_, change) => {
    expect(priceWakeFilter(viewOf({ ...held, ...change }))).toBeNull();
  });

  it("are all of them where nothing is open", () => {
    expect(priceWakeFilter(viewOf())).toEqual(new Map());
  });
});

function doubted() {
  return { trusted: paise(100_000), receivedAt: NOW, doubted: { price: paise(90_000), at: NOW, source: "desk" } };
}
