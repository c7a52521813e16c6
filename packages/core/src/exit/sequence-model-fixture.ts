import type { Random } from "../shared/random.ts";
import type { ExitPosition, ExitSettings } from "./exit-model.ts";
import type { planExit } from "./plan-exit.ts";

export interface SequenceOptions {
  readonly plan: typeof planExit;
  readonly settings: ExitSettings;
  readonly random: Random;
  readonly direction: ExitPosition["direction"];
  /** False: every request and read succeeds at once, and the price stays inside the band. */
  readonly isFaulty: boolean;
}

export interface SequenceResult {
  readonly violations: readonly string[];
  readonly bought: number;
  readonly exited: number;
  readonly end: "flat" | "handed_over" | "open";
  readonly isAlerted: boolean;
  readonly quantityRisesMax: number;
  /** The longest time with less covered than open. */
  readonly uncoveredSecondsMax: number;
  /** How long a position stayed open after closing began. */
  readonly openAfterClosingSeconds: number;
}
