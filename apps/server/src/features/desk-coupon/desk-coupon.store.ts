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
  /** False: there is one with this code. */
  add(tx: Tx, coupon: Coupon): Promise<boolean>;
  /** When it would have ended; undefined: there is none. */
  end(tx: Tx, code: string, at: EpochMs): Promise<EpochMs | null | undefined>;
}
