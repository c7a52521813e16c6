import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

/** A signal's outcome over all accounts. Human clock. */
export interface SignalSummary {
  readonly accounts: number;
  readonly orders: number;
  readonly skipped: number;
  readonly withoutOutcome: number;
  readonly firstSentAt: EpochMs | null;
  readonly lastSentAt: EpochMs | null;
  readonly filledAccounts: number;
  readonly filledQuantity: number;
  /** Prices are in paise. */
  readonly bestPrice: number | null;
  readonly worstPrice: number | null;
  /** Weighted by quantity. */
  readonly meanPrice: number | null;
  /** Standard deviation of the fills from `meanPrice`, weighted by quantity. */
  readonly priceDeviation: number | null;
  readonly reasons: readonly { readonly reason: string; readonly accounts: number }[];
}

export interface ReportedSignal {
  readonly id: string;
  readonly strategy: string;
  readonly day: string;
  readonly symbol: string;
  readonly side: Side;
  readonly pricePaise: number;
  readonly madeAt: EpochMs;
  readonly validUntil: EpochMs;
  readonly sentence: string;
}

export interface AccountOutcome {
  readonly accountId: string;
  readonly broker: TradingBroker;
  readonly outcome: "order" | "skipped" | "none";
  readonly reason: string | null;
  readonly status: string | null;
  readonly quantity: number | null;
  readonly filled: number | null;
  readonly averagePrice: number | null;
  /** When the request left, from the trace; `null` when it did not or the trace is deleted. */
  readonly sentAt: EpochMs | null;
}

export interface SignalReportStore {
  find(id: string): Promise<ReportedSignal | null>;
  listOutcomes(signal: ReportedSignal, brokers: readonly TradingBroker[]): Promise<readonly AccountOutcome[]>;
  listUnsummarised(until: IstDate): Promise<readonly ReportedSignal[]>;
  /** Skips accounts that ran at the signal and have neither an order nor a skip reason; returns their number. */
  skipMissing(signal: ReportedSignal, brokers: readonly TradingBroker[], at: EpochMs): Promise<number>;
  keepSummary(id: string, summary: SignalSummary, at: EpochMs): Promise<void>;
  findSummary(id: string): Promise<SignalSummary | null>;
}
