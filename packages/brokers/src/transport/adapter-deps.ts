import type { Random } from "@vriddhi/core/shared/random";
import type { Timeouts } from "./connections.ts";
import type { Timers } from "./timers.ts";

/** What every adapter is built from, beside its broker's addresses. */
export interface AdapterDeps {
  /** Spreads reconnections. */
  readonly random: Random;
  readonly timers: Timers;
  /** Called before each HTTP call; throws when this is no moment to send. */
  readonly guard?: () => void;
  readonly timeouts?: Partial<Timeouts>;
}
