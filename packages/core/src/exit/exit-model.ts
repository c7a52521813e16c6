import type { OrderTag, Pricing, Side } from "../order/order.ts";
import type { StuckReason } from "../order/order-event.ts";
import type { OrderState } from "../order/order-state.ts";
import type { PriceBand } from "../order/price-band.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

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

/** Reasons decided elsewhere; the others follow from the facts. */
export type OrderedClose = Exclude<CloseReason, "target" | "square_off" | "stop_passed" | "naked">;

/** Our position in one share of one account, from fills with our tags. */
export interface ExitPosition {
  readonly direction: "long" | "short";
  /** Of all our entries in it. */
  readonly entryFilled: number;
  /** Proved quantity that the user closed manually. */
  readonly closedOutside: number;
  readonly isEntryFinal: boolean;
  readonly stop: Paise;
  readonly target: Paise | null;
  readonly orderedClose: OrderedClose | null;
  /** Why closing last began; the current price may no longer require it. */
  readonly begunClose: CloseReason | null;
  /** Since when accepted exits cover less than is open; see `trackCover`. Human clock. */
  readonly uncoveredSince: EpochMs | null;
  /** Positions were read after an exit was given up or ended from outside, and hold the open quantity. */
  readonly isConfirmed: boolean;
  /** Open quantity that the broker's position does not show; not yet proved as closed outside. */
  readonly missing: number;
  /** An alert for the position itself, because no exit works. */
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

/** One of our exits of the position in any state, in creation order. */
export interface ExitOrder {
  readonly tag: OrderTag;
  readonly state: OrderState;
  /** As at the broker, or as sent. */
  readonly pricing: Pricing;
  /** The broker shows a stop as an open order: its trigger was reached. */
  readonly isTriggered: boolean;
  /** Since when it could trade at its current price. Human clock. */
  readonly workingSince: EpochMs;
  /** Sent modifications including refused ones: the broker counts them too. */
  readonly modifications: number;
  readonly quantityRises: number;
  /** A modification or cancellation that the book has not judged yet. */
  readonly isCommandPending: boolean;
  /** How many of the last commands in a row had no effect. */
  readonly changesUndone: number;
  /** When the last command was sent, whatever its result. Human clock. */
  readonly lastCommandAt: EpochMs | null;
  /** `null` while it is not final. */
  readonly endedAt: EpochMs | null;
  /** Cancelled from outside: the position may have been closed with it. */
  readonly isEndedByOthers: boolean;
}

export interface ExitNow {
  readonly human: EpochMs;
  /** Market clock. */
  readonly phase: DayPhase;
}

export interface ExitSettings {
  /** Distance of a stop's limit behind its trigger, in hundredths of a percent. */
  readonly stopLimitBasisPoints: number;
  /** The largest distance of a limit from its trigger that the broker accepts. */
  readonly priceProtectionBasisPoints: number;
  /** How far a marketable limit gives way. */
  readonly marketableBasisPoints: number;
  readonly repriceAfterMs: number;
  readonly nakedAfterMs: number;
  readonly modificationsMax: number;
  /** How often the stop's quantity is raised before the entry is final; once more when it is. */
  readonly risesWhileFilling: number;
  readonly commandPauseMs: number;
  readonly stuckRetryMs: number;
  /** Alert after this many exits in a row without a trade. */
  readonly refusalsMax: number;
  /** After this many the share is probably not tradable: later exits wait longer, to avoid flooding the broker. */
  readonly refusalsLong: number;
  readonly refusedRetryMs: number;
  /** After this many ineffective changes in a row the next waits as long as a stuck order. */
  readonly undoneMax: number;
  /** The longest such wait while a part of the open quantity has no exit. */
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

export type ExitCause = CloseReason | "protect" | "follow_fill" | "reprice" | "circuit" | "closed_outside" | "one_exit";

export type ExitAction =
  /** `n` numbers the position's exits, so that a repeated step is one row. */
  | {
      readonly kind: "place";
      readonly n: number;
      readonly side: Side;
      readonly quantity: number;
      readonly pricing: Pricing;
      readonly cause: ExitCause;
    }
  /** `quantity` is the total, including the filled part. */
  | {
      readonly kind: "modify";
      readonly tag: OrderTag;
      readonly quantity: number;
      readonly pricing: Pricing;
      readonly cause: ExitCause;
    }
  | { readonly kind: "cancel"; readonly tag: OrderTag; readonly cause: ExitCause }
  /** Has not left: no call is needed. */
  | { readonly kind: "withdraw"; readonly tag: OrderTag }
  /** Raises an alert; the order, or the position without one, becomes stuck. */
  | { readonly kind: "alert"; readonly tag: OrderTag | null; readonly reason: StuckReason }
  | { readonly kind: "hand_over"; readonly tag: OrderTag | null }
  /** `null` until the next message. Human clock. */
  | { readonly kind: "wait"; readonly until: EpochMs | null };
