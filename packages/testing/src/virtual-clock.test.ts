import { type HumanClock, later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { createVirtualClock, VIRTUAL_START } from "./virtual-clock.ts";

describe("a virtual clock", () => {
  it("is frozen, advances and can be set", () => {
    const clock = createVirtualClock();
    expect([clock.now(), clock.now()]).toEqual([VIRTUAL_START, VIRTUAL_START]);
    clock.advance(MINUTE_MS);
    expect(clock.now()).toBe(later(VIRTUAL_START, MINUTE_MS));
    clock.set(VIRTUAL_START);
    expect(clock.now()).toBe(VIRTUAL_START);
  });

  it("serves as either clock", () => {
    const human: HumanClock = createVirtualClock();
    const market: MarketClock = createVirtualClock(later(VIRTUAL_START, 1));
    expect(market.now() - human.now()).toBe(1);
  });
});
