import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { TimeMark } from "./market-time.ts";

export interface DayRun {
  readonly broker: TradingBroker;
  readonly accountId: AccountId;
  readonly startedAt: EpochMs;
  readonly stoppedAt: EpochMs | null;
  readonly capital: Paise;
  readonly approvalMode: "auto" | "manual";
  /** Market clock; `null` without an approval, or where none is needed. */
  readonly dayApprovedAt: EpochMs | null;
}

export interface DaySignal {
  readonly id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly sentence: string;
  readonly madeAt: EpochMs;
}

export interface PastDay {
  readonly day: IstDate;
  readonly broker: TradingBroker;
  readonly gross: Paise;
  readonly charges: Paise;
  readonly net: Paise;
  readonly trades: number;
}

export interface DayBar {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface TradingDayStore {
  listRuns(userId: string, day: IstDate): Promise<readonly DayRun[]>;
  listSignals(desk: string, day: IstDate, run: DayRun): Promise<readonly DaySignal[]>;
  listMarks(desk: string, day: IstDate): Promise<readonly TimeMark[]>;
  listBars(desk: string, day: IstDate, isin: string): Promise<readonly DayBar[]>;
  lossLimitOf(userId: string): Promise<Paise | null>;
  listPast(userId: string, from: IstDate | null, most: number): Promise<readonly PastDay[]>;
}
