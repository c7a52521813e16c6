import { runFor } from "../db/async-context.ts";
import type { Logger } from "../log/logger.ts";

/** Repeats `work` with pauses, never concurrently. Stopping waits for the iteration in progress. */
export function poll(
  what: string,
  work: () => Promise<void>,
  everyMs: number | (() => number),
  log: Logger,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let wasWell = true;
  const lookAgain = async (): Promise<void> => {
    try {
      await work();
      wasWell = true;
    } catch (cause) {
      // Log an outage once.
      if (wasWell && !isStopped) log.warn({ err: cause, polled: what }, "poll: iteration failed, retrying");
      wasWell = false;
    }
    next();
  };
  const next = () => {
    if (isStopped) return;
    const pauseMs = typeof everyMs === "number" ? everyMs : everyMs();
    timer = setTimeout(() => {
      turn = lookAgain();
    }, pauseMs);
    timer.unref();
  };
  // An iteration belongs to no request or transaction.
  runFor("api", next);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await turn;
  };
}
