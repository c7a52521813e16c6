import type { EpochMs } from "@vriddhi/core/time/clock";

/** Work that falls due on the market clock. */
export interface MarketWork {
  /** The instants in (from, to] at which something falls due, in order. */
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  /** Does whatever is due at the market clock's instant; doing it again does nothing. */
  runDue(): Promise<void>;
}

/** Who has work on the market clock. The sandbox asks them when somebody moves the clock. */
export interface MarketSchedule {
  add(work: MarketWork): void;
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  runDue(): Promise<void>;
}

export function createMarketSchedule(): MarketSchedule {
  const parts: MarketWork[] = [];
  return {
    add: (work) => void parts.push(work),
    stopsBetween(from, to) {
      const stops = new Set(parts.flatMap((part) => part.stopsBetween(from, to)));
      return [...stops].sort((a, b) => a - b);
    },
    async runDue() {
      for (const part of parts) await part.runDue();
    },
  };
}
