import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface DayRun {
  readonly broker: TradingBroker;
  readonly accountId: AccountId;
  readonly startedAt: EpochMs;
  readonly stoppedAt: EpochMs | null;
  readonly capital: Paise;
  readonly approvalMode: "auto" | "manual";
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

export interface TradingDayStore {
  /** The newest run of each broker on the day. */
  listRuns(userId: string, day: IstDate): Promise<readonly DayRun[]>;
  /** What the desk said while the run stood. */
  listSignals(desk: string, day: IstDate, run: DayRun): Promise<readonly DaySignal[]>;
  listPast(userId: string, from: IstDate | null, most: number): Promise<readonly PastDay[]>;
}
