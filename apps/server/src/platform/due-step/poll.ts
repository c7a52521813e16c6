import type { Logger } from "../log/logger.ts";

/** Repeats `work` with pauses, never twice at once; a failure waits for the next turn. Stopping waits for the last turn. */
export function poll(work: () => Promise<void>, everyMs: number, log: Logger): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let wasWell = true;
  const next = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      turn = work()
        .then(() => {
          wasWell = true;
        })
        .catch((cause: unknown) => {
          // a database that is away is told of once
          if (wasWell && !isStopped) log.error({ err: cause }, "the schedule could not be looked at");
          wasWell = false;
        })
        .finally(next);
    }, everyMs);
    timer.unref();
  };
  next();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await turn;
  };
}
