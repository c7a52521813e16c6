import { Queue } from "@vriddhi/core/shared/queue";

/** A crowd that comes at once begins with so many: their first orders leave while the others are still decided. */
const FIRST_AT_ONCE = 32;

/**
 * Lets so many turns run at once; the others wait in the order in which they came. Each turn that ends while others wait
 * makes room for one more than itself, until there are as many as may be; after a rest a crowd begins with a few again.
 */
export function createTurnGate(max: number): (work: () => Promise<void>) => Promise<void> {
  const waiting = new Queue<() => void>();
  const fewest = Math.min(FIRST_AT_ONCE, max);
  let room = fewest;
  let running = 0;

  /** The place goes to the next one without becoming free in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      admitOneMore();
      return;
    }
    running -= 1;
    if (running === 0) room = fewest;
  }

  function admitOneMore(): void {
    if (room >= max) return;
    room += 1;
    const next = waiting.shift();
    if (next === undefined) return;
    running += 1;
    next();
  }

  return async (work) => {
    if (running >= room) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      await work();
    } finally {
      leave();
    }
  };
}
