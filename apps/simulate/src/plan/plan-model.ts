import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstMinute } from "@vriddhi/core/time/ist";
import type { CallFault } from "./fault-plan.ts";

export interface PlannedAccount {
  readonly client: string;
  readonly broker: BrokerName;
  readonly cash: Paise;
  readonly hasSocket: boolean;
}

export interface PlannedSignal {
  readonly id: string;
  /** Milliseconds since the start of the day, human clock. */
  readonly atMs: number;
  readonly share: number;
  readonly side: Side;
  readonly stopBasisPoints: number;
  readonly targetBasisPoints: number | null;
  readonly validMs: number;
}

/** A fault at an instant, whatever the accounts do then; a `CallFault` affects one call of one account. */
export type InjectedFault =
  | { readonly kind: "kill"; readonly atMs: number; readonly worker: number }
  | { readonly kind: "pause"; readonly atMs: number; readonly worker: number; readonly durationMs: number }
  /** The worker's whole host: nothing kills or restarts its process. */
  | { readonly kind: "host-lost"; readonly atMs: number; readonly worker: number }
  | { readonly kind: "host-paused"; readonly atMs: number; readonly worker: number; readonly durationMs: number }
  | { readonly kind: "store-down"; readonly atMs: number; readonly durationMs: number }
  | { readonly kind: "commits-lost"; readonly atMs: number; readonly durationMs: number }
  | { readonly kind: "feed-frozen"; readonly atMs: number; readonly durationMs: number }
  | { readonly kind: "bad-tick"; readonly atMs: number; readonly share: number }
  | { readonly kind: "gap"; readonly atMs: number; readonly share: number; readonly basisPoints: number }
  | { readonly kind: "pushes-shuffled"; readonly atMs: number; readonly durationMs: number }
  | { readonly kind: "odd-rows"; readonly atMs: number; readonly account: number; readonly durationMs: number }
  | { readonly kind: "slide"; readonly atMs: number; readonly share: number; readonly side: "down" | "up" }
  | { readonly kind: "halt"; readonly atMs: number; readonly share: number; readonly until: IstMinute }
  | { readonly kind: "person-sells"; readonly atMs: number; readonly account: number }
  | { readonly kind: "person-buys"; readonly atMs: number; readonly account: number; readonly share: number }
  | { readonly kind: "broker-squares-off"; readonly atMs: number; readonly account: number }
  | { readonly kind: "session-ends"; readonly atMs: number; readonly account: number }
  | { readonly kind: "kill-switch"; readonly atMs: number; readonly account: number | null; readonly closes: boolean };

/** A broker with a low order limit on that day. */
export interface NarrowBudget {
  readonly broker: BrokerName;
  readonly ordersPerMinute: number;
}

export interface DayPlan {
  readonly seed: number;
  readonly begins: EpochMs;
  readonly speed: number;
  /** Human milliseconds from the start to the last action. */
  readonly lengthMs: number;
  readonly skewsMs: readonly number[];
  readonly accounts: readonly PlannedAccount[];
  readonly signals: readonly PlannedSignal[];
  readonly callFaults: readonly CallFault[];
  readonly injectedFaults: readonly InjectedFault[];
  /** `null` for the published limits of every broker. */
  readonly narrowBudget: NarrowBudget | null;
}
