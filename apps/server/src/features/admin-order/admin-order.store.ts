import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { OperatorOrder } from "@vriddhi/core/back-office/operator-order";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { OrderReason, OrderStatus } from "@vriddhi/core/order/order-state";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface OperatorRow extends OperatorOrder {
  readonly n: number;
  readonly day: IstDate;
  readonly symbol: string;
  readonly totalQuantity: number;
  /** Human clock. */
  readonly madeAt: EpochMs;
}

export interface NewShare {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly quantity: number;
  readonly capital: Paise;
}

export interface NewPlacement {
  readonly id: string;
  readonly byUserId: string;
  readonly source: "desk" | "schedule";
  readonly placedAt: EpochMs;
  readonly rows: readonly { readonly row: OperatorRow; readonly shares: readonly NewShare[] }[];
}

export interface OpenShare extends NewShare {
  /** Market clock; `null` without a link or a login. */
  readonly sessionUntil: EpochMs | null;
  readonly entriesMax: number | null;
  readonly funds: Paise | null;
  readonly band: Paise | null;
  readonly neverTrade: readonly string[];
  /** The account's position that is not ours, by broker symbol. */
  readonly foreign: Readonly<Record<string, number>>;
}

export interface ShareState extends Pick<NewShare, "userId" | "broker" | "quantity"> {
  readonly n: number;
  readonly symbol: string;
  readonly name: string;
  readonly skip: SkipReason | null;
  readonly order: {
    readonly tag: string;
    readonly status: OrderStatus;
    readonly filled: number;
    readonly reason: OrderReason | null;
    readonly brokerMessage: string | null;
    readonly hasReachedBroker: boolean;
    /** The broker's order book showed it: an accepted order may still be refused. */
    readonly isSeen: boolean;
  } | null;
}

export interface StoredPlacement {
  readonly id: string;
  readonly byUserId: string;
  readonly byName: string | null;
  readonly source: "desk" | "schedule";
  readonly placedAt: EpochMs;
  readonly rows: readonly OperatorRow[];
}

export interface AdminOrderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  add(tx: Tx, placement: NewPlacement): Promise<void>;
  listOn(day: IstDate): Promise<readonly OperatorRow[]>;
  /** Shares of a row with neither an order nor a skip reason. */
  listOpen(row: OperatorRow, marketNow: EpochMs): Promise<readonly OpenShare[]>;
  statesOf(placementId: string): Promise<readonly ShareState[]>;
  find(placementId: string): Promise<StoredPlacement | null>;
  listNewest(limit: number): Promise<readonly StoredPlacement[]>;
  findShare(symbol: string): Promise<{ readonly isin: string; readonly tick: Paise } | null>;
}
