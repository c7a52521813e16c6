import type { Desk } from "@vriddhi/core/broker/desk";
import type { IstDate } from "@vriddhi/core/time/ist";

/** A stretch of what a desk heard in one lead. */
export interface HeardBlock {
  readonly day: IstDate;
  /** Counted from 1 in each lead and day. */
  readonly seq: number;
  readonly ticks: number;
  readonly data: Uint8Array;
}

export interface StoredBlock {
  readonly epoch: number;
  readonly seq: number;
  /** Shares are numbered by their place here. */
  readonly isins: readonly string[];
  readonly data: Uint8Array;
}

export interface TickStore {
  /** All of them or none; throws `LeadLost` when another leads. */
  append(
    place: { readonly epoch: number; readonly desk: Desk },
    isins: readonly string[],
    blocks: readonly HeardBlock[],
  ): Promise<void>;
  /** The next ones behind `after`, lead by lead; none: that was all. */
  next(
    desk: Desk,
    day: IstDate,
    after: Pick<StoredBlock, "epoch" | "seq"> | null,
    count: number,
  ): Promise<readonly StoredBlock[]>;
  forget(before: IstDate): Promise<void>;
}
