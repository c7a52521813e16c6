import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { readConfig } from "../platform/config/config.ts";
import { settleMasterKey } from "../platform/config/master-key.ts";
import { Secret } from "../platform/config/secret.ts";
import { rotateKeys } from "../platform/crypto/rotate-keys.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const log = createLogger("error");
const closing = createClosing(log);
try {
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => {});
  await rotateKeys({
    database,
    masterKey: settleMasterKey(config),
    newMasterKey: config.masterKeyNew,
    pause: (ms) => sleep(ms),
    report: (line) => console.log(line),
  });
  console.log("done");
} catch (cause) {
  console.error(`The keys were not rotated: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
