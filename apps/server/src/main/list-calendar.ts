import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { createCalendarStore } from "../features/market-calendar/calendar.store.pg.ts";
import { listYear } from "../features/market-calendar/list-year.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const log = createLogger("error");
const closing = createClosing(log);
try {
  const { values } = parseArgs({ options: { year: { type: "string" }, file: { type: "string" } } });
  if (values.file === undefined) throw new Error("--file is required: the name of a file with one line per day");
  const text = readFileSync(values.file, "utf8");
  const config = readConfig(process.env);
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  const listed = await listYear(
    { store: createCalendarStore(database), clock: systemClock },
    { year: values.year, text },
  );
  if (!listed.ok) throw new Error(listed.error);
  const { year, closures, sessions } = listed.value;
  console.log(`${year}: ${closures.length} weekdays without a session, ${sessions.length} sessions of their own.`);
  console.log("Running processes know it within a minute.");
} catch (cause) {
  console.error(`The calendar was not changed: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
