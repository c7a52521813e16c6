import { describe, expect, it } from "vitest";
import { CoverRule } from "./cover.ts";
import { RuleWorld } from "./rule-fixture.ts";

const leftIn = ({ deps: { positions } }: RuleWorld): readonly number[] =>
  [...positions.all()].map((position) => positions.leftOf(position));

describe("the quantity to protect", () => {
  it("is the product's part of the account's net quantity, and a later position gets its part first", () => {
    const world = new RuleWorld((deps) => new CoverRule(deps));
    world.sellByHand(4);
    world.buy("FIRST", "signal-1");
    expect(leftIn(world)).toEqual([6]);
    world.buy("SECOND", "signal-2");
    expect(leftIn(world)).toEqual([6, 10]);
  });

  it("falls by the quantity that the user closes, oldest position first", () => {
    const world = new RuleWorld((deps) => new CoverRule(deps));
    world.buy("FIRST", "signal-1");
    world.buy("SECOND", "signal-2");
    world.sellByHand(13);
    expect(leftIn(world)).toEqual([0, 7]);
  });
});
