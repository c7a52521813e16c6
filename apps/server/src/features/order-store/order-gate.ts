import { ENSURE_GATE } from "./order-blocks.store.pg.ts";
import type { OrderPool } from "./order-pool.ts";

/** If the locked gate's epoch differs from the snapshot's, a block came in between: the statement does nothing. */
export const GATE_IS_CURRENT = "(SELECT epoch FROM gate) IS NOT DISTINCT FROM (SELECT epoch FROM order_block_epoch)";

/** A block between a statement's start and its lock is rare; this many in a row mean a defect. */
const TRIES_MAX = 20;

/** Retries until no block came in between. */
export async function untilCurrent<Row extends object>(
  pool: OrderPool,
  ask: () => Promise<readonly Row[]>,
  isOutdated: (rows: readonly Row[]) => boolean,
): Promise<readonly Row[]> {
  for (let time = 0; time < TRIES_MAX; time++) {
    const rows = await ask();
    if (!isOutdated(rows)) return rows;
    await pool.ask(ENSURE_GATE, []);
  }
  throw new Error("order store: the gate epoch kept changing");
}
