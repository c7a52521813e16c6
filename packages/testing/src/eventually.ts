import { setTimeout as sleep } from "node:timers/promises";

/** Upper bound that only a hang reaches, also on a machine that gives us a tenth of its time. */
export const PATIENCE_MS = 300_000;
const LOOK_FIRST_MS = 10;
/** Long waits poll seldom: on a slow machine polling delays what it waits for. */
const LOOK_LAST_MS = 250;
const SLOWER = 1.3;

/** Polls until there is a value; `what` names it in the timeout error. */
export async function eventually<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_LAST_MS, pauseMs * SLOWER)) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain: ${what}`);
    await sleep(pauseMs);
  }
}
