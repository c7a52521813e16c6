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
  /** No entry of this account leaves now: the operator or the person stopped them. */
  readonly isBlocked: boolean;
}

export interface ShortlistStore {
  /** Where this person's strategy runs now, in the order in which brokers are tried. */
  runningAt(userId: string, day: IstDate): Promise<readonly RunningAccount[]>;
  /** Of the desk that a broker follows, the best first. */
  shownAt(broker: TradingBroker, day: IstDate, count: number): Promise<readonly ShownStock[]>;
  /** What that desk has on record of the day. */
  deskFacts(broker: TradingBroker, day: IstDate): Promise<Pick<StrategyFacts, "isListed" | "silence" | "hasSignal">>;
}
