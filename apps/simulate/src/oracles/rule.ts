import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import type { SimAccount } from "../day/sim-account.ts";
import type { DayPlan } from "../plan/plan-model.ts";
import type { DayClock } from "../time/day-clock.ts";
import type { KnownCall } from "../worker/fault-director.ts";
import type { PublishedQuote } from "../worker/price-board.ts";
import type { Hindrances } from "./hindrances.ts";
import type { OpenQuestions } from "./open-questions.ts";
import type { TruePositions } from "./positions.ts";
import type { Invariant } from "./violation.ts";

/** Inputs of a rule: the truth, and never the product's own view. */
export interface RuleDeps {
  readonly plan: DayPlan;
  readonly clock: DayClock;
  readonly tables: MemoryTables;
  readonly accounts: readonly SimAccount[];
  readonly exchange: Exchange;
  /** The last feed prices of a share, without false prints. */
  lastQuote(isin: string): PublishedQuote | null;
  readonly positions: TruePositions;
  readonly hindrances: Hindrances;
  readonly questions: OpenQuestions;
  readonly notices: { hasAlert(positionId: string): boolean };
  accuse(
    invariant: Invariant,
    who: { readonly account?: string | null; readonly tag?: string | null },
    detail: string,
  ): void;
}

/** One invariant, checked independently. Omitted methods receive no events. */
export interface Rule {
  /** An exchange event of an order; the position includes it already. */
  observe?(event: OrderEvent): void;
  /** Every process can see a signal's row. */
  signalled?(signalId: string): void;
  /** A block was set, for one account or, with `null`, for all. */
  blocked?(account: string | null, closes: boolean): void;
  /** A second has passed. */
  beat?(): void;
  /** The first byte of a call leaves. */
  left?(call: KnownCall): void;
  written?(event: LedgerEvent): void;
}
