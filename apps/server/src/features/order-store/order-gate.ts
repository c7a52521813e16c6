import { ENSURE_GATE } from "./order-blocks.store.pg.ts";
import type { OrderPool } from "./order-pool.ts";

/**
 * Blocks are read as of the statement's beginning, the gate's epoch as of now. Where they differ, a block was set in
 * between and the statement does nothing: it is asked again.
 */
export const GATE_IS_CURRENT = "(SELECT epoch FROM gate) IS NOT DISTINCT FROM (SELECT epoch FROM order_block_epoch)";

/** A block between a statement's beginning and its lock is rare; as often as this in a row it does not happen. */
const TRIES_MAX = 20;

/** Asks until the answer is not about a block that came in between. */
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
