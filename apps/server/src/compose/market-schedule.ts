import type { EpochMs } from "@vriddhi/core/time/clock";

/** Work that falls due on the market clock. */
export interface MarketWork {
  /** The instants in (from, to] at which something falls due, in order. */
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  /** Does whatever is due at the market clock's instant; doing it again does nothing. */
  runDue(): Promise<void>;
  /** The clock leaps from `from` to `to` without a stop: what has to be said of its own day is said now. Left out: nothing. */
  passOver?(from: EpochMs, to: EpochMs): Promise<void>;
  /** The market begins anew: what was remembered of its days is gone. Left out: nothing is remembered. */
  forget?(): void;
}

/** Who works on what the market tells: ticks, signals, answers of brokers. */
export interface MarketProbe {
  /** Resolves as soon as everything that was heard until now has been worked on and its effects are stored or handed on. */
  idle(): Promise<void>;
  /**
   * True while something of ours is on its way (ready, sending, unknown, an entry that works) or a person is being asked.
   * The market then runs no faster than people's time. Left out: never.
   */
  isUnderWay?(): boolean | Promise<boolean>;
  /** True while every trade of the market matters: a jump of the clock then plays all of them. Left out: never. */
  wantsEveryTick?(): boolean | Promise<boolean>;
  /** True while prices may make something happen here: a jump then goes in small steps. Left out: never. */
  isExposed?(): boolean;
}

/** Who has work on the market clock. The sandbox asks them when somebody moves the clock. */
export interface MarketSchedule {
  add(work: MarketWork): void;
  /** Register in the order in which work is handed on: feed, engine, fan-out, orders. */
  watch(probe: MarketProbe): void;
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  runDue(): Promise<void>;
  passOver(from: EpochMs, to: EpochMs): Promise<void>;
  forget(): void;
  /** Resolves when everybody who watches the market has come to rest. */
  idle(): Promise<void>;
  isUnderWay(): Promise<boolean>;
  wantsEveryTick(): Promise<boolean>;
  isExposed(): boolean;
}

/** What the last one hands back to the first is worked on in the second round; where nothing is open, nothing is handed back. */
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
    isExposed,
    async wantsEveryTick() {
      for (const probe of probes) if (await probe.wantsEveryTick?.()) return true;
      return false;
    },
  };
}
