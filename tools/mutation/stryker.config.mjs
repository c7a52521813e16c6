// One folder of rules: tools/mutation.mjs passes it, and the file of its results.
const { MUTATED = "", MUTATION_RESULTS } = process.env;

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
  mutate: [`${MUTATED}/*.ts`, "!**/*.test.ts", "!**/*-fixture.ts"],
  ignorePatterns: ["/*", "!/package.json", "!/tsconfig*.json", "!/tools", "!/packages"],
  tempDirName: "build/mutation",
  cleanTempDir: "always",
  // A constant would need the tests' modules anew for each of its mutants; tables of expected values cover them.
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 20_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 20,
  incremental: true,
  incrementalFile: MUTATION_RESULTS,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
};
