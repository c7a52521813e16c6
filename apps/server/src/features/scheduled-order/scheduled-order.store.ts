import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export type ScheduledState = "pending" | "placed" | "missed" | "cancelled" | "cleared";

export interface ScheduledOrder {
  readonly id: string;
  readonly byUserId: string;
  readonly isin: string;
  readonly symbol: string;
  readonly side: Side;
  readonly totalQuantity: number;
  readonly limit: Paise | null;
  /** Market clock. */
  readonly dueAt: EpochMs;
  readonly day: IstDate;
  readonly state: ScheduledState;
  /** Human clock; `null` while it waits. */
  readonly endedAt: EpochMs | null;
}

export interface ScheduledEnd {
  readonly state: Exclude<ScheduledState, "pending">;
  readonly at: EpochMs;
  readonly placementId?: string;
  readonly note?: string;
}

export interface ScheduledOrderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  add(tx: Tx, order: Omit<ScheduledOrder, "state" | "endedAt">, createdAt: EpochMs): Promise<void>;
  /** Ends a waiting order, exactly once; `false` when it does not wait. */
  end(tx: Tx, id: string, end: ScheduledEnd): Promise<boolean>;
  setPlacement(tx: Tx, id: string, placementId: string): Promise<void>;
  find(id: string): Promise<ScheduledOrder | null>;
  listPending(): Promise<readonly ScheduledOrder[]>;
  listShown(day: IstDate, placedSince: EpochMs): Promise<readonly ScheduledOrder[]>;
}
