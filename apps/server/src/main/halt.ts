import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { haltAllAccounts, liftHalt } from "../features/order-store/halt.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const PROGRESS_EVERY_MS = 2_000;

const log = createLogger("error");
const closing = createClosing(log);
try {
  const { values } = parseArgs({ options: { lift: { type: "boolean" } } });
  const config = readConfig(process.env);
  // A product that runs from the same data folder owns its database; this command only connects to it.
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  const killSwitch = createKillSwitch({
    accounts: { ofUser: async () => [] },
    humanClock: systemClock,
    marketClock: systemClock,
  });
  const deps = {
    database,
    killSwitch,
    print: (line: string) => console.log(line),
    pause: () => sleep(PROGRESS_EVERY_MS),
  };
  await (values.lift === true ? liftHalt(deps) : haltAllAccounts(deps));
} catch (cause) {
  // The commit may have happened although its reply was lost.
  const why = cause instanceof Error ? cause.message : String(cause);
  console.error(`Not confirmed: ${why}\nRun the command again: a repetition is harmless.`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
