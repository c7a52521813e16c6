import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { runSql, withDatabase } from "./sql.ts";

export interface TestDatabase {
  /** As the owner of the schema. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Upper bound that only a hang reaches, even on a heavily loaded machine. */
const PATIENCE_SECONDS = 300;

function patiently(url: string): string {
  const address = new URL(url);
  address.searchParams.set("connect_timeout", String(PATIENCE_SECONDS));
  address.searchParams.set("options", `-c statement_timeout=${PATIENCE_SECONDS}s`);
  return address.href;
}

/** A migrated database per test file, copied from the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject("postgres");
  const name = `vriddhi_test_${randomBytes(6).toString("hex")}`;
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: patiently(withDatabase(serverUrl, name)),
    drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
