import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface TickBlock {
  readonly day: IstDate;
  /** Counted from 1 per leader and day. */
  readonly seq: number;
  readonly ticks: number;
  readonly data: Uint8Array;
}

export interface StoredBlock {
  readonly epoch: number;
  readonly seq: number;
  /** A share's number is its place in this list. */
  readonly isins: readonly string[];
  readonly data: Uint8Array;
}

export interface TickStore {
  /** Stores all or none; throws `LeadLost` when another process leads. */
  append(
    place: { readonly epoch: number; readonly desk: StrategyFeed },
    isins: readonly string[],
    blocks: readonly TickBlock[],
  ): Promise<void>;
  next(
    desk: StrategyFeed,
    day: IstDate,
    after: Pick<StoredBlock, "epoch" | "seq"> | null,
    count: number,
  ): Promise<readonly StoredBlock[]>;
  forget(before: IstDate): Promise<void>;
}
