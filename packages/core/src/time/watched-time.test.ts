import { describe, expect, it } from "vitest";
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from "./clock.ts";
import { WatchedTime } from "./watched-time.ts";

class Hands {
  human: EpochMs = epochMs(1_000_000);
  market: EpochMs = epochMs(5_000_000);
  readonly watched = new WatchedTime(
    { humanClock: { now: () => this.human }, marketClock: { now: () => this.market } },
    SECOND_MS,
  );

  pass(humanMs: number, marketMs = humanMs): void {
    this.human = epochMs(this.human + humanMs);
    this.market = epochMs(this.market + marketMs);
  }

  watch(seconds: number, marketMs = SECOND_MS): void {
    for (let n = 0; n < seconds; n += 1) {
      this.pass(SECOND_MS, marketMs);
      this.watched.look();
    }
  }
}

describe("watched time", () => {
  it("follows both clocks while they run alike", () => {
    const hands = new Hands();
    const from = hands.human;
    hands.watch(10);
    hands.pass(400);
    expect(hands.watched.sinceMs(from)).toBe(10_400);
    expect(hands.watched.sinceMs(epochMs(from + 2_500))).toBe(7_900);
    expect(hands.watched.awakeSince()).toBe(from);
  });

  it("does not grow while the market clock is held, however long the hold lasts", () => {
    const hands = new Hands();
    const from = hands.human;
    hands.watch(3);
    hands.watch(2_000, 0);
    hands.watch(2);
    expect(hands.watched.sinceMs(from)).toBe(5 * SECOND_MS);
  });

  it("counts a jump of the market clock as the real time that passed", () => {
    const hands = new Hands();
    const from = hands.human;
    hands.watch(4, MINUTE_MS);
    expect(hands.watched.sinceMs(from)).toBe(4 * SECOND_MS);
  });

  it("counts a pause as one late sample, and continues from it", () => {
    const hands = new Hands();
    const from = hands.human;
    hands.watch(3);
    hands.pass(MINUTE_MS);
    expect(hands.watched.awakeSince()).toBe(hands.human);
    hands.watched.look();
    const backAt = hands.human;
    hands.watch(2);
    expect(hands.watched.sinceMs(from)).toBe(3 * SECOND_MS + 2 * SECOND_MS + 2 * SECOND_MS);
    expect(hands.watched.awakeSince()).toBe(backAt);
    expect(hands.watched.sinceMs(backAt)).toBe(2 * SECOND_MS);
  });

  it("never decreases when a clock is set back", () => {
    const hands = new Hands();
    const from = hands.human;
    hands.watch(3);
    hands.pass(-2 * SECOND_MS);
    expect(hands.watched.sinceMs(from)).toBe(3 * SECOND_MS);
  });
});
