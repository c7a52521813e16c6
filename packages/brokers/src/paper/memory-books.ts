import { isFinal } from "@vriddhi/core/order/order";
import type { PaperBook } from "@vriddhi/core/paper/paper-model";
import { ok } from "@vriddhi/core/shared/result";
import type { PaperAccount, PaperBooks } from "../port/paper-books.ts";

export interface MemoryPaperBooks extends PaperBooks {
  open(account: Omit<PaperAccount, "sessionNo">): void;
  bookOf(id: string): PaperBook | null;
  expire(id: string): void;
  workingIn(isin: string): readonly string[];
  ids(): readonly string[];
}

export function createMemoryPaperBooks(): MemoryPaperBooks {
  const accounts = new Map<string, PaperAccount>();
  const listeners = new Map<string, Set<() => void>>();
  const publish = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };
  function expire(id: string): void {
    const account = accounts.get(id);
    if (account !== undefined) accounts.set(id, { ...account, sessionNo: account.sessionNo + 1 });
  }
  return {
    open: (account) => void accounts.set(account.id, { ...account, sessionNo: 1 }),
    bookOf: (id) => accounts.get(id)?.book ?? null,
    expire,
    ids: () => [...accounts.keys()],
    workingIn: (isin) =>
      [...accounts.values()].flatMap(({ id, book }) =>
        book.orders.some(({ status, share }) => share.isin === isin && !isFinal(status)) ? [id] : [],
      ),
    read: (id) => Promise.resolve(ok(accounts.get(id) ?? null)),
    async change(id, decide) {
      const account = accounts.get(id);
      if (account === undefined) return ok(null);
      const { book, value } = decide(account);
      if (book !== null) {
        accounts.set(id, { ...account, book });
        publish(id);
      }
      return ok({ value });
    },
    async endSessions(id) {
      expire(id);
    },
    watch(id, listener) {
      const own = listeners.get(id) ?? new Set();
      own.add(listener);
      listeners.set(id, own);
      return () => void own.delete(listener);
    },
  };
}
