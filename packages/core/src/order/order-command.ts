import { assert } from "../shared/assert.ts";
import type { EpochMs } from "../time/clock.ts";
import { SECOND_MS } from "../time/clock.ts";
import { CLEAN_SPAN_UNPROVED_MS } from "./look-up.ts";
import { type BrokerOrder, isFinal, type Pricing } from "./order.ts";

/** What a book does not show by then was not done, or is asked for again without harm. */
export const COMMAND_SHOWN_WITHIN_MS = 3 * SECOND_MS;

/** What became of the request itself. `refused` is often "being processed" and says nothing about the order. */
export type CommandAnswer = "none" | "taken" | "refused" | "never_sent" | "lost_reset" | "lost";

/** A modification or cancellation, committed before it is sent. Commands carry no tag, so the book judges them. */
export type OrderCommand = {
  /** Counts the commands of an order. */
  readonly n: number;
  readonly sentAt: EpochMs;
  readonly answer: CommandAnswer;
} & ({ readonly kind: "modify"; readonly quantity: number; readonly pricing: Pricing } | { readonly kind: "cancel" });

/** `over`: the order ended before or because of it. `open`: nothing else may be asked of the order yet. */
export type CommandVerdict = "done" | "over" | "not_done" | "open";

type Row = Pick<BrokerOrder, "status" | "quantity" | "limit" | "trigger">;

function isShown(command: OrderCommand, row: Row): boolean {
  if (command.kind === "cancel") return false;
  const { pricing, quantity } = command;
  // A stop whose limit happens to be the wanted one still waits for its trigger.
  const isTriggerRight = pricing.kind === "limit" ? row.status !== "trigger_pending" : row.trigger === pricing.trigger;
  return row.quantity === quantity && row.limit === pricing.limit && isTriggerRight;
}

/**
 * How long a book that does not show the change leaves it open. Prices and cancellations may arrive late without harm,
 * because quantities are whole ones; a raised quantity may not, so that one waits as long as a lost order does.
 */
function patienceMs(command: OrderCommand, row: Row): number {
  if (command.answer === "refused" || command.answer === "never_sent") return 0;
  const mayArriveLate = command.answer === "lost" || command.answer === "none";
  const isRaise = command.kind === "modify" && command.quantity > row.quantity;
  return mayArriveLate && isRaise ? CLEAN_SPAN_UNPROVED_MS : COMMAND_SHOWN_WITHIN_MS;
}

/** Judged by a row of the order from a read that began at `readAt`, after the command was answered. */
export function judgeCommand(command: OrderCommand, row: Row, readAt: EpochMs): CommandVerdict {
  assert(readAt >= command.sentAt, "a command is judged by a later read");
  if (isFinal(row.status)) return "over";
  if (isShown(command, row)) return "done";
  return readAt - command.sentAt >= patienceMs(command, row) ? "not_done" : "open";
}
