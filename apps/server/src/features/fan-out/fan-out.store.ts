import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { EntrySignal } from "@vriddhi/core/allocation/fan-out";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

/** A signal as the desk stored it. */
export interface StoredSignal extends EntrySignal {
  readonly desk: string;
  readonly day: IstDate;
  readonly symbol: string;
  /** Human clock. */
  readonly madeAt: EpochMs;
}

/** One run of an account, with everything of its person and link that a plan asks for. */
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
  /** Null: no link, or nobody is logged in. Market clock. */
  readonly sessionUntil: EpochMs | null;
  readonly entriesMax: number | null;
  /** What the broker said this morning; null: it said nothing. */
  readonly funds: Paise | null;
  /** Of the period that runs; null: there is none. */
  readonly band: Paise | null;
  /** Symbols that its owner wants to be passed over. */
  readonly neverTrade: readonly string[];
  /** The owner's own daily limit; null: the rule alone. */
  readonly lossLimit: Paise | null;
}

export interface ForeignPosition {
  readonly accountId: AccountId;
  /** As the account's broker names the share. */
  readonly brokerSymbol: string;
  readonly quantity: number;
}

export interface FanOutStore {
  listSignals(day: IstDate): Promise<readonly StoredSignal[]>;
  /** All runs of the day at these brokers, in one statement. */
  readActiveAccounts(
    brokers: readonly TradingBroker[],
    day: IstDate,
    marketNow: EpochMs,
  ): Promise<readonly ActiveAccountRow[]>;
  /** Accounts that ran when the signal was made and have neither an order nor a reason. */
  listMissing(signal: StoredSignal, brokers: readonly TradingBroker[]): Promise<readonly AccountId[]>;
  /** What accounts hold that is not ours under these names, as far as it was read today. */
  listForeign(brokerSymbols: readonly string[], day: IstDate): Promise<readonly ForeignPosition[]>;
  putForeign(positions: readonly ForeignPosition[], day: IstDate): Promise<void>;
  /** One event for each person's open pages. */
  tellPages(userIds: readonly string[], at: EpochMs): Promise<void>;
}
