import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { TradingHours } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { Publish } from "../../platform/events/publish.ts";
import type { RunStore } from "./run.store.ts";

/** A linked account, as a start sees it. */
export interface RunLink {
  readonly id: string;
  readonly broker: TradingBroker;
  /** Null: no login has proved it yet. */
  readonly accountId: AccountId | null;
  readonly isConnected: boolean;
  /** Its owner disconnected it. */
  readonly isLeft: boolean;
  /** The broker form's own switch for automatic approval; null: this broker's form has none. */
  readonly autoSwitch: boolean | null;
}

export type RunBlockCause = "run_stopped" | "kill_switch" | "page_absent";

/** What holds the entries of accounts back, written in the caller's transaction. All but an absent page also closes what is open. */
export interface RunBlocks {
  set(tx: Tx, accounts: readonly AccountId[], cause: RunBlockCause): Promise<void>;
  lift(tx: Tx, accounts: readonly AccountId[], cause: RunBlockCause): Promise<void>;
}

/** A run that started by itself waits for its owner's approval of the day. */
export interface RunNotice {
  readonly userId: string;
  readonly kind: "day_approval";
  /** One notice of a key is enough. */
  readonly key: string;
  readonly data: { readonly broker: BrokerName };
}

/** What runs need of the rest of the product. */
export interface RunDeps {
  readonly store: RunStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly hours: TradingHours;
  readonly blocks: RunBlocks;
  readonly publish: Publish;
  linksOf(userId: string): Promise<readonly RunLink[]>;
  /** Every account that the person ever had, linked or not. */
  accountsOf(userId: string): Promise<readonly { readonly accountId: AccountId; readonly broker: TradingBroker }[]>;
  /** The same accounts, read in the caller's transaction. */
  accountsIn(tx: Tx, userId: string): Promise<readonly AccountId[]>;
  /** Something is held in the account, or an order of it could still trade. */
  isOpen(account: AccountId): Promise<boolean>;
  /** Of the plan that runs now; null: there is none. */
  bandOf(userId: string): Promise<Paise | null>;
  /** Tells a person something, in the caller's transaction. */
  notify(tx: Tx, notice: RunNotice): Promise<void>;
  /** A person started a run; told after it is stored. */
  onStarted(): Promise<void>;
}

/** When a person can start again; no day: the exchange's list of trading days ends before. */
export type NextStart = { readonly isToday: true } | { readonly isToday: false; readonly day: IstDate | null };
