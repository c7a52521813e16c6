import { AsyncLocalStorage } from "node:async_hooks";

/**
 * What connections are taken for. Each use has a pool of its own, so that none can take the last one from another. Those
 * of `desk` are for the back office's reading calls: they are the desk's own role, which sees what its pages show, and
 * nothing can be written over them. `desk_product` is for the few of them that need more than that role sees.
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

/** Whether the work that is running now was called by somebody whose transaction is still open. */
export const isInTransaction = (): boolean => context.getStore()?.transaction?.isOpen === true;

/**
 * Runs `work` with the connections of this use and outside of every transaction: what goes on after its caller has
 * ended (a loop, a timer, a listener) belongs to nobody's transaction.
 */
export const runFor = <T>(use: PoolUse, work: () => T): T => context.run({ use, transaction: null }, work);

/** Runs `work` inside a transaction. What it leaves running behind is outside again as soon as the transaction ends. */
export async function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    // Awaited inside: a query that begins when it is awaited belongs to the transaction too.
    return await context.run({ use: currentUse(), transaction }, async () => await work());
  } finally {
    transaction.isOpen = false;
  }
}
