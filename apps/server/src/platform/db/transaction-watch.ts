import type { Logger } from "../log/logger.ts";
import { isInTransaction } from "./async-context.ts";

/** A second connection can deadlock the pool when every caller holds one; an external call would hold row locks. */
export interface TransactionWatch {
  /** Called before a connection is taken or an external service is called. */
  check(what: string): void;
}

const sentence = (what: string): string =>
  `${what} inside an open transaction: hand the transaction in, or do it before or after`;

class InsideTransactionError extends Error {}

/** For tests and the sandbox: throws, so that the developer sees it. */
export const strictWatch: TransactionWatch = {
  check(what) {
    if (isInTransaction()) throw new InsideTransactionError(sentence(what));
  },
};

/** In live mode the call proceeds; every breach is counted and each kind is logged once. */
export function createLoggingWatch(log: Logger, count: () => void): TransactionWatch {
  const logged = new Set<string>();
  return {
    check(what) {
      if (!isInTransaction()) return;
      count();
      if (logged.has(what)) return;
      logged.add(what);
      log.error(
        { err: new InsideTransactionError(sentence(what)) },
        "database: external call inside an open transaction",
      );
    },
  };
}

export function watchCalls<T extends object>(
  client: T,
  calls: readonly (keyof T)[],
  watch: TransactionWatch,
  what: string,
): T {
  const watched = Object.create(client) as T;
  for (const name of calls) {
    const call = client[name];
    if (typeof call !== "function") continue;
    watched[name] = ((...values: unknown[]) => {
      watch.check(what);
      return call.apply(client, values);
    }) as T[keyof T];
  }
  return watched;
}
