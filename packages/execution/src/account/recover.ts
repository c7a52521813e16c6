import type { OrderTag } from "@vriddhi/core/order/order";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AccountBook } from "./account-book.ts";
import { type AccountMemory, commandKey } from "./account-memory.ts";
import type { AccountRepository } from "./account-repository.ts";
import { PendingWrites } from "./pending-writes.ts";

/** Handed over and not yet recorded, or stored by this life: a row that it does not know was sent by another one. */
const isKnown = (memory: AccountMemory, tag: OrderTag): boolean =>
  memory.inFlight.has(tag) || memory.expected.has(tag) || memory.mayGo.has(tag) || memory.tried.has(tag);

/**
 * Starting and recovering are the same. Rows in `sending` that another life left are unknown from now on; commands that
 * this life tried to store and never handed over are proved unsent.
 */
export async function recover(
  book: AccountBook,
  memory: AccountMemory,
  keeper: AccountRepository,
  now: EpochMs,
): Promise<void> {
  const draft = new PendingWrites(book, now);
  for (const { tag, state } of book.orders()) {
    const isLeft = state.status === "sending" && !isKnown(memory, tag);
    // A proof of an earlier life is worth nothing: the process that knew is gone.
    if (isLeft) draft.move(tag, { kind: "restarted", at: now });
  }
  await keeper.commit(draft);
  for (const { tag } of book.orders()) {
    const open = book.openCommand(tag);
    const key = open === null ? "" : commandKey(tag, open.command.n);
    if (open === null || !memory.commandsTried.has(key) || memory.commandsInFlight.has(key)) continue;
    await keeper.answerCommand(book, open, "never_sent");
    memory.commandsTried.delete(key);
  }
}
