import type { Database } from "../../platform/db/database.ts";
import type { KillSwitch } from "./kill-switch.ts";
import { countOpen, type OpenCount } from "./open-count.store.pg.ts";
import { isRestored } from "./restored-database.ts";

export interface HaltDeps {
  readonly database: Database;
  readonly killSwitch: Pick<KillSwitch, "killAll" | "liftAll">;
  print(line: string): void;
  pause(): Promise<void>;
}

const TAGS_MAX = 20;

const isFlat = ({ positions, orders, unclear }: OpenCount): boolean => positions + orders + unclear === 0;

const sentenceOf = ({ positions, orders, unclear }: OpenCount): string =>
  `${positions} accounts hold something, ${orders} orders could still trade, ${unclear} orders are being looked for.`;

function abandonedSentence(tags: readonly string[]): string {
  const more = tags.length > TAGS_MAX ? ` and ${tags.length - TAGS_MAX} more` : "";
  return `Abandoned orders: ${tags.length} (${tags.slice(0, TAGS_MAX).join(", ")}${more}). Their broker's order book does not contain them. The product looks for them until the day ends and cancels or closes one that appears.`;
}

const NO_WORKER = "No order worker answers: open positions keep their resting stop-loss orders until one is started.";

const RESTORED =
  "Warning: this database was restored. A broker's book that was not read can hold orders that the database lost. Read in the workers' log `orders: broker books compared with the restored database`: unless it is there with unread 0, check the unread accounts at their brokers now.";

/** `null` when the tables cannot be read: the block is committed, so this is no failure of the halt. */
async function look({ database, print }: Pick<HaltDeps, "database" | "print">): Promise<OpenCount | null> {
  try {
    return await countOpen(database);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    print(`The block is in force. Open positions cannot be read at the moment: ${why}`);
    return null;
  }
}

/** Needs only the database: workers read the block there within 250 ms, cancel working orders and close positions. */
export async function haltAllAccounts({ database, killSwitch, print, pause }: HaltDeps): Promise<void> {
  await database.transaction((tx) => killSwitch.killAll(tx));
  print("Trading is stopped for all accounts: no new entries. Lift the block with: npm run halt -- --lift");
  let open = await look({ database, print });
  while (open === null || !isFlat(open)) {
    if (open !== null) print(sentenceOf(open));
    if (open?.workers === 0) print(NO_WORKER);
    await pause();
    open = await look({ database, print });
  }
  print("Nothing is open: every account is flat.");
  if (open.abandoned.length > 0) print(abandonedSentence(open.abandoned));
}

export async function liftHalt({ database, killSwitch, print }: Omit<HaltDeps, "pause">): Promise<void> {
  const wasRestored = await database.transaction(async (tx) => {
    const restored = await isRestored(tx);
    await killSwitch.liftAll(tx);
    return restored;
  });
  print("The block of all accounts is lifted.");
  if (wasRestored) print(RESTORED);
}
