import { DAY_MS } from "@vriddhi/core/time/clock";

/** What became of the latest texts to one block of numbers. */
export interface Conversion {
  readonly texts: number;
  readonly verified: number;
}

/** Fewer texts say nothing about a block. */
export const CONVERSION_SAMPLE = 50;
/** So long a block that was pumped stays suspect. */
export const CONVERSION_WINDOW_MS = DAY_MS;
const VERIFIED_MIN_PERCENT = 30;

/** Whoever earns on texts has them sent and never types a code. */
export const isPumped = ({ texts, verified }: Conversion): boolean =>
  texts >= CONVERSION_SAMPLE && verified * 100 < texts * VERIFIED_MIN_PERCENT;
