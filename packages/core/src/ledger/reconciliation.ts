import type { BrokerOrderId } from "../order/order.ts";
import { mayTrade, type OrderState } from "../order/order-state.ts";
import { assert } from "../shared/assert.ts";
import type { Paise } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** Minimum time between the two proofs: a broker's position may lag behind its book. */
export const PROOF_APART_MS = 3 * SECOND_MS;

/** A foreign order that would close the rest has this long before we place an exit beside it. */
export const OTHERS_CLOSE_MS = 10 * SECOND_MS;

/** One look: book, positions, book. Human clock. */
export interface PositionLook {
  readonly startedAt: EpochMs;
  /** Every position was readable, and so was every row of the two books that may be ours. */
  readonly isComplete: boolean;
  /** The readable order book as a comparable text, before and after the position read. */
  readonly bookBefore: string;
  readonly bookAfter: string;
  /** Our net quantity by the fills in exactly this book; positive is long. */
  readonly ours: number;
  /** The broker's net quantity in the share; positive is long. */
  readonly net: number;
}

export type ProofGap = "incomplete" | "book_moved" | "too_close" | "looks_differ" | "nothing_of_ours";

export interface ProvedPosition {
  readonly left: number;
  readonly closedOutside: number;
  /** Not ours; never traded by us. */
  readonly foreign: number;
}

const isQuiet = ({ bookBefore, bookAfter }: PositionLook): boolean => bookBefore === bookAfter;

/** It can be one of the two looks of a proof. */
export const isSound = (look: PositionLook): boolean => look.isComplete && isQuiet(look);

function gapBetween(first: PositionLook, second: PositionLook): ProofGap | null {
  if (!(first.isComplete && second.isComplete)) return "incomplete";
  if (!(isQuiet(first) && isQuiet(second))) return "book_moved";
  if (second.startedAt - first.startedAt < PROOF_APART_MS) return "too_close";
  const isSame = first.bookAfter === second.bookBefore && first.net === second.net && first.ours === second.ours;
  if (!isSame) return "looks_differ";
  return first.ours === 0 ? "nothing_of_ours" : null;
}

/** Our part of the broker's position: in our direction, between zero and ours. */
function heldOfOurs(ours: number, net: number): number {
  const inOurDirection = ours > 0 ? net : -net;
  return Math.min(Math.abs(ours), Math.max(0, inOurDirection));
}

/** Two equal looks prove our rest. Quantities are unsigned, in our direction. */
export function proveOurs(first: PositionLook, second: PositionLook): Result<ProvedPosition, ProofGap> {
  const gap = gapBetween(first, second);
  if (gap !== null) return err(gap);
  const { ours, net } = second;
  const left = heldOfOurs(ours, net);
  return ok({ left, closedOutside: Math.abs(ours) - left, foreign: net - Math.sign(ours) * left });
}

export function isFlat(ours: number, orders: readonly OrderState[]): boolean {
  assert(Number.isSafeInteger(ours), "a position is a whole number of shares");
  return ours === 0 && !orders.some(mayTrade);
}

/** A share that we traded today, at the end of the day. Positive is long. */
export interface DayEndShare {
  readonly isin: string;
  /** By fills with our tags. */
  readonly ours: number;
  /** By the day's other fills: the user's own trades and the broker's square-off. */
  readonly foreign: number;
  readonly brokers: number;
}

/** Shares in which the broker's position differs from the day's fills, or in which we still hold something. */
export const differencesAtDayEnd = (shares: readonly DayEndShare[]): readonly DayEndShare[] =>
  shares.filter(({ ours, foreign, brokers }) => ours + foreign !== brokers || ours !== 0);

export interface ForeignFill {
  readonly id: string;
  readonly orderId: BrokerOrderId;
  readonly quantity: number;
  readonly price: Paise;
  /** The exchange's instant; `null` if unknown. */
  readonly at: EpochMs | null;
}

/** Last first; without an instant by the exchange's numbers. */
const lastFirst = (a: ForeignFill, b: ForeignFill): number => (b.at ?? 0) - (a.at ?? 0) || (a.id < b.id ? 1 : -1);

/** The broker's closing fills: the last ones on the closing side, up to what its position no longer holds. */
export function closingFills(open: number, held: number, fills: readonly ForeignFill[]): readonly ForeignFill[] {
  let left = Math.max(0, open - Math.max(0, held));
  const taken: ForeignFill[] = [];
  for (const fill of fills.toSorted(lastFirst)) {
    const quantity = Math.min(left, fill.quantity);
    if (quantity > 0) taken.push({ ...fill, quantity });
    left -= quantity;
  }
  return taken;
}
