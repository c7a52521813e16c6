import type { Desk } from "@vriddhi/core/broker/desk";
import type { RecordingCheck } from "@vriddhi/core/strategy/day-ticks";
import type { Drift, EntryFill } from "@vriddhi/core/strategy/drift";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { DeskPlace } from "./strategy-engine.store.ts";

export interface DriftReport extends Drift, RecordingCheck {
  readonly desk: Desk;
  readonly tradingDay: IstDate;
  readonly fills: number;
  readonly slippageBasisPoints: number | null;
  readonly minutesHeard: number;
  readonly minutesMissed: number;
  /** So many were recorded. */
  readonly ticks: number;
  readonly sentence: string;
  readonly madeAt: EpochMs;
}

export interface DriftStore {
  /** Days that began and were not closed, until that one. */
  unclosed(until: IstDate): Promise<readonly { readonly desk: Desk; readonly day: IstDate }[]>;
  /** Entries of the desk's signals of a day that were filled. */
  fillsOf(desk: Desk, day: IstDate): Promise<readonly EntryFill[]>;
  /** The report, and that the day is closed. */
  close(place: DeskPlace, report: DriftReport): Promise<void>;
  /** What is older than the days that are kept is gone: the record, and what only served it. */
  forget(before: IstDate): Promise<void>;
  /** The newest first. */
  latest(count: number): Promise<readonly DriftReport[]>;
  /** Of the desks for which this person's strategy ran on the day. */
  latestOf(userId: string, count: number): Promise<readonly DriftReport[]>;
}
