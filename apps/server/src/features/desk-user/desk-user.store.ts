import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { OrderLeg, OrderStatus } from "@vriddhi/core/order/order-state";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface DeskPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: string;
  readonly createdAt: EpochMs;
  readonly hasSecondFactor: boolean;
  readonly lastLoginAt: EpochMs | null;
  readonly suspension: { readonly since: EpochMs; readonly reason: string; readonly by: string | null } | null;
  readonly capital: { readonly amount: Paise; readonly isActive: boolean } | null;
}

export interface DeskPeriod {
  readonly plan: string;
  readonly band: Paise;
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  readonly isPaid: boolean;
}

export interface DeskLinkRow {
  readonly broker: TradingBroker;
  readonly clientId: string;
  readonly sessionUntil: EpochMs | null;
  readonly lastError: string | null;
}

export interface DeskRun {
  readonly id: string;
  readonly tradingDay: string;
  readonly broker: string;
  readonly capital: Paise;
  readonly approvalMode: "auto" | "manual";
  readonly isBackground: boolean;
  readonly startedAt: EpochMs;
  readonly stoppedAt: EpochMs | null;
  readonly stopCause: string | null;
}

export interface DeskOrder {
  readonly tag: string;
  readonly tradingDay: string;
  readonly plannedAt: EpochMs;
  readonly filledAt: EpochMs | null;
  readonly accountId: string;
  readonly userId: string;
  readonly username: string | null;
  readonly broker: TradingBroker;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly leg: OrderLeg;
  readonly cause: string;
  readonly quantity: number;
  readonly filled: number;
  readonly averagePrice: number;
  readonly status: OrderStatus;
  readonly reason: string | null;
}

export interface DeskSignal {
  readonly id: string;
  readonly desk: string;
  readonly tradingDay: string;
  readonly seq: number;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly pricePaise: number;
  readonly madeAt: EpochMs;
  readonly accounts: number;
  readonly filled: number;
}

export interface OrderFilter {
  readonly userId?: string | undefined;
  readonly signalId?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly limit: number;
}

/** A paid purchase, locked until the transaction ends. */
export interface HeldPurchase {
  readonly orderId: string;
  readonly paymentId: string;
  readonly paid: Paise;
  readonly refunded: Paise;
  readonly isPlan: boolean;
}

export interface DeskUserStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  find(userId: string): Promise<DeskPerson | null>;
  periodsOf(userId: string): Promise<readonly DeskPeriod[]>;
  linksOf(userId: string): Promise<readonly DeskLinkRow[]>;
  runsOf(userId: string): Promise<readonly DeskRun[]>;
  listOrders(filter: OrderFilter): Promise<readonly DeskOrder[]>;
  listSignals(limit: number): Promise<readonly DeskSignal[]>;
  ownerOf(tag: string): Promise<{ readonly userId: string; readonly username: string | null } | null>;
  isSuspended(userId: string): Promise<boolean>;
  suspend(tx: Tx, userId: string, suspension: { at: EpochMs; reason: string; by: string }): Promise<boolean>;
  restore(tx: Tx, userId: string): Promise<boolean>;
  holdPurchase(tx: Tx, userId: string, orderId: string): Promise<HeldPurchase | null>;
}
