import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { RecordingCheck } from "@vriddhi/core/strategy/day-ticks";
import type { Drift, EntryFill } from "@vriddhi/core/strategy/drift";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { DeskPlace } from "./strategy-engine.store.ts";

export interface DriftReport extends Drift, RecordingCheck {
  readonly desk: StrategyFeed;
  readonly tradingDay: IstDate;
  readonly fills: number;
  readonly slippageBasisPoints: number | null;
  readonly minutesReceived: number;
  readonly minutesMissed: number;
  readonly ticks: number;
  readonly sentence: string;
  readonly madeAt: EpochMs;
}

export interface DriftStore {
  unclosed(until: IstDate): Promise<readonly { readonly desk: StrategyFeed; readonly day: IstDate }[]>;
  fillsOf(desk: StrategyFeed, day: IstDate): Promise<readonly EntryFill[]>;
  close(place: DeskPlace, report: DriftReport): Promise<void>;
  forget(before: IstDate): Promise<void>;
  latest(count: number): Promise<readonly DriftReport[]>;
  /** Reports of the strategies for which the user had a run on the day. */
  latestOf(userId: string, count: number): Promise<readonly DriftReport[]>;
}
