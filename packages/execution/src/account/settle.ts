import { startLookUp } from "@vriddhi/core/order/look-up";
import type { OrderEvent } from "@vriddhi/core/order/order-event";
import type { OrderState } from "@vriddhi/core/order/order-state";
import { later } from "@vriddhi/core/time/clock";
import type { ExecutorSettings } from "../settings.ts";
import { type AccountMemory, commandKey } from "./account-memory.ts";
import type { Message } from "./actor-model.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { eventOfAnswer, pauseAfter } from "./take-answer.ts";
import { takeBook, takeFills } from "./take-book.ts";

type MessageOf<K extends Message["kind"]> = Extract<Message, { readonly kind: K }>;

/** The commit that recorded the answer happened although its acknowledgement was lost. */
function isRecorded({ status, isProvedUnsent, orderId }: OrderState, event: OrderEvent): boolean {
  switch (event.kind) {
    case "refused":
      return status === "rejected" && orderId === null;
    case "never_sent":
    case "throttled":
      return isProvedUnsent;
    case "outcome_unknown":
      return status === "unknown";
    default:
      return false;
  }
}

function settlePlaced(
  draft: PendingWrites,
  memory: AccountMemory,
  settings: ExecutorSettings,
  { tag, at, result }: MessageOf<"placed">,
): void {
  const order = draft.order(tag);
  const event = eventOfAnswer(result, at);
  if (order === undefined || isRecorded(order.state, event)) return;
  draft.move(tag, event);
  if (event.kind === "outcome_unknown") memory.lookUps.set(tag, startLookUp(at, event.isResetProved));
  const pauseMs = pauseAfter(result, settings.accessRetryMs) ?? settings.resendMs;
  memory.notBefore.set(tag, later(draft.now, pauseMs));
}

function settleApproval(draft: PendingWrites, { tag, answer }: MessageOf<"approval">): void {
  if (draft.order(tag)?.state.status !== "planned") return;
  draft.write({ kind: "approval_decided", tag, answer });
  if (answer === "approved") draft.move(tag, { kind: "released" });
  else draft.move(tag, { kind: "not_approved", answer });
}

function settleRead(draft: PendingWrites, memory: AccountMemory, { outcome }: MessageOf<"read">): void {
  for (const book of outcome.books) {
    takeBook(draft, memory, book);
    memory.isBlind = book.outcome === "failed";
    if (!memory.isBlind) memory.bookBegunAt = book.startedAt;
  }
  if (outcome.fills !== null) takeFills(draft, outcome.fills.rows);
}

/** Turns messages into order changes and ledger events. Idempotent. */
export function settleMessage(
  draft: PendingWrites,
  memory: AccountMemory,
  settings: ExecutorSettings,
  message: Message,
): void {
  switch (message.kind) {
    case "placed":
      settlePlaced(draft, memory, settings, message);
      break;
    case "read":
      settleRead(draft, memory, message);
      break;
    case "approval":
      settleApproval(draft, message);
      break;
    case "session_lost":
      draft.write({ kind: "session_lost", lostAt: message.at });
      break;
    case "commanded":
      break;
  }
}

export function forgetMessage(memory: AccountMemory, message: Message): void {
  if (message.kind === "placed") {
    memory.inFlight.delete(message.tag);
    memory.tried.delete(message.tag);
  }
  if (message.kind === "commanded") {
    memory.commandsInFlight.delete(commandKey(message.tag, message.n));
    memory.commandsTried.delete(commandKey(message.tag, message.n));
  }
}
