import { join } from "node:path";
import { parseArgs } from "node:util";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { declareHostDead, HostRefused, workersOf } from "../features/order-store/declare-host-dead.ts";
import { createOrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const USAGE = "npm run declare-dead -- HOST [--yes]";
const WARNING = `Confirm only what you have made sure of: the host is off, or its network is cut for good. A host that is
merely paused or unreachable may still send an order when it wakes, while another host trades the same accounts.`;

const log = createLogger("error");
const closing = createClosing(log);
try {
  const { values, positionals } = parseArgs({ options: { yes: { type: "boolean" } }, allowPositionals: true });
  const [host] = positionals;
  if (host === undefined || positionals.length > 1) throw new HostRefused(`usage: ${USAGE}`);
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  const deps = { database, upkeep: createOrderUpkeepStore(database), audit: createAudit(database, systemClock) };
  const found = await workersOf(deps, host);
  for (const { worker, buckets, covered, overdueMs } of found)
    console.log(
      `${worker}: owns ${buckets} account groups, ${covered} are covered for it, silent for ${Math.round(overdueMs / SECOND_MS)} s`,
    );
  if (values.yes !== true) throw new HostRefused(`${WARNING}\nTo confirm: npm run declare-dead -- ${host} --yes`);
  const buckets = await declareHostDead(deps, host, found);
  console.log(`${host} is declared dead: other workers trade ${buckets} account groups in full within seconds.`);
} catch (cause) {
  const why = cause instanceof Error ? cause.message : String(cause);
  // The commit may have happened although its reply was lost.
  const isSure = cause instanceof HostRefused;
  console.error(`${isSure ? "Nothing was changed" : "Not confirmed"}: ${why}`);
  if (!isSure) console.error("Run the command again: a repetition is harmless.");
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
