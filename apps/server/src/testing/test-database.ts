import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { runSql, withDatabase } from "./sql.ts";

export interface TestDatabase {
  /** As the owner of the schema. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of one's own: a copy of the template, one per test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject("postgres");
  const name = `vriddhi_test_${randomBytes(6).toString("hex")}`;
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
