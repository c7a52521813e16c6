import type { EpochMs } from "@vriddhi/core/time/clock";

export interface DeskHealth {
  readonly feeds: readonly { readonly desk: string; readonly lastTickAt: EpochMs | null }[];
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly oldestS: number }[];
  readonly orders: {
    readonly tradingDay: string | null;
    readonly sent: number;
    readonly p50Ms: number | null;
    readonly p99Ms: number | null;
    readonly unknown: number;
    readonly stuck: number;
  };
  readonly failedLogins: number;
  readonly mornings: {
    readonly tradingDay: string | null;
    readonly ready: number;
    readonly reasons: readonly { readonly reason: string; readonly accounts: number }[];
  };
  readonly schedulerBeatAt: EpochMs | null;
  readonly bucketsWithoutWorker: number;
  readonly bucketsCovered: number;
}

export interface DeskHealthStore {
  read(now: EpochMs): Promise<DeskHealth>;
}
