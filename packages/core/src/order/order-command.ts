import { assert } from "../shared/assert.ts";
import type { EpochMs } from "../time/clock.ts";
import { SECOND_MS } from "../time/clock.ts";
import { type BrokerOrder, isFinal, type Pricing } from "./order.ts";
import type { OrderReason, OrderState } from "./order-state.ts";

/** A change that no book shows within this time was not made, or can be repeated without harm. */
export const COMMAND_SHOWN_WITHIN_MS = 3 * SECOND_MS;

/** `refused` often means "being processed" and proves nothing; `turned_away` was throttled before reaching an order. */
export type CommandAnswer = "none" | "taken" | "refused" | "turned_away" | "never_sent" | "lost_reset" | "lost";

export const isWithoutEffect = (answer: CommandAnswer): boolean => answer === "never_sent" || answer === "turned_away";

export const mayHaveBeenDone = (answer: CommandAnswer): boolean => answer !== "refused" && !isWithoutEffect(answer);

/** Why an order ended, for users: an order that we cancelled was not ended by the broker. */
export function reasonOf(
  { status, reason }: Pick<OrderState, "status" | "reason">,
  commands: readonly Pick<OrderCommand, "kind" | "answer">[],
): OrderReason | "taken_back" | null {
  const isOurs = commands.some(({ kind, answer }) => kind === "cancel" && mayHaveBeenDone(answer));
  return status === "cancelled" && reason === "ended_by_broker" && isOurs ? "taken_back" : reason;
}

/** A modification or cancellation, committed before it is sent. Commands carry no tag, so the book judges them. */
export type OrderCommand = {
  readonly n: number;
  readonly sentAt: EpochMs;
  readonly answer: CommandAnswer;
} & ({ readonly kind: "modify"; readonly quantity: number; readonly pricing: Pricing } | { readonly kind: "cancel" });

/** `over`: the order ended before or because of it. `open`: no other request may be made yet. */
export type CommandVerdict = "done" | "over" | "not_done" | "open";

type Row = Pick<BrokerOrder, "status" | "quantity" | "limit" | "trigger">;

function isShown(command: OrderCommand, row: Row): boolean {
  if (command.kind === "cancel") return false;
  const { pricing, quantity } = command;
  // A stop whose limit equals the requested one still waits for its trigger.
  const isTriggerRight = pricing.kind === "limit" ? row.status !== "trigger_pending" : row.trigger === pricing.trigger;
  return row.quantity === quantity && row.limit === pricing.limit && isTriggerRight;
}

/**
 * How long an unseen command stays open. A late arrival is harmless, because quantities are totals; waiting is not,
 * because the quantity stays uncovered and the order takes no other request.
 */
const patienceMs = ({ answer }: OrderCommand): number =>
  answer === "refused" || isWithoutEffect(answer) ? 0 : COMMAND_SHOWN_WITHIN_MS;

/** Judged by the order's row in a read that began at `readAt`, after the command was answered. */
export function judgeCommand(command: OrderCommand, row: Row, readAt: EpochMs): CommandVerdict {
  assert(readAt >= command.sentAt, "a command is judged by a later read");
  if (isFinal(row.status)) return "over";
  if (isShown(command, row)) return "done";
  return readAt - command.sentAt >= patienceMs(command) ? "not_done" : "open";
}
