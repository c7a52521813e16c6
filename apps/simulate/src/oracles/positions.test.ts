import { describe, expect, it } from "vitest";
import { CoverRule } from "./cover.ts";
import { RuleWorld } from "./rule-fixture.ts";

/** What there is to protect of each position, in the order in which they were opened. */
const leftIn = ({ deps: { positions } }: RuleWorld): readonly number[] =>
  [...positions.all()].map((position) => positions.leftOf(position));

describe("what there is to protect", () => {
  it("is what the account's net holds of ours, of which a later position has its part first", () => {
    const world = new RuleWorld((deps) => new CoverRule(deps));
    world.sellByHand(4);
    world.buy("FIRST", "signal-1");
    expect(leftIn(world)).toEqual([6]);
    world.buy("SECOND", "signal-2");
    expect(leftIn(world)).toEqual([6, 10]);
  });

  it("is less by what the person closes, of the oldest first", () => {
    const world = new RuleWorld((deps) => new CoverRule(deps));
    world.buy("FIRST", "signal-1");
    world.buy("SECOND", "signal-2");
    world.sellByHand(13);
    expect(leftIn(world)).toEqual([0, 7]);
  });
});
