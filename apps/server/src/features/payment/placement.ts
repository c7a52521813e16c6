import type { MovedPurchase } from "@vriddhi/core/billing/purchase-preview";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Where a plan lies in the buyer's time. */
export interface Placement {
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  readonly isRunning: boolean;
  /** Where everything that is paid for ends. */
  readonly coveredUntil: EpochMs;
  /** Earlier purchases that this one gives other dates. */
  readonly moved: readonly MovedPurchase[];
}
