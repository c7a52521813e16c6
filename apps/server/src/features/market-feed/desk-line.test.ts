import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { DeskLine } from "./desk-line.ts";

class Watch {
  human: EpochMs = epochMs(1_000_000);
  market: EpochMs = epochMs(5_000_000);
  sendTick = (): void => undefined;
  readonly line = new DeskLine({
    stream: {
      open: (_access, { state, ticks }) => {
        state("open");
        this.sendTick = () => ticks([], this.market);
        return { subscribe: () => undefined, close: () => undefined };
      },
    },
    humanClock: { now: () => this.human },
    marketClock: { now: () => this.market },
    access: async () => null,
    ticks: () => undefined,
  });

  constructor() {
    this.line.follow(this.human);
    this.line.want(new Map([["token", "INE062A01020"]]));
  }

  turns(count: number, marketMs = SECOND_MS): void {
    for (let turn = 0; turn < count; turn += 1) this.pass(SECOND_MS, marketMs);
  }

  pass(humanMs: number, marketMs: number): void {
    this.human = epochMs(this.human + humanMs);
    this.market = epochMs(this.market + marketMs);
    this.line.follow(epochMs(1_000_000));
  }
}

describe("a silent feed of a strategy", () => {
  it("a feed counts as silent after 15 seconds of an open market", () => {
    const watch = new Watch();
    watch.turns(15);
    expect(watch.line.isSilent()).toBe(false);
    watch.turns(1);
    expect(watch.line.isSilent()).toBe(true);
  });

  it("a feed does not count as silent when the market paused for minutes and then jumps", () => {
    const watch = new Watch();
    watch.turns(120, 0);
    watch.turns(5, MINUTE_MS);
    expect(watch.line.isSilent()).toBe(false);
  });

  it("a silent feed gets 15 more seconds after a pause of the process", () => {
    const watch = new Watch();
    watch.turns(10);
    watch.pass(MINUTE_MS, MINUTE_MS);
    expect(watch.line.isSilent()).toBe(false);
    watch.turns(14);
    expect(watch.line.isSilent()).toBe(false);
    watch.turns(2);
    expect(watch.line.isSilent()).toBe(true);
  });
});

describe("the first connection of a session", () => {
  it("a feed's first connection is dialling until its first tick, for 30 seconds at most", () => {
    const first = new Watch();
    expect(first.line.isDialling).toBe(true);
    first.sendTick();
    expect(first.line.isDialling).toBe(false);
    const mute = new Watch();
    mute.turns(30);
    expect(mute.line.isDialling).toBe(false);
  });

  it("a feed's first connection is not dialling without a subscription", () => {
    const idle = new Watch();
    idle.line.want(new Map());
    expect(idle.line.isDialling).toBe(false);
  });

  it("a feed is not dialling again after a reconnect", () => {
    const watch = new Watch();
    watch.turns(30);
    watch.line.redial();
    expect(watch.line.isDialling).toBe(false);
  });
});
