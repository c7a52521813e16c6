import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stops } from "./stops.ts";

const aStop = (isBuy: boolean, trigger: number, name = 0) => ({ isBuy, trigger, name });

const takeAll = (stops: Stops<ReturnType<typeof aStop>>, price: number): number[] => {
  const names: number[] = [];
  for (let order = stops.takeReached(price); order !== null; order = stops.takeReached(price)) names.push(order.name);
  return names;
};

describe("waiting stops", () => {
  it("trigger when the price reaches them: the nearest first, ties in order of arrival", () => {
    const stops = new Stops<ReturnType<typeof aStop>>();
    const sells = [aStop(false, 95, 4), aStop(false, 98, 5)];
    for (const order of [aStop(true, 105, 1), aStop(true, 102, 2), aStop(true, 105, 3), ...sells]) stops.add(order);
    expect(takeAll(stops, 101)).toEqual([]);
    expect(takeAll(stops, 105)).toEqual([2, 1, 3]);
    expect(takeAll(stops, 97)).toEqual([5]);
    stops.remove(stops.all()[0] ?? aStop(true, 0));
    expect(stops.isEmpty()).toBe(true);
  });

  it("are exactly those that the price has not reached, for any order of insertion", () => {
    const orders = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 90, max: 110 })), { maxLength: 30 });
    fc.assert(
      fc.property(orders, fc.integer({ min: 90, max: 110 }), (drawn, price) => {
        const stops = new Stops<ReturnType<typeof aStop>>();
        const all = drawn.map(([isBuy, trigger], name) => aStop(isBuy, trigger, name));
        for (const order of all) stops.add(order);
        const isReached = ({ isBuy, trigger }: (typeof all)[number]) => (isBuy ? price >= trigger : price <= trigger);
        const taken = takeAll(stops, price);
        expect(new Set(taken)).toEqual(new Set(all.filter(isReached).map(({ name }) => name)));
        expect(stops.all()).toHaveLength(all.length - taken.length);
      }),
    );
  });
});
