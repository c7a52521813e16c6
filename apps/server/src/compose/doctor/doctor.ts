import pg from "pg";
import { systemClock } from "../../platform/clock/system-clock.ts";
import type { Config } from "../../platform/config/config.ts";
import { connectWithinMs } from "../../platform/db/database.ts";
import { openObjectStore } from "../open-object-store.ts";
import {
  checkCalendar,
  checkClock,
  checkFeeds,
  checkFirstUse,
  checkMasterKey,
  checkMigrations,
  checkOwners,
  checkReplication,
  checkSettings,
} from "./database-checks.ts";
import { type Finding, must, ok, reasonOf, runChecks } from "./finding.ts";
import { checkDisk, checkEgress, checkNode, checkPictures } from "./machine-checks.ts";
import { checkBaseUrl, checkMail, checkObjects, checkPayments, checkWebhook } from "./outside-checks.ts";

const STATEMENT_MS = 15_000;

/** Checks a deployment from this machine, with its settings, and changes nothing in the database. */
export async function examine(config: Config, databaseUrl: string, isOffline: boolean): Promise<readonly Finding[]> {
  const machine = { disk: checkDisk(config), egress: checkEgress(config), node: checkNode() };
  const outside = {
    mail: checkMail(config.smtpUrl),
    "object store": checkObjects(openObjectStore(config, systemClock)),
    payments: checkPayments(config.payment),
    webhook: checkWebhook(config),
    "base address": checkBaseUrl(config),
  };
  // Each waits for another machine.
  const groups = isOffline ? [] : Object.entries(outside).map(([name, check]) => runChecks({ [name]: check }));
  const settings = ok("settings", `complete for MODE=${config.mode}`);
  const found = await Promise.all([examineDatabase(config, databaseUrl), runChecks(machine), ...groups]);
  return [settings, ...found.flat(), ...checkPictures(config)];
}

async function examineDatabase(config: Config, url: string): Promise<readonly Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMs(url),
    query_timeout: STATEMENT_MS,
  });
  // A connection that is lost between two checks fails the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SET default_transaction_read_only = on");
    return await runChecks({
      clock: checkClock(client),
      database: checkSettings(client, config),
      "first use": checkFirstUse(client, config),
      replication: checkReplication(client),
      migrations: checkMigrations(client),
      "master key": checkMasterKey(client, config),
      owners: checkOwners(client),
      calendar: checkCalendar(client, config),
      feed: checkFeeds(client, config),
    });
  } catch (cause) {
    return [
      must(
        "database",
        `DATABASE_URL cannot be used: ${reasonOf(cause)}`,
        "start PostgreSQL, or correct the address, user or password",
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}
