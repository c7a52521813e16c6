import type { Tx } from "../../platform/db/database.ts";
import { LeadLost } from "./strategy-engine.store.ts";

const HOLD_EPOCH = "SELECT 1 FROM leader_epochs WHERE name = $1 AND epoch = $2 FOR SHARE";

/** Fencing: a new leader waits for this transaction; an old leader finds a newer epoch and stores nothing. */
export async function lockLead({ client }: Tx, name: string, epoch: number): Promise<void> {
  const { rowCount } = await client.query(HOLD_EPOCH, [name, epoch]);
  if (rowCount !== 1) throw new LeadLost();
}
