// Who may import whom. tools/boundaries.test.ts proves that each rule bites.

const TEST = "[.]test[.]tsx?$";
/** What only tests use. */
const FIXTURE = "-fixture[.]ts$";
const OUR_CODE = "^(packages|apps|e2e|bench|tools)/";
const src = (...names) => `^packages/(${names.join("|")})/src/`;
const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join("|")})/`;
const BROKER_COMMONS = "port|transport|conformance";
/** The suite that every order store passes, and the scripted world of the executor's tests. */
const EXECUTION_TESTS = "^packages/execution/src/(store-suite|scripted)/";
/** The suite that adapters' tests run: test code in all but its name. */
const CONFORMANCE = "^packages/brokers/src/conformance/";
const ADAPTER = `^packages/brokers/src/(?!(?:${BROKER_COMMONS})/)([^/]+)/`;

const rule = (name, from, to) => ({ name, severity: "error", from, to });

/**
 * A package may reach `allowed` and nothing else; its tests, and what `alsoTests` matches, may also reach npm, node:, our
 * testing package and `forTests`.
 */
const only = (name, folder, allowed, alsoTests = [], ...forTests) => [
  rule(name, { path: `^packages/${folder}/src/`, pathNot: [TEST, ...alsoTests] }, allowed),
  rule(
    `${name}-in-tests`,
    { path: [`^packages/${folder}/src/.*${TEST}`, ...alsoTests] },
    { path: OUR_CODE, pathNot: [...[allowed.pathNot].flat(), src("testing", ...forTests)] },
  ),
];

/** Restricted among ourselves only: npm and node: stay open. */
const onlyOurs = (name, folder, ...allowed) =>
  only(name, folder, { path: OUR_CODE, pathNot: [src(folder, ...allowed)] });

module.exports = {
  forbidden: [
    ...only("core-is-pure", "core", { pathNot: [src("core")] }),
    ...only("contract-knows-core-and-zod", "contract", { pathNot: [src("contract", "core"), npm("zod")] }),
    ...only(
      "brokers-know-core",
      "brokers",
      {
        pathNot: [src("brokers", "core"), npm("zod", "undici", "ws", "otpauth", "csv-parse")],
        dependencyTypesNot: ["core"],
      },
      [CONFORMANCE],
      "sandbox",
    ),
    rule("conformance-only-in-tests", { pathNot: [TEST, CONFORMANCE] }, { path: CONFORMANCE }),
    ...only(
      "execution-knows-core-and-the-port",
      "execution",
      { pathNot: [src("execution", "core"), "^packages/brokers/src/port/"] },
      [EXECUTION_TESTS],
    ),
    rule("store-suite-only-in-tests", { pathNot: [TEST, FIXTURE, EXECUTION_TESTS] }, { path: EXECUTION_TESTS }),
    ...onlyOurs("sandbox-knows-core", "sandbox", "core"),
    ...onlyOurs("testing-knows-core-and-contract", "testing", "core", "contract"),

    rule("adapters-are-strangers", { path: ADAPTER }, { path: ADAPTER, pathNot: "^packages/brokers/src/$1/" }),
    rule(
      "port-knows-no-adapter",
      { path: `^packages/brokers/src/(${BROKER_COMMONS})/`, pathNot: TEST },
      { path: ADAPTER },
    ),
    rule(
      "wire-stays-home",
      { pathNot: "^packages/brokers/src/[^/]+/" },
      { path: "^packages/brokers/src/[^/]+/(wire|to-wire|from-wire|client)[.]ts$" },
    ),

    rule(
      "features-are-strangers",
      { path: "^apps/([^/]+)/src/features/([^/]+)/" },
      { path: "^apps/$1/src/features/", pathNot: "^apps/$1/src/features/$2/" },
    ),
    rule(
      "platform-knows-no-feature",
      { path: "^apps/server/src/platform/" },
      { path: "^apps/server/src/(features|gateways|compose|main)/" },
    ),
    rule(
      "gateways-know-no-feature",
      { path: "^apps/server/src/gateways/" },
      { path: "^apps/server/src/(features|compose|main)/" },
    ),
    rule(
      "only-compose-sees-everything",
      { path: "^apps/server/src/features/", pathNot: TEST },
      { path: "^apps/server/src/(compose|main)/" },
    ),
    rule(
      "adapters-only-in-compose",
      { path: "^apps/server/", pathNot: ["^apps/server/src/(compose|testing)/", TEST] },
      { path: "^packages/brokers/", pathNot: "^packages/brokers/src/port/" },
    ),
    rule(
      "sandbox-only-in-compose",
      { path: "^apps/", pathNot: ["^apps/server/src/(compose|testing)/", "^apps/simulate/", `^apps/server/.*${TEST}`] },
      { path: "^packages/sandbox/" },
    ),

    rule("web-and-server-are-strangers", { path: "^apps/([^/]+)/" }, { path: "^apps/", pathNot: "^apps/$1/" }),
    rule(
      "web-knows-core-and-contract",
      { path: "^apps/web/" },
      { path: "^packages/", pathNot: src("core", "contract", "testing") },
    ),
    rule(
      "simulate-composes-the-order-path",
      { path: "^apps/simulate/" },
      { path: "^packages/", pathNot: src("core", "brokers", "execution", "sandbox", "testing") },
    ),
    rule("research-knows-core", { path: "^apps/research/" }, { path: "^packages/", pathNot: src("core", "testing") }),
    rule(
      "web-ground-floor",
      { path: "^apps/web/src/(ui|lib|texts)/" },
      { path: "^apps/web/src/(features|routes|app)/" },
    ),
    rule("web-features-know-no-route", { path: "^apps/web/src/features/" }, { path: "^apps/web/src/(routes|app)/" }),

    rule(
      "journeys-use-the-browser",
      { path: "^e2e/" },
      { path: OUR_CODE, pathNot: ["^e2e/", src("contract", "sandbox", "testing")] },
    ),
    rule(
      "bench-uses-http",
      { path: "^bench/", pathNot: "^bench/src/backtest/" },
      {
        path: OUR_CODE,
        pathNot: ["^bench/", "^tools/lib/engine-flags[.]mjs$", src("contract", "testing")],
      },
    ),
    rule(
      "bench-runs-research-in-place",
      { path: "^bench/src/backtest/" },
      { path: OUR_CODE, pathNot: ["^bench/", "^apps/research/", src("core", "testing")] },
    ),
    rule("only-compose-knows-the-outside", { path: "^(packages|apps)/" }, { path: "^(e2e|bench|tools)/" }),
    rule(
      "testing-only-in-tests",
      { pathNot: [TEST, "^(e2e|bench)/", "^packages/testing/", "^apps/[^/]+/src/testing/"] },
      { path: ["^packages/testing/", "^apps/[^/]+/src/testing/"] },
    ),

    rule("no-cycles", {}, { circular: true }),
    rule("no-unresolvable", {}, { couldNotResolve: true, pathNot: ["[+]types/", "^virtual:", "^hast$"] }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(build|[.]react-router|migrations)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
