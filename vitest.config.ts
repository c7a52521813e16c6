import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { findSystemPostgres } from "./tools/lib/system-postgres.mjs";

process.env["TZ"] = "UTC"; // decisions are taken in IST whatever the machine's zone is

const STORE_TESTS = "apps/server/src/**/*.pg.test.ts";
const CONFORMANCE_TESTS = "{packages,apps}/*/src/**/*.conformance.test.ts";
/** What needs a document beside the screens themselves: making one takes longer than most files of tests. */
const SCREEN_TESTS = "apps/web/src/**/*.dom.test.ts";
/** What only `npm run test:deep` runs; tests that take samples otherwise ask @vriddhi/testing/deep. */
const DEEP_TESTS = process.env["TEST_DEEP"] === "1" ? [] : ["**/*.deep.{test,pg.test}.ts"];
/** What another PostgreSQL could answer otherwise: stores, migrations, leases, locks and loads. */
const DIALECT_TESTS = [
  "apps/server/src/platform/{db,due-step,events,limits,queue}/**/*.pg.test.ts",
  "apps/server/src/**/*.{store,load}.pg.test.ts",
  "apps/server/src/features/{event-stream,invoice}/*.pg.test.ts",
];
/**
 * Files of one worker share the modules that they import: the product is loaded twice and not once per file. Nothing here
 * replaces a module, and what holds state is made by a call; screens, which do both, are kept apart. Node itself loads them,
 * as it loads the product: rewritten for Vite's runner each use of an import is a look-up, and simulated days take half as
 * long again.
 */
const SHARED = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } } as const;
/** Only a hang reaches these, also on a machine that gives us a tenth of its time. */
const PATIENCE_MS = 300_000;

function storeProject(name: string, source: { url?: string; binaries?: string }, include: string[]) {
  return {
    extends: true,
    test: {
      ...SHARED,
      name,
      include,
      exclude: DEEP_TESTS,
      globalSetup: ["apps/server/src/testing/postgres.setup.ts"],
      provide: { postgresSource: source },
    },
  } satisfies TestProjectInlineConfiguration;
}

/** The longest files start first, so that they do not run alone at the end; a fresh checkout has no timings. */
const LONGEST =
  /(chaos|fuzz|demo-day|seeds|mutants|morning|mornings|restart-durability|processes|desk-orders|desk-status|authorisation|trading|engine|eight-o-clock|server|paper|run-day)[.](pg[.])?test[.]tsx?$/;

/** One project after the other, because a worker keeps its modules only for the next file of the same one. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const systemPostgres = findSystemPostgres();

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 4 * PATIENCE_MS,
    hookTimeout: 4 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: "small",
          include: [
            "packages/*/src/**/*.test.ts",
            "apps/{server,research,simulate}/src/**/*.test.ts",
            "{bench/src,tools}/*.test.ts",
          ],
          exclude: [STORE_TESTS, CONFORMANCE_TESTS, ...DEEP_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: "web",
          include: ["apps/web/src/**/*.test.tsx", SCREEN_TESTS],
          environment: "jsdom",
          setupFiles: ["apps/web/src/testing/vitest.setup.ts"],
        },
      },
      {
        extends: true,
        test: { name: "web-logic", isolate: false, include: ["apps/web/src/**/*.test.ts"], exclude: [SCREEN_TESTS] },
      },
      storeProject("store-embedded", {}, [STORE_TESTS]),
      ...(systemPostgres ? [storeProject("store-system", systemPostgres, DIALECT_TESTS)] : []),
      { extends: true, test: { ...SHARED, name: "conformance", include: [CONFORMANCE_TESTS] } },
    ],
  },
});
