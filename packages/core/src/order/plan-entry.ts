import { type EpochMs, later, SECOND_MS } from "../time/clock.ts";
import type { OrderTag } from "./order.ts";
import { isAtBroker, isLate, isOrderFinal, type OrderState } from "./order-state.ts";

/** How long after the signal an entry may leave. */
export const ENTRY_VALID_MS = 20 * SECOND_MS;
/** The unfilled rest of an entry is cancelled after this. */
export const ENTRY_REMAINDER_MS = 5 * SECOND_MS;
/** Minimum pause after a refused cancellation. */
export const ENTRY_COMMAND_PAUSE_MS = 500;

/** One of our entries. Human clock. */
export interface EntryOrder {
  readonly tag: OrderTag;
  readonly state: OrderState;
  readonly validUntil: EpochMs;
  /** When it was first known to work; `null` before. */
  readonly workingSince: EpochMs | null;
  /** A cancellation that the book has not judged yet. */
  readonly isCommandPending: boolean;
  readonly lastCommandAt: EpochMs | null;
}

export type EntryCancelCause = "late" | "blocked" | "remainder";

export type EntryAction =
  /** Has not left and must not. */
  | {
      readonly kind: "end_unsent";
      readonly tag: OrderTag;
      readonly event: "blocked" | "valid_until_passed" | "approval_lapsed";
    }
  | { readonly kind: "cancel"; readonly tag: OrderTag; readonly cause: EntryCancelCause }
  /** `null` until the next message. */
  | { readonly kind: "wait"; readonly until: EpochMs | null };

const waitForNews: EntryAction = { kind: "wait", until: null };

function planUnsent({ tag, state, validUntil }: EntryOrder, isBlocked: boolean, now: EpochMs): EntryAction {
  if (isBlocked) return { kind: "end_unsent", tag, event: "blocked" };
  const isUnanswered = state.status === "planned";
  if (now >= validUntil)
    return { kind: "end_unsent", tag, event: isUnanswered ? "approval_lapsed" : "valid_until_passed" };
  return { kind: "wait", until: validUntil };
}

function cancelCause({ state, workingSince }: EntryOrder, isBlocked: boolean, now: EpochMs): EntryCancelCause | null {
  if (isLate(state)) return "late";
  if (isBlocked) return "blocked";
  return workingSince !== null && now - workingSince >= ENTRY_REMAINDER_MS ? "remainder" : null;
}

function planWorking(entry: EntryOrder, isBlocked: boolean, now: EpochMs): EntryAction {
  const { tag, workingSince, lastCommandAt } = entry;
  if (entry.isCommandPending) return waitForNews;
  const cause = cancelCause(entry, isBlocked, now);
  if (cause === null)
    return { kind: "wait", until: workingSince === null ? null : later(workingSince, ENTRY_REMAINDER_MS) };
  const isPaused = lastCommandAt !== null && now - lastCommandAt < ENTRY_COMMAND_PAUSE_MS;
  return isPaused
    ? { kind: "wait", until: later(lastCommandAt, ENTRY_COMMAND_PAUSE_MS) }
    : { kind: "cancel", tag, cause };
}

/** `null` when the entry has ended. `isBlocked`: kill switch, stopped run, daily stop or end of entry hours. */
export function planEntry(entry: EntryOrder, isBlocked: boolean, now: EpochMs): EntryAction | null {
  const { status, isProvedUnsent } = entry.state;
  if (isOrderFinal(status)) return null;
  if (isAtBroker(status)) return planWorking(entry, isBlocked, now);
  const isUnsent = status === "planned" || status === "ready" || (status === "sending" && isProvedUnsent);
  return isUnsent ? planUnsent(entry, isBlocked, now) : waitForNews;
}
