import type { EpochMs } from "@vriddhi/core/time/clock";

export interface MarketWork {
  /** The instants in (from, to] at which work is due, in order. */
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  /** Runs whatever is due at the market clock's instant. Idempotent. */
  runDue(): Promise<void>;
  /** The clock jumps without a stop: emit now what belongs to the skipped days. Left out: nothing. */
  passOver?(from: EpochMs, to: EpochMs): Promise<void>;
  /** The market restarts: drops in-memory state of its days. Left out: there is none. */
  forget?(): void;
}

export interface MarketProbe {
  /** Resolves when all events received so far are processed and their effects are stored or handed on. */
  idle(): Promise<void>;
  /** True while an order is in flight or an approval waits: the market then runs at human speed. Left out: never. */
  isUnderWay?(): boolean | Promise<boolean>;
  /**
   * True while an order in flight waits for this process or for a broker's answer, and not for the market: a jump holds the
   * market, so that an order meets the same prices on a slow machine. Left out: never.
   */
  isBusy?(): boolean;
  /** Decides on the prices received so far, without a query; true when something is under way then. Left out: nothing is. */
  judge?(): Promise<boolean>;
  /** True while every trade of the market matters: a clock jump then plays all of them. Left out: never. */
  wantsEveryTick?(): boolean | Promise<boolean>;
  /** True while prices may trigger something here: a clock jump then takes small steps. Left out: never. */
  isExposed?(): boolean;
  /** True while something trades here by every price that a feed tells, so that a jump may leave none out. Left out: never. */
  wantsWholeFeed?(): boolean;
}

/** Registry of work on the market clock. The sandbox calls it when a user moves the clock. */
export interface MarketSchedule {
  add(work: MarketWork): void;
  /** Register in processing order: feed, engine, fan-out, orders. */
  watch(probe: MarketProbe): void;
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  runDue(): Promise<void>;
  passOver(from: EpochMs, to: EpochMs): Promise<void>;
  forget(): void;
  /** Resolves when every registered probe is idle. */
  idle(): Promise<void>;
  isUnderWay(): Promise<boolean>;
  isBusy(): boolean;
  judge(): Promise<boolean>;
  wantsEveryTick(): Promise<boolean>;
  isExposed(): boolean;
  wantsWholeFeed(): boolean;
}

/** The second round covers work that the last probe hands back to the first; with no open orders there is none. */
const IDLE_ROUNDS = 2;

export function createMarketSchedule(): MarketSchedule {
  const parts: MarketWork[] = [];
  const probes: MarketProbe[] = [];
  const isExposed = (): boolean => probes.some((probe) => probe.isExposed?.() ?? false);
  async function isUnderWay(): Promise<boolean> {
    for (const probe of probes) if (await probe.isUnderWay?.()) return true;
    return false;
  }

  return {
    add: (work) => void parts.push(work),
    watch: (probe) => void probes.push(probe),
    stopsBetween(from, to) {
      const stops = new Set(parts.flatMap((part) => part.stopsBetween(from, to)));
      return [...stops].sort((a, b) => a - b);
    },
    async runDue() {
      for (const part of parts) await part.runDue();
    },
    async passOver(from, to) {
      for (const part of parts) await part.passOver?.(from, to);
    },
    forget() {
      for (const part of parts) part.forget?.();
    },
    async idle() {
      for (let round = 0; round < IDLE_ROUNDS; round++) {
        for (const probe of probes) await probe.idle();
        if (!isExposed() && !(await isUnderWay())) return;
      }
    },
    isUnderWay,
    isBusy: () => probes.some((probe) => probe.isBusy?.() ?? false),
    isExposed,
    async judge() {
      for (const probe of probes) if (await probe.judge?.()) return true;
      return false;
    },
    wantsWholeFeed: () => probes.some((probe) => probe.wantsWholeFeed?.() ?? false),
    async wantsEveryTick() {
      for (const probe of probes) if (await probe.wantsEveryTick?.()) return true;
      return false;
    },
  };
}
