import type { MovedPurchase } from "@vriddhi/core/billing/purchase-preview";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface PeriodPlacement {
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  readonly isRunning: boolean;
  /** The end of the paid time. */
  readonly coveredUntil: EpochMs;
  /** Earlier purchases whose dates change. */
  readonly moved: readonly MovedPurchase[];
}
