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

export interface RunLink {
  readonly id: string;
  readonly broker: TradingBroker;
  /** `null` until a login proves the account. */
  readonly accountId: AccountId | null;
  readonly isConnected: boolean;
  readonly isDisconnected: boolean;
  /** The broker form's switch for automatic approval; `null` when the form has none. */
  readonly autoSwitch: boolean | null;
}

export type RunBlockCause = "run_stopped" | "kill_switch" | "page_absent";

/** Blocks entries of accounts in the caller's transaction. Only an absent page leaves positions open. */
export interface RunBlocks {
  set(tx: Tx, accounts: readonly AccountId[], cause: RunBlockCause): Promise<void>;
  lift(tx: Tx, accounts: readonly AccountId[], cause: RunBlockCause): Promise<void>;
}

export interface RunNotice {
  readonly userId: string;
  readonly kind: "day_approval";
  /** At most one notice per key. */
  readonly key: string;
  readonly data: { readonly broker: BrokerName };
}

export interface RunDeps {
  readonly store: RunStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly hours: TradingHours;
  readonly blocks: RunBlocks;
  readonly publish: Publish;
  linksOf(userId: string): Promise<readonly RunLink[]>;
  /** Every account that the user ever linked. */
  accountsOf(userId: string): Promise<readonly { readonly accountId: AccountId; readonly broker: TradingBroker }[]>;
  accountsIn(tx: Tx, userId: string): Promise<readonly AccountId[]>;
  /** The account holds a position, or an order could still trade. */
  isOpen(account: AccountId): Promise<boolean>;
  /** The capital limit of the current plan; `null` without a plan. */
  bandOf(userId: string): Promise<Paise | null>;
  notify(tx: Tx, notice: RunNotice): Promise<void>;
  onStarted(): Promise<void>;
}

/** When the user can start again; without a day when the exchange's holiday list ends before it. */
export type NextStart = { readonly isToday: true } | { readonly isToday: false; readonly day: IstDate | null };
