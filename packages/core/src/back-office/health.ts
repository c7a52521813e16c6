export const HEALTH_LIMITS = {
  /** A strategy without a tick for this long while the market is open receives nothing. */
  feedAgeS: 10,
  queueAgeS: 60,
  orderP99Ms: 2_000,
  failedLoginsPerHour: 50,
  schedulerAgeS: 30,
} as const;

export interface HealthFigures {
  readonly isMarketOpen: boolean;
  /** `null` if the feed has never sent anything. */
  readonly feedAgesS: readonly (number | null)[];
  readonly oldestJobS: number | null;
  readonly orderP99Ms: number | null;
  readonly unknownOrders: number;
  readonly stuckOrders: number;
  readonly failedLogins: number;
  readonly schedulerAgeS: number | null;
  readonly bucketsWithoutWorker: number;
  readonly bucketsCovered: number;
}

export type HealthFault =
  | "feed"
  | "queue"
  | "latency"
  | "unknown"
  | "stuck"
  | "logins"
  | "scheduler"
  | "buckets"
  | "covering";

export function healthFaultsOf(figures: HealthFigures): readonly HealthFault[] {
  const isSilent = figures.feedAgesS.some((age) => age === null || age > HEALTH_LIMITS.feedAgeS);
  const checks: readonly (readonly [HealthFault, boolean])[] = [
    ["feed", figures.isMarketOpen && isSilent],
    ["queue", (figures.oldestJobS ?? 0) > HEALTH_LIMITS.queueAgeS],
    ["latency", (figures.orderP99Ms ?? 0) > HEALTH_LIMITS.orderP99Ms],
    ["unknown", figures.unknownOrders > 0],
    ["stuck", figures.stuckOrders > 0],
    ["logins", figures.failedLogins > HEALTH_LIMITS.failedLoginsPerHour],
    ["scheduler", (figures.schedulerAgeS ?? 0) > HEALTH_LIMITS.schedulerAgeS],
    ["buckets", figures.bucketsWithoutWorker > 0],
    ["covering", figures.bucketsCovered > 0],
  ];
  return checks.flatMap(([fault, isThere]) => (isThere ? [fault] : []));
}
