import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import type { SimAccount } from "../day/sim-account.ts";
import type { DayPlan } from "../plan/plan-model.ts";
import type { DayClock } from "../time/day-clock.ts";
import type { KnownCall } from "../worker/fault-director.ts";
import type { Said } from "../worker/price-board.ts";
import type { Hindrances } from "./hindrances.ts";
import type { OpenQuestions } from "./open-questions.ts";
import type { TruePositions } from "./positions.ts";
import type { Invariant } from "./violation.ts";

/** What a rule may look at: all that is true, and nothing that the product only believes. */
export interface RuleDeps {
  readonly plan: DayPlan;
  readonly clock: DayClock;
  readonly tables: MemoryTables;
  readonly accounts: readonly SimAccount[];
  readonly exchange: Exchange;
  /** What feeds last said of a share, without the prints that never were. */
  said(isin: string): Said | null;
  readonly positions: TruePositions;
  readonly hindrances: Hindrances;
  readonly questions: OpenQuestions;
  /** Of which positions somebody was told, and had to be. */
  readonly told: { isTold(positionId: string): boolean };
  accuse(
    invariant: Invariant,
    who: { readonly account?: string | null; readonly tag?: string | null },
    detail: string,
  ): void;
}

/** One thing that must never be seen, judged by itself. What it leaves out it does not listen to. */
export interface Rule {
  /** The exchange did something with an order; the position has taken it already. */
  hear?(event: OrderEvent): void;
  /** A signal's row is there for every process. */
  signalled?(signalId: string): void;
  /** Somebody set a block, for one account or, with null, for everybody. */
  blocked?(account: string | null, closes: boolean): void;
  /** A second has passed. */
  beat?(): void;
  /** The first byte of a call leaves. */
  left?(call: KnownCall): void;
  /** The product wrote something down. */
  written?(event: LedgerEvent): void;
}
