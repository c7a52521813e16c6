import { setTimeout as sleep } from "node:timers/promises";

/** Only a hang takes this long, also on a machine that is busy with other things. */
export const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 25;

/** Looks again and again until there is something to see; `what` is named when it never comes. */
export async function eventually<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain: ${what}`);
    await sleep(LOOK_EVERY_MS);
  }
}
