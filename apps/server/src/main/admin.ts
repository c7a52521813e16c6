import { join } from "node:path";
import { parseArgs } from "node:util";
import { toEmailKey } from "@vriddhi/core/account/rules";
import { type StaffRole, staffRoles } from "@vriddhi/core/back-office/admin-session";
import { createClosing } from "../compose/closing.ts";
import { openMigratedDatabase } from "../compose/open-database.ts";
import { listStaff, putRole } from "../features/admin-session/staff-role.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import type { Database } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const USAGE = `npm run admin -- list
npm run admin -- add asha@example.com [--role ${staffRoles.join("|")}]
npm run admin -- remove asha@example.com`;

const isStaffRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);

const NO_FACTOR =
  "They have no authenticator yet. In live mode the login at /secret leads them through setting one up.";

async function change(database: Database, address: string, role: StaffRole | "user"): Promise<void> {
  const deps = { database, audit: createAudit(database, systemClock), clock: systemClock };
  const changed = await putRole(deps, toEmailKey(address), role);
  if (changed.kind === "unknown") throw new Error("no account has this address: sign up and verify the address first");
  if (changed.kind === "last_admin")
    throw new Error("this is the last admin: give another account the role first, the back office must have one");
  if (changed.kind === "same") return console.log(`Nothing to change: ${address} has the role ${role} already.`);
  console.log(`${address} was ${changed.before} and is ${role} now.`);
  if (role !== "user" && !changed.hasFactor) console.log(NO_FACTOR);
}

async function list(database: Database): Promise<void> {
  const staff = await listStaff({ database });
  if (staff.length === 0) console.log("No account has a back-office role yet.");
  for (const { email, role, hasFactor } of staff)
    console.log(`${role.padEnd(12)}${email}${hasFactor ? "" : "  (no authenticator)"}`);
}

async function run(database: Database): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: "string", default: "admin" } },
  });
  const [what, address] = positionals;
  if (what === "list" && address === undefined) return list(database);
  if (address === undefined || positionals.length !== 2 || !isStaffRole(values.role)) throw new Error(USAGE);
  if (what === "add") return change(database, address, values.role);
  if (what === "remove") return change(database, address, "user");
  throw new Error(USAGE);
}

const log = createLogger("error");
const closing = createClosing(log);
try {
  const config = readConfig(process.env);
  // A product that runs from the same data folder owns its database; this command only connects to it.
  const running = config.databaseUrl === null ? findRunningPostgres(join(config.dataDir, "postgres")) : null;
  const reached = running === null ? config : { ...config, databaseUrl: new Secret(running) };
  const { database } = await openMigratedDatabase(reached, log, closing, () => undefined);
  await run(database);
} catch (cause) {
  console.error(`Nothing was changed: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}
