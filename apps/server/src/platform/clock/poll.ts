import { runFor } from "../db/async-context.ts";
import type { Logger } from "../log/logger.ts";

/** Repeats `work` with pauses, never twice at once; a failure waits for the next turn. Stopping waits for the last turn. */
export function poll(what: string, work: () => Promise<void>, everyMs: number, log: Logger): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let wasWell = true;
  const lookAgain = async (): Promise<void> => {
    try {
      await work();
      wasWell = true;
    } catch (cause) {
      // A database that is away is told of once.
      if (wasWell && !isStopped) log.warn({ err: cause, polled: what }, "poll: iteration failed, retrying");
      wasWell = false;
    }
    next();
  };
  const next = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      turn = lookAgain();
    }, everyMs);
    timer.unref();
  };
  // What is polled belongs to nobody's request or transaction.
  runFor("api", next);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await turn;
  };
}
