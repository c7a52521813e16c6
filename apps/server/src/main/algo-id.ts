import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { setAlgoId } from "../features/broker-link/algo-id.ts";
import { createLinkStore } from "../features/broker-link/link.store.pg.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const USAGE = "npm run algo-id -- --link zerodha:AB1234 --id 12345, or --none in the place of --id";

const log = createLogger("error");
const closing = createClosing(log);
try {
  const { values } = parseArgs({
    options: { link: { type: "string" }, id: { type: "string" }, none: { type: "boolean" } },
  });
  if (values.link === undefined || (values.id === undefined) !== (values.none === true)) throw new Error(USAGE);
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  const deps = { store: createLinkStore(database), audit: createAudit(database, systemClock) };
  const changed = await setAlgoId(deps, { link: values.link, algoId: values.id ?? null });
  if (!changed.ok) throw new Error(changed.error);
  const { broker, clientId, algoId } = changed.value;
  console.log(`${broker} ${clientId}: ${algoId === null ? "no algo id" : `algo id ${algoId}`}`);
} catch (cause) {
  console.error(`The algo id was not changed: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
