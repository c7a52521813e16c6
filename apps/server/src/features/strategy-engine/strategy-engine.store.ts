import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { Side } from "@vriddhi/core/order/order";
import type { Silence } from "@vriddhi/core/strategy/strategy-state";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { LeftOut, StoredBar, StoredFacts, StoredQuote } from "../../platform/db/schema/market-record.ts";
import type { SignalRecordRow } from "../../platform/db/schema/signal.ts";

/** A write of a process that is no longer the leader: nothing of it was stored. */
export class LeadLost extends Error {
  constructor() {
    super("another process leads the desks");
  }
}

export interface StoredMinute {
  readonly minute: number;
  readonly isWhole: boolean;
  readonly bars: readonly StoredBar[];
}

export interface StoredPick {
  readonly isin: string;
  readonly symbol: string;
  readonly score: number;
  readonly reason: string;
}

export interface NewSignal {
  readonly seq: number;
  readonly isin: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: number;
  readonly stop: number;
  readonly target: number;
  readonly medianTurnover: number;
  readonly madeAt: EpochMs;
  readonly validUntil: EpochMs;
  readonly marketAt: EpochMs;
  readonly sentence: string;
  readonly record: SignalRecordRow;
}

export interface DeskRecord {
  readonly facts: readonly StoredFacts[];
  readonly quotes: readonly StoredQuote[] | null;
  readonly leftOut: readonly LeftOut[];
  readonly minutes: readonly StoredMinute[];
  readonly signals: readonly { readonly seq: number; readonly isin: string; readonly side: Side }[];
}

export interface DeskPlace {
  readonly epoch: number;
  readonly desk: StrategyFeed;
  readonly day: IstDate;
}

/** Every write carries the leader's epoch and throws `LeadLost` if it is outdated. */
export interface SignalDeskStore {
  /** `null` before the strategy's day begins. */
  load(desk: StrategyFeed, day: IstDate): Promise<DeskRecord | null>;
  begin(place: DeskPlace, facts: readonly StoredFacts[], leftOut: readonly LeftOut[]): Promise<void>;
  list(
    place: DeskPlace,
    list: {
      readonly quotes: readonly StoredQuote[];
      readonly picks: readonly StoredPick[];
      readonly leftOut: readonly LeftOut[];
      /** Why the list is empty; `null` for a list with shares. */
      readonly silence: Silence | null;
      /** Human clock. */
      readonly at: EpochMs;
    },
  ): Promise<void>;
  /** A minute and its decisions, atomically. */
  write(
    place: DeskPlace,
    minute: StoredMinute | null,
    signals: readonly NewSignal[],
    silence: Silence | null,
  ): Promise<void>;
  isAnybodyRunning(): Promise<boolean>;
}
