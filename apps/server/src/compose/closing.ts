import type { Logger } from "../platform/log/logger.ts";

/** Stops started components in reverse order; a failure does not block the rest. */
export interface Closing {
  add(name: string, close: () => unknown): void;
  closeAll(): Promise<void>;
}

export function createClosing(log: Logger): Closing {
  const closers: { name: string; close: () => unknown }[] = [];
  return {
    add: (name, close) => void closers.push({ name, close }),
    async closeAll() {
      for (let last = closers.pop(); last !== undefined; last = closers.pop()) {
        try {
          await last.close();
        } catch (cause) {
          log.warn({ err: cause, part: last.name }, "shutdown: component did not stop cleanly");
        }
      }
    },
  };
}
