import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Connection pools by use, so that no use can take another's last connection. `desk` reads under the role that sees
 * what back-office pages show; `desk_product` does the few reads that need more.
 */
export type PoolUse = "api" | "desk" | "desk_product" | "steps" | "orders";

interface OpenTransaction {
  isOpen: boolean;
}

interface DatabaseContext {
  readonly use: PoolUse;
  readonly transaction: OpenTransaction | null;
}

const context = new AsyncLocalStorage<DatabaseContext>();
const NOTHING: DatabaseContext = { use: "api", transaction: null };

export const currentUse = (): PoolUse => (context.getStore() ?? NOTHING).use;

export const isInTransaction = (): boolean => context.getStore()?.transaction?.isOpen === true;

/** Runs `work` outside every transaction: a loop, timer or listener outlasts its caller's. */
export const runFor = <T>(use: PoolUse, work: () => T): T => context.run({ use, transaction: null }, work);

/** Runs `work` inside a transaction. Work that outlasts it is outside again once the transaction ends. */
export async function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    // Awaited inside: a query that starts on await belongs to the transaction too.
    return await context.run({ use: currentUse(), transaction }, async () => await work());
  } finally {
    transaction.isOpen = false;
  }
}
