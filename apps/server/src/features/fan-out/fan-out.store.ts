import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { EntrySignal } from "@vriddhi/core/allocation/fan-out";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface StoredSignal extends EntrySignal {
  readonly desk: string;
  readonly day: IstDate;
  readonly symbol: string;
  /** Human clock. */
  readonly madeAt: EpochMs;
}

export interface ActiveAccountRow {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly broker: TradingBroker;
  readonly capital: Paise;
  readonly approvalMode: ApprovalMode;
  readonly isDayApproved: boolean;
  /** Human clock, both. */
  readonly startedAt: EpochMs;
  readonly stoppedAt: EpochMs | null;
  /** Market clock; `null` without a link or a login. */
  readonly sessionUntil: EpochMs | null;
  readonly entriesMax: number | null;
  /** Funds that the broker reported this morning; `null` when unread. */
  readonly funds: Paise | null;
  /** Capital limit of the current plan; `null` without a plan. */
  readonly band: Paise | null;
  readonly neverTrade: readonly string[];
  /** The user's own daily loss limit; `null` leaves only the product's rule. */
  readonly lossLimit: Paise | null;
}

export interface ForeignPosition {
  readonly accountId: AccountId;
  readonly brokerSymbol: string;
  readonly quantity: number;
}

export interface FanOutStore {
  listSignals(day: IstDate): Promise<readonly StoredSignal[]>;
  readActiveAccounts(
    brokers: readonly TradingBroker[],
    day: IstDate,
    marketNow: EpochMs,
  ): Promise<readonly ActiveAccountRow[]>;
  /** Accounts that ran when the signal was made and have neither an order nor a skip reason. */
  listMissing(signal: StoredSignal, brokers: readonly TradingBroker[]): Promise<readonly AccountId[]>;
  /** Positions under these symbols that are not ours, as far as they were read today. */
  listForeign(brokerSymbols: readonly string[], day: IstDate): Promise<readonly ForeignPosition[]>;
  putForeign(positions: readonly ForeignPosition[], day: IstDate): Promise<void>;
  notifyPages(userIds: readonly string[], at: EpochMs): Promise<void>;
}
