import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Step } from "../decide/decide-account.ts";
import type { AccountBook } from "./account-book.ts";
import { PendingWrites } from "./pending-writes.ts";

export function pendingWritesOf(book: AccountBook, steps: readonly Step[], now: EpochMs): PendingWrites {
  const draft = new PendingWrites(book, now);
  for (const step of steps) {
    if (step.kind === "write") draft.write(step.fact);
    if (step.kind === "move") draft.move(step.tag, step.event);
  }
  return draft;
}
