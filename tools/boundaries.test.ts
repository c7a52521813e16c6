import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const { options, ...ruleSet } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as IFlattenedRuleSet & {
  options: ICruiseOptions;
};

/** What each rule must catch: importing file → what it imports, as written. */
const violations: Record<string, readonly (readonly [file: string, imports: string])[]> = {
  "core-is-pure": [
    ["packages/core/src/a/uses-npm.ts", "zod"],
    ["packages/core/src/a/uses-node.ts", "node:fs"],
    ["packages/core/src/a/uses-testing.ts", "@vriddhi/testing/builder"],
  ],
  "core-is-pure-in-tests": [["packages/core/src/a/upward.test.ts", "@vriddhi/contract/endpoint"]],
  "contract-knows-core-and-zod": [
    ["packages/contract/src/uses-node.ts", "node:crypto"],
    ["packages/contract/src/uses-other.ts", "undici"],
  ],
  "contract-knows-core-and-zod-in-tests": [["packages/contract/src/upward.test.ts", "@vriddhi/brokers/port/gateway"]],
  "brokers-know-core": [
    ["packages/brokers/src/port/uses-contract.ts", "@vriddhi/contract/endpoint"],
    ["packages/brokers/src/port/uses-npm.ts", "fastify"],
    ["packages/brokers/src/zerodha/plays.ts", "@vriddhi/sandbox/exchange/exchange"],
  ],
  "brokers-know-core-in-tests": [
    ["packages/brokers/src/port/peeks.test.ts", "@vriddhi/contract/endpoint"],
    ["packages/brokers/src/conformance/peeks.ts", "@vriddhi/contract/endpoint"],
  ],
  "conformance-only-in-tests": [["packages/brokers/src/zerodha/peeks.ts", "../conformance/describe-broker.ts"]],
  "execution-knows-core-and-the-port": [
    ["packages/execution/src/account/cheats.ts", "@vriddhi/brokers/zerodha/to-wire"],
    ["packages/execution/src/account/uses-node.ts", "node:fs"],
  ],
  "execution-knows-core-and-the-port-in-tests": [
    ["packages/execution/src/account/cheats.test.ts", "@vriddhi/sandbox/exchange/exchange"],
    ["packages/execution/src/store-suite/cheats.ts", "@vriddhi/sandbox/exchange/exchange"],
  ],
  "store-suite-only-in-tests": [["packages/execution/src/account/peeks.ts", "../store-suite/describe-order-store.ts"]],
  "sandbox-knows-core": [["packages/sandbox/src/exchange/cheats.ts", "@vriddhi/brokers/port/gateway"]],
  "sandbox-knows-core-in-tests": [["packages/sandbox/src/exchange/cheats.test.ts", "@vriddhi/brokers/port/gateway"]],
  "testing-knows-core-and-contract": [["packages/testing/src/cheats.ts", "@vriddhi/sandbox/exchange/exchange"]],
  "testing-knows-core-and-contract-in-tests": [
    ["packages/testing/src/cheats.test.ts", "@vriddhi/sandbox/exchange/exchange"],
  ],
  "adapters-are-strangers": [["packages/brokers/src/fyers/borrows.ts", "../zerodha/adapter.ts"]],
  "port-knows-no-adapter": [["packages/brokers/src/transport/special.ts", "../zerodha/adapter.ts"]],
  "wire-stays-home": [["apps/server/src/compose/peeks.ts", "@vriddhi/brokers/zerodha/to-wire"]],
  "features-are-strangers": [
    ["apps/server/src/features/coupon/borrows.ts", "../blog/blog.ts"],
    ["apps/server/src/features/coupon/borrows.test.ts", "../blog/blog.ts"],
    ["apps/web/src/features/coupon/borrows.tsx", "../blog/blog.tsx"],
  ],
  "platform-knows-no-feature": [["apps/server/src/platform/mail/knows.ts", "../../features/blog/blog.ts"]],
  "gateways-know-no-feature": [["apps/server/src/gateways/sms/knows.ts", "../../features/blog/blog.ts"]],
  "only-compose-sees-everything": [["apps/server/src/features/coupon/climbs.ts", "../../compose/compose.ts"]],
  "adapters-only-in-compose": [["apps/server/src/features/coupon/trades.ts", "@vriddhi/brokers/zerodha/adapter"]],
  "sandbox-only-in-compose": [
    ["apps/server/src/features/coupon/plays.ts", "@vriddhi/sandbox/exchange/exchange"],
    ["apps/web/src/lib/plays.ts", "@vriddhi/sandbox/exchange/exchange"],
  ],
  "web-and-server-are-strangers": [
    ["apps/web/src/lib/reaches-over.ts", "../../../server/src/platform/log.ts"],
    ["apps/server/src/platform/reaches-over.ts", "../../../web/src/ui/button.tsx"],
  ],
  "simulate-composes-the-order-path": [["apps/simulate/src/day/asks.ts", "@vriddhi/contract/endpoint"]],
  "research-knows-core": [["apps/research/src/bars/trades.ts", "@vriddhi/brokers/port/gateway"]],
  "web-knows-core-and-contract": [["apps/web/src/lib/trades.ts", "@vriddhi/brokers/port/gateway"]],
  "web-ground-floor": [["apps/web/src/ui/knows.tsx", "../features/blog/blog.tsx"]],
  "web-features-know-no-route": [["apps/web/src/features/coupon/climbs.tsx", "../../routes/home.tsx"]],
  "journeys-use-the-browser": [["e2e/journeys/cheats.spec.ts", "../../apps/server/src/platform/log.ts"]],
  "bench-runs-research-in-place": [["bench/src/backtest/cheats.ts", "@vriddhi/brokers/port/gateway"]],
  "bench-uses-http": [
    ["bench/src/cheats.ts", "@vriddhi/core/shared/money"],
    ["bench/src/trades.ts", "@vriddhi/brokers/zerodha/adapter"],
  ],
  "only-compose-knows-the-outside": [["apps/server/src/platform/tooled.ts", "../../../../tools/tool.ts"]],
  "testing-only-in-tests": [
    ["apps/server/src/platform/untested.ts", "@vriddhi/testing/builder"],
    ["apps/server/src/platform/unreal.ts", "../testing/test-database.ts"],
  ],
  "no-cycles": [["packages/core/src/loop/one.ts", "./two.ts"]],
  "no-unresolvable": [["apps/server/src/platform/lost.ts", "./nowhere.ts"]],
};

/** A cycle is reported once, at its first file. */
const closesTheCycle = ["packages/core/src/loop/two.ts", "./one.ts"] as const;

const allowed: readonly (readonly [file: string, imports: string])[] = [
  ["packages/core/src/shared/price.ts", "./money.ts"],
  ["packages/core/src/shared/price.test.ts", "vitest"],
  ["packages/core/src/shared/price.test.ts", "@vriddhi/testing/builder"],
  ["packages/contract/src/coupon.ts", "zod"],
  ["packages/contract/src/coupon.ts", "@vriddhi/core/shared/money"],
  ["packages/brokers/src/zerodha/login.ts", "node:crypto"],
  ["packages/brokers/src/zerodha/adapter.ts", "./to-wire.ts"],
  ["packages/brokers/src/transport/http.ts", "undici"],
  ["packages/brokers/src/conformance/venue.ts", "@vriddhi/sandbox/exchange/exchange"],
  ["packages/brokers/src/conformance/venue.ts", "vitest"],
  ["packages/brokers/src/zerodha/zerodha.conformance.test.ts", "../conformance/describe-broker.ts"],
  ["packages/brokers/src/zerodha/zerodha.conformance.test.ts", "@vriddhi/sandbox/exchange/exchange"],
  ["packages/execution/src/account/sender.ts", "@vriddhi/brokers/port/gateway"],
  ["packages/execution/src/store-suite/describe-order-store.ts", "vitest"],
  ["packages/execution/src/account/actor.test.ts", "../store-suite/describe-order-store.ts"],
  ["packages/sandbox/src/zerodha/server.ts", "fastify"],
  ["apps/server/src/compose/everything.ts", "../features/blog/blog.ts"],
  ["apps/server/src/compose/everything.ts", "../features/coupon/coupon.ts"],
  ["apps/server/src/compose/everything.ts", "@vriddhi/brokers/zerodha/adapter"],
  ["apps/server/src/compose/everything.ts", "@vriddhi/sandbox/exchange/exchange"],
  ["apps/server/src/main/server.ts", "../compose/compose.ts"],
  ["apps/server/src/features/blog/blog.pg.test.ts", "../../testing/test-database.ts"],
  ["apps/server/src/features/blog/blog.test.ts", "@vriddhi/sandbox/exchange/exchange"],
  ["apps/web/src/routes/home.tsx", "../features/blog/blog.tsx"],
  ["apps/web/src/routes/home.tsx", "./+types/home"],
  ["apps/web/src/routes/home.tsx", "@vriddhi/contract/endpoint"],
  ["e2e/journeys/subscribe.spec.ts", "@vriddhi/testing/builder"],
  ["bench/src/http/bench-http.ts", "@vriddhi/contract/endpoint"],
];

const targets = [
  "packages/core/src/shared/money.ts",
  "packages/contract/src/endpoint.ts",
  "packages/brokers/src/port/gateway.ts",
  "packages/brokers/src/zerodha/to-wire.ts",
  "packages/brokers/src/conformance/describe-broker.ts",
  "packages/execution/src/store-suite/describe-order-store.ts",
  "packages/sandbox/src/exchange/exchange.ts",
  "packages/testing/src/builder.ts",
  "apps/server/src/compose/compose.ts",
  "apps/server/src/features/blog/blog.ts",
  "apps/server/src/features/coupon/coupon.ts",
  "apps/server/src/platform/log.ts",
  "apps/server/src/testing/test-database.ts",
  "apps/web/src/features/blog/blog.tsx",
  "apps/web/src/ui/button.tsx",
  "tools/tool.ts",
];

let tree: string;
let reported: { rule: string; from: string }[];

beforeAll(async () => {
  tree = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-walls-")));
  plantPackages();
  const planted = [...Object.values(violations).flat(), closesTheCycle, ...allowed];
  for (const file of targets) write(file, "export const it = 1;\n");
  for (const [file, imports] of planted) write(file, `import "${imports}";\n`, "a");
  const result = await cruise(["packages", "apps", "e2e", "bench", "tools"], {
    ...options,
    baseDir: tree,
    ruleSet,
    validate: true,
  });
  const { summary } = result.output as ICruiseResult;
  reported = summary.violations.map((violation) => ({ rule: violation.rule.name, from: violation.from }));
}, 60_000);
afterAll(() => fs.rmSync(tree, { recursive: true, force: true }));

describe("package boundaries", () => {
  it("has an example of a violation for every rule", () => {
    expect(Object.keys(violations).sort()).toEqual((ruleSet.forbidden ?? []).map((rule) => rule.name).sort());
  });

  for (const [rule, examples] of Object.entries(violations)) {
    it.each(examples)(`${rule}: %s may not import %s`, (file) => {
      expect(reported.filter(({ from }) => from === file).map((violation) => violation.rule)).toContain(rule);
    });
  }

  it("reports no import of the allowed examples", () => {
    const innocent = new Set(allowed.map(([file]) => file));
    expect(reported.filter((violation) => innocent.has(violation.from))).toEqual([]);
  });
});

function plantPackages(): void {
  for (const name of ["core", "contract", "brokers", "sandbox", "testing"]) {
    const manifest = { name: `@vriddhi/${name}`, type: "module", exports: { "./*": "./src/*.ts" } };
    write(`packages/${name}/package.json`, JSON.stringify(manifest));
    fs.mkdirSync(path.join(tree, "node_modules/@vriddhi"), { recursive: true });
    fs.symlinkSync(path.join(tree, "packages", name), path.join(tree, "node_modules/@vriddhi", name), "junction");
  }
  for (const name of ["zod", "undici", "fastify", "vitest"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
    write(`node_modules/${name}/index.js`, "");
  }
}

function write(file: string, text: string, flag = "w"): void {
  const place = path.join(tree, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text, { flag });
}
