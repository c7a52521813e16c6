import type { OrderTag, Pricing, Side } from "../order/order.ts";
import type { StuckReason } from "../order/order-event.ts";
import type { OrderState } from "../order/order-state.ts";
import type { PriceBand } from "../order/price-band.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** Why a position is closed before its stop. */
export type CloseReason =
  | "target"
  | "square_off"
  | "daily_stop"
  | "kill_switch"
  | "run_stopped"
  | "late_appearance"
  | "feed_silent"
  | "stop_passed"
  | "naked";

/** What others decided; the rest is seen in the facts. */
export type OrderedClose = Exclude<CloseReason, "target" | "square_off" | "stop_passed" | "naked">;

/** Ours in one share of one account, as fills with our tags say. */
export interface ExitPosition {
  readonly direction: "long" | "short";
  /** Of all our entries in it. */
  readonly entryFilled: number;
  /** What the person closed with their own hands, proved. */
  readonly closedOutside: number;
  /** The entry can fill no more. */
  readonly isEntryFinal: boolean;
  readonly stop: Paise;
  readonly target: Paise | null;
  readonly orderedClose: OrderedClose | null;
  /** Why it was last begun to be closed, and may not be any more by the price of this moment. */
  readonly begunClose: CloseReason | null;
  /** Since when less is covered by accepted exits than is open; see `trackCover`. Human clock. */
  readonly uncoveredSince: EpochMs | null;
  /** The position was read after an exit was given up or ended by somebody else, and holds what is open. */
  readonly isConfirmed: boolean;
  /** What of the open quantity the broker's position does not show; not yet proved as closed outside. */
  readonly missing: number;
  /** An alert that was given for the position itself, because no exit of it works. */
  readonly stuck: StuckReason | null;
  readonly isHandedOver: boolean;
}

export interface ExitMarket {
  readonly bid: Paise | null;
  readonly ask: Paise | null;
  readonly last: Paise | null;
  readonly band: PriceBand;
  readonly isStale: boolean;
}

/** One of our exits of the position, whatever became of it, in the order in which they were made. */
export interface ExitOrder {
  readonly tag: OrderTag;
  readonly state: OrderState;
  /** As it stands at the broker, or as it was sent. */
  readonly pricing: Pricing;
  /** The broker shows a stop as an open order: its trigger was reached. */
  readonly isTriggered: boolean;
  /** Since when it could trade at its present price. Human clock. */
  readonly workingSince: EpochMs;
  /** Modifications that were sent, refused ones included: the broker counts them too. */
  readonly modifications: number;
  /** How often its quantity was raised. */
  readonly quantityRises: number;
  /** A modification or cancellation that the book has not judged yet. */
  readonly isCommandPending: boolean;
  /** How many of the last ones in a row came to nothing. */
  readonly changesUndone: number;
  /** When the last one was sent, whatever became of it. Human clock. */
  readonly lastCommandAt: EpochMs | null;
  /** Null while it is not final. */
  readonly endedAt: EpochMs | null;
  /** Was taken away and not by us: whoever did so may have closed the position too. */
  readonly isEndedByOthers: boolean;
}

export interface ExitNow {
  readonly human: EpochMs;
  /** On the market clock. */
  readonly phase: DayPhase;
}

export interface ExitSettings {
  /** How far a stop's limit lies behind its trigger, in hundredths of a percent. */
  readonly stopLimitBasisPoints: number;
  /** The farthest that the broker takes a limit from its trigger. */
  readonly priceProtectionBasisPoints: number;
  /** How far a marketable limit gives way. */
  readonly marketableBasisPoints: number;
  readonly repriceAfterMs: number;
  readonly nakedAfterMs: number;
  readonly modificationsMax: number;
  /** How often the stop's quantity is raised before the entry is final; once more when it is. */
  readonly risesWhileFilling: number;
  /** A refused command is not repeated sooner. */
  readonly commandPauseMs: number;
  readonly stuckRetryMs: number;
  /** So many exits in a row that traded nothing call for somebody. */
  readonly refusalsMax: number;
  /** After so many a share that nobody may trade is likely: the next ones wait for longer, so that a broker is not flooded. */
  readonly refusalsLong: number;
  readonly refusedRetryMs: number;
  /** After so many changes in a row that came to nothing the next waits as long as one of a stuck order. */
  readonly undoneMax: number;
  /** While a part of what is open has no exit, the next of them waits for no longer than this. */
  readonly undoneUncoveredMs: number;
  /** The broker's capability: a stop can be modified into a limit. */
  readonly stopBecomesLimit: boolean;
}

export const EXIT_SETTINGS: ExitSettings = {
  stopLimitBasisPoints: 300,
  priceProtectionBasisPoints: 500,
  marketableBasisPoints: 100,
  repriceAfterMs: 2 * SECOND_MS,
  nakedAfterMs: 2 * SECOND_MS,
  modificationsMax: 20,
  risesWhileFilling: 1,
  commandPauseMs: 500,
  stuckRetryMs: 5 * SECOND_MS,
  refusalsMax: 3,
  refusalsLong: 12,
  refusedRetryMs: 15 * SECOND_MS,
  undoneMax: 2,
  undoneUncoveredMs: SECOND_MS,
  stopBecomesLimit: true,
};

/** Why an order is made or changed. */
export type ExitCause = CloseReason | "protect" | "follow_fill" | "reprice" | "circuit" | "closed_outside" | "one_exit";

/** The next step for a position. */
export type ExitAction =
  /** `n` counts the position's exits, so that a step taken twice is one row. */
  | {
      readonly kind: "place";
      readonly n: number;
      readonly side: Side;
      readonly quantity: number;
      readonly pricing: Pricing;
      readonly cause: ExitCause;
    }
  /** `quantity` is the whole one, the filled part included. */
  | {
      readonly kind: "modify";
      readonly tag: OrderTag;
      readonly quantity: number;
      readonly pricing: Pricing;
      readonly cause: ExitCause;
    }
  | { readonly kind: "cancel"; readonly tag: OrderTag; readonly cause: ExitCause }
  /** Has not left: nobody outside has to be told. */
  | { readonly kind: "withdraw"; readonly tag: OrderTag }
  /** Somebody is told; the order, or the position without one, becomes stuck. */
  | { readonly kind: "alert"; readonly tag: OrderTag | null; readonly reason: StuckReason }
  | { readonly kind: "hand_over"; readonly tag: OrderTag | null }
  /** Null: until something is heard. Human clock. */
  | { readonly kind: "wait"; readonly until: EpochMs | null };
