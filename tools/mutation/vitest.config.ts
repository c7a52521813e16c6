import { defineConfig } from "vitest/config";

process.env["TZ"] = "UTC";

/** The tests beside the mutated rules: they need neither database nor browser. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [`${process.env["MUTATED"]}/*.test.ts`],
    setupFiles: ["tools/mutation/fewer-runs.setup.ts"],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
