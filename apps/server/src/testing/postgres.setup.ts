import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { startPostgres } from "../platform/postgres/start-postgres.ts";
import { runSql, withDatabase } from "./sql.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of a test project: a running one, another one's binaries, or (empty) the embedded one. */
    postgresSource: { readonly url?: string; readonly binaries?: string };
    /** The migrated database that each test file copies. */
    postgres: { readonly serverUrl: string; readonly template: string };
  }
}

/** Test data may be lost in a crash, so nothing waits for the disk. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=400"];

const MEMORY = "/dev/shm";
const MEMORY_MIN_BYTES = 6 * 2 ** 30;

/** One PostgreSQL per project, migrated once; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, binaries } = project.getProvidedContext().postgresSource;
  const server = url === undefined ? await startScratchServer(binaries) : { url, stop: async () => {} };
  const template = `vriddhi_template_${randomBytes(4).toString("hex")}`;
  const dropTemplate = () => runSql(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  try {
    await runSql(server.url, `CREATE DATABASE ${template}`);
    await migrateDatabase(withDatabase(server.url, template));
  } catch (error) {
    await dropTemplate();
    await server.stop();
    throw error;
  }
  project.provide("postgres", { serverUrl: server.url, template });
  return async () => {
    await dropTemplate();
    await server.stop();
  };
}

/** Thousands of small files are created and removed: a memory file system with room takes half the time. */
function scratchPlace(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    if (bavail * bsize >= MEMORY_MIN_BYTES) return MEMORY;
  } catch {
    // This machine has none.
  }
  return os.tmpdir();
}

/** Password checks of thousands of connections take a tenth of their time; other tests cover authentication. */
function grantTraversal(home: string): string {
  const file = path.join(home, "pg_hba.conf");
  fs.writeFileSync(file, "host all all 127.0.0.1/32 trust\n", { mode: 0o644 });
  return file;
}

async function startScratchServer(binaries: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const home = fs.mkdtempSync(path.join(scratchPlace(), "vriddhi-test-"));
  fs.chmodSync(home, 0o755); // as root the database runs as another user, who must enter
  const removeHome = () => fs.rmSync(home, { recursive: true, force: true });
  try {
    const options = { home, log: () => {}, settings: [...FAST, `hba_file=${grantTraversal(home)}`] };
    const server = await startPostgres(binaries === undefined ? options : { ...options, binaries });
    return { url: server.url, stop: () => server.stop().finally(removeHome) };
  } catch (error) {
    removeHome();
    throw error;
  }
}
