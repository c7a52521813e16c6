import type { Logger } from "../log/logger.ts";
import { isInTransaction } from "./async-context.ts";

/**
 * While a transaction is open its holder may use its own connection only. A second one may never come when everybody
 * holds one and waits for another, and an outside call keeps rows locked for as long as somebody else likes.
 */
export interface TransactionWatch {
  /** To be called before a connection is taken or somebody outside is asked. */
  check(what: string): void;
}

const sentence = (what: string): string =>
  `${what} inside an open transaction: hand the transaction in, or do it before or after`;

class InsideTransactionError extends Error {}

/** In tests and in the sandbox, where whoever wrote it sees it. */
export const strictWatch: TransactionWatch = {
  check(what) {
    if (isInTransaction()) throw new InsideTransactionError(sentence(what));
  },
};

/** In live mode the work goes on; each kind of breach is told once and every one is counted. */
export function createTellingWatch(log: Logger, count: () => void): TransactionWatch {
  const told = new Set<string>();
  return {
    check(what) {
      if (!isInTransaction()) return;
      count();
      if (told.has(what)) return;
      told.add(what);
      log.error(
        { err: new InsideTransactionError(sentence(what)) },
        "database: external call inside an open transaction",
      );
    },
  };
}

/** The same client, whose calls to the outside are refused while the caller holds a transaction open. */
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
