import fs from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { findSystemPostgres } from "./tools/lib/system-postgres.mjs";

process.env["TZ"] = "UTC"; // decisions are taken in IST whatever the machine's zone is

const STORE_TESTS = "apps/server/src/**/*.pg.test.ts";
const CONFORMANCE_TESTS = "{packages,apps}/*/src/**/*.conformance.test.ts";
/** These start a database of their own, whichever the project tests against. */
const OWN_DATABASE_TESTS = ["apps/server/src/platform/postgres/**", "apps/server/src/main/**"];
const webSetup = "apps/web/src/testing/vitest.setup.ts";

function storeProject(name: string, source: { url?: string; binaries?: string }, exclude: string[]) {
  return {
    extends: true,
    test: {
      name,
      include: [STORE_TESTS],
      exclude,
      globalSetup: ["apps/server/src/testing/postgres.setup.ts"],
      provide: { postgresSource: source },
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  } satisfies TestProjectInlineConfiguration;
}

const systemPostgres = findSystemPostgres();

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "small",
          include: ["packages/*/src/**/*.test.ts", "apps/server/src/**/*.test.ts", "tools/*.test.ts"],
          exclude: [STORE_TESTS, CONFORMANCE_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["apps/web/src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: fs.existsSync(webSetup) ? [webSetup] : [],
        },
      },
      storeProject("store-embedded", {}, []),
      ...(systemPostgres ? [storeProject("store-system", systemPostgres, OWN_DATABASE_TESTS)] : []),
      { extends: true, test: { name: "conformance", include: [CONFORMANCE_TESTS], testTimeout: 30_000 } },
    ],
  },
});
