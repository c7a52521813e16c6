import { join } from "node:path";
import { parseArgs } from "node:util";
import { toEmailKey } from "@vriddhi/core/account/rules";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { askRemoval } from "../features/second-factor/lost-factor.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const USAGE = "npm run lost-phone -- --address asha@example.com";

const log = createLogger("error");
const closing = createClosing(log);
try {
  const { values } = parseArgs({ options: { address: { type: "string" } } });
  if (values.address === undefined) throw new Error(USAGE);
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  const deps = { database, audit: createAudit(database, systemClock), clock: systemClock };
  if ((await askRemoval(deps, toEmailKey(values.address))) === "unknown")
    throw new Error("no account with this address has an authenticator");
  console.log("The owner is notified within minutes, and the authenticator is removed a day later.");
} catch (cause) {
  console.error(`Nothing was changed: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
