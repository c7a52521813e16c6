import type { Brand } from "../shared/brand.ts";

export type EpochMs = Brand<number, "EpochMs">;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const epochMs = (value: number): EpochMs => value as EpochMs;
export const later = (instant: EpochMs, durationMs: number): EpochMs => epochMs(instant + durationMs);

declare const kind: unique symbol;

/** Real time for people: sessions, codes, approvals, timeouts. It never runs at another speed. */
export interface HumanClock {
  readonly [kind]?: "human";
  now(): EpochMs;
}

/** The exchange's time: sessions, schedule, subscriptions. The sandbox may simulate it. */
export interface MarketClock {
  readonly [kind]?: "market";
  now(): EpochMs;
  /** Market seconds per real second; 1 if left out. */
  speed?(): number;
}
