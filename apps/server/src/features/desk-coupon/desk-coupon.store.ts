import type { Coupon } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface CouponCount extends Coupon {
  readonly used: number;
}

export interface DeskCouponStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  list(): Promise<readonly CouponCount[]>;
  exists(code: string): Promise<boolean>;
  add(tx: Tx, coupon: Coupon): Promise<boolean>;
  /** Returns the previous end; `undefined` for an unknown code. */
  end(tx: Tx, code: string, at: EpochMs): Promise<EpochMs | null | undefined>;
}
