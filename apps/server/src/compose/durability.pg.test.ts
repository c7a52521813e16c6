import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { createProcessLog } from "../platform/log/logger.ts";
import { liveSettings } from "../testing/live-settings.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createClosing } from "./closing.ts";
import { openMigratedDatabase } from "./open-database.ts";

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(() => scratch.drop());

/** Opens the test's database, which has no standby, as a live start does. Returns the errors it logged. */
async function openLive(settings: Readonly<Record<string, string>>): Promise<unknown[]> {
  const address = new URL(scratch.url);
  address.searchParams.set("options", "-c synchronous_commit=on");
  const config = readConfig({ ...liveSettings, DATABASE_URL: address.href, LOG_LEVEL: "silent", ...settings });
  const silent = createProcessLog(config);
  const errors: unknown[] = [];
  const log = { ...silent, error: (fields: unknown) => errors.push(fields), child: () => log, warn: () => undefined };
  const closing = createClosing(silent);
  try {
    await openMigratedDatabase(config, log as never, closing, () => undefined);
    return errors;
  } finally {
    await closing.closeAll();
  }
}

it("refuses a live start on a database whose failover could lose commits", async () => {
  await expect(openLive({})).rejects.toThrow(/synchronous_standby_names is empty.*DATABASE_DURABILITY=warn/);
});

it("starts with DATABASE_DURABILITY=warn and logs an error", async () => {
  expect(await openLive({ DATABASE_DURABILITY: "warn" })).toMatchObject([
    { fault: expect.stringContaining("synchronous_standby_names is empty") },
  ]);
});
