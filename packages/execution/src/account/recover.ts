import type { OrderTag } from "@vriddhi/core/order/order";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AccountBook } from "./account-book.ts";
import { type AccountMemory, commandKey } from "./account-memory.ts";
import type { AccountRepository } from "./account-repository.ts";
import { PendingWrites } from "./pending-writes.ts";

/** In flight here, or inserted by this process. Any other `sending` row was sent by a previous process. */
const isKnown = (memory: AccountMemory, tag: OrderTag): boolean =>
  memory.inFlight.has(tag) || memory.expected.has(tag) || memory.mayGo.has(tag) || memory.tried.has(tag);

/** `sending` rows of a previous process become unknown; commands that this one never dispatched are proved unsent. */
export async function recover(
  book: AccountBook,
  memory: AccountMemory,
  repository: AccountRepository,
  now: EpochMs,
): Promise<void> {
  const draft = new PendingWrites(book, now);
  for (const { tag, state } of book.orders()) {
    const isLeft = state.status === "sending" && !isKnown(memory, tag);
    // A proof of a previous process is void: its in-memory knowledge is gone.
    if (isLeft) draft.move(tag, { kind: "restarted", at: now });
  }
  await repository.commit(draft);
  for (const { tag } of book.orders()) {
    const open = book.openCommand(tag);
    const key = open === null ? "" : commandKey(tag, open.command.n);
    if (open === null || !memory.commandsTried.has(key) || memory.commandsInFlight.has(key)) continue;
    await repository.answerCommand(book, open, "never_sent");
    memory.commandsTried.delete(key);
  }
}
