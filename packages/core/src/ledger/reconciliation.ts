import type { BrokerOrderId } from "../order/order.ts";
import { mayTrade, type OrderState } from "../order/order-state.ts";
import { assert } from "../shared/assert.ts";
import type { Paise } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** The two proofs lie at least this far apart: a broker's position may lag behind its book. */
export const PROOF_APART_MS = 3 * SECOND_MS;

/** An order of somebody else that would close what is left has this long to do so before we place an exit beside it. */
export const OTHERS_CLOSE_MS = 10 * SECOND_MS;

/** One look: book, position, book. Human clock. */
export interface PositionLook {
  readonly startedAt: EpochMs;
  /** Every position was understood, and every row of the two books that can be one of ours. */
  readonly isComplete: boolean;
  /** The order book, as far as it was understood, in one comparable text, before and after the position was read. */
  readonly bookBefore: string;
  readonly bookAfter: string;
  /** Ours by the fills of exactly this book; positive is long. */
  readonly ours: number;
  /** The broker's net quantity in the share; positive is long. */
  readonly net: number;
}

/** Why two looks prove nothing. */
export type ProofGap = "incomplete" | "book_moved" | "too_close" | "looks_differ" | "nothing_of_ours";

/** What is left of ours, and what the person closed themselves. */
export interface ProvedPosition {
  readonly left: number;
  readonly closedOutside: number;
  /** In the share and not ours; it is never touched. */
  readonly foreign: number;
}

const isQuiet = ({ bookBefore, bookAfter }: PositionLook): boolean => bookBefore === bookAfter;

/** It can be one of the two that prove something. */
export const isSound = (look: PositionLook): boolean => look.isComplete && isQuiet(look);

function gapBetween(first: PositionLook, second: PositionLook): ProofGap | null {
  if (!(first.isComplete && second.isComplete)) return "incomplete";
  if (!(isQuiet(first) && isQuiet(second))) return "book_moved";
  if (second.startedAt - first.startedAt < PROOF_APART_MS) return "too_close";
  const isSame = first.bookAfter === second.bookBefore && first.net === second.net && first.ours === second.ours;
  if (!isSame) return "looks_differ";
  return first.ours === 0 ? "nothing_of_ours" : null;
}

/** What of ours the broker's position can still hold: in our direction, never less than nothing, never more than ours. */
function heldOfOurs(ours: number, net: number): number {
  const inOurDirection = ours > 0 ? net : -net;
  return Math.min(Math.abs(ours), Math.max(0, inOurDirection));
}

/** Two looks that say the same prove what is left of ours. Quantities are those of our direction, not signed. */
export function proveOurs(first: PositionLook, second: PositionLook): Result<ProvedPosition, ProofGap> {
  const gap = gapBetween(first, second);
  if (gap !== null) return err(gap);
  const { ours, net } = second;
  const left = heldOfOurs(ours, net);
  return ok({ left, closedOutside: Math.abs(ours) - left, foreign: net - Math.sign(ours) * left });
}

/** Ours is zero and none of our orders could still trade. */
export function isFlat(ours: number, orders: readonly OrderState[]): boolean {
  assert(Number.isSafeInteger(ours), "a position is a whole number of shares");
  return ours === 0 && !orders.some(mayTrade);
}

/** One share that we traded today, at the end of the day. Positive is long. */
export interface DayEndShare {
  readonly isin: string;
  /** By fills with our tags. */
  readonly ours: number;
  /** By the day's other fills: the person's own trades, and the broker's square-off. */
  readonly foreign: number;
  readonly brokers: number;
}

/** Shares in which the broker's position is not what the day's fills come to, or in which something of ours is left. */
export const differencesAtDayEnd = (shares: readonly DayEndShare[]): readonly DayEndShare[] =>
  shares.filter(({ ours, foreign, brokers }) => ours + foreign !== brokers || ours !== 0);

/** A fill of somebody else's order in a share of ours. */
export interface ForeignFill {
  readonly id: string;
  readonly orderId: BrokerOrderId;
  readonly quantity: number;
  readonly price: Paise;
  /** The exchange's own instant; null: not told. */
  readonly at: EpochMs | null;
}

/** The last first; where no instant is told, by the exchange's numbers. */
const lastFirst = (a: ForeignFill, b: ForeignFill): number => (b.at ?? 0) - (a.at ?? 0) || (a.id < b.id ? 1 : -1);

/**
 * With which fills the broker closed what was handed over to it: the last ones on the closing side, and no more than what
 * its position does not hold any more.
 */
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
