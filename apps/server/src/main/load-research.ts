import { join } from "node:path";
import { createClosing } from "../compose/closing.ts";
import { loadResearch } from "../compose/load-research.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const log = createLogger("error");
const closing = createClosing(log);
try {
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const opened = await openMigratedDatabase(reached, log, closing, () => undefined);
  const { added, renewed, kept } = await loadResearch(config, opened, log, closing);
  console.log(`${added.length} articles were added and ${renewed.length} renewed.`);
  for (const slug of kept) console.log(`${slug} was edited here since and is left as it is.`);
} catch (cause) {
  console.error(`Nothing more was loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
