import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { StrategyFacts } from "@vriddhi/core/strategy/strategy-state";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface ShownStock {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly score: number;
  readonly reason: string;
  readonly lastPrice: number | null;
  readonly side: Side | null;
}

export interface RunningAccount {
  readonly broker: TradingBroker;
  /** Entries are blocked by the operator or the user. */
  readonly isBlocked: boolean;
}

export interface ShortlistStore {
  runningAt(userId: string, day: IstDate): Promise<readonly RunningAccount[]>;
  shownAt(broker: TradingBroker, day: IstDate, count: number): Promise<readonly ShownStock[]>;
  deskFacts(broker: TradingBroker, day: IstDate): Promise<Pick<StrategyFacts, "isListed" | "silence" | "hasSignal">>;
}
