import { describe, expect, it } from "vitest";
import { bans, type SourceFile } from "./bans.ts";
import { readRepository } from "./repository.ts";

/** Banned texts are split in two, so that this file does not break its own rules. */
const planted: Record<string, { readonly bad: readonly SourceFile[]; readonly good: readonly SourceFile[] }> = {
  "files of more than 400 lines": {
    bad: [file("a.ts", "x\n".repeat(401))],
    good: [file("a.ts", "x\n".repeat(400)), file("apps/server/migrations/1.ts", "x\n".repeat(900))],
  },
  "names that say nothing": {
    bad: ["src/utils.ts", "src/helpers/a.ts", "src/order-manager.ts", "src/common/a.ts"].map((name) => file(name, "")),
    good: [file("src/commonwealth.ts", "")],
  },
  "several properties packed into the spread of a literal": {
    bad: [file("a.ts", `const a = { ...${"{"} b, c }, d };`)],
    good: [file("a.ts", "const a = { ...b, ...(c ? { d } : {}), ...{} };")],
  },
  "the wall clock in rules and features": {
    bad: ["Date.now()", "new Date()", "setTimeout(go, 1)", "setInterval(go, 1)"].map((text) =>
      file("packages/core/src/a.ts", text),
    ),
    good: [
      file("packages/core/src/a.ts", "new Date(at).getUTCDay(); clock.setTimeout(1)"),
      file("apps/server/src/platform/clock/a.ts", "Date.now()"),
    ],
  },
  "unseeded chance": {
    bad: [file("packages/core/src/a.ts", `Math.${"random"}()`)],
    good: [file("packages/core/src/a.test.ts", `Math.${"random"}()`), file("apps/web/src/a.ts", `Math.${"random"}()`)],
  },
  "notes to self": {
    bad: ["TO", "FIX", "X"].map((start, n) => file("a.ts", `// ${start}${["DO", "ME", "XX"][n]}: later`)),
    good: [file("a.ts", "// masked: XXXXXX1234, the todo list")],
  },
  "focused or silently skipped tests": {
    bad: ["describe", "it", "test"].flatMap((word) =>
      ["only", "skip"].map((end) => file("a.test.ts", `${word}.${end}("x", () => {});`)),
    ),
    good: [
      file("a.test.ts", `// no such broker on Windows\nit.${"skip"}("x", () => {});`),
      file("e2e/a.spec.ts", `test.${"skip"}(isPhone, "has no mouse");`),
    ],
  },
  barrels: {
    bad: [file("src/index.ts", 'export { a } from "./a.ts";'), file("src/index.ts", 'export * from "./a.ts";')],
    good: [file("src/routes/index.tsx", "export default function Home() {}")],
  },
  "paths of one machine": {
    bad: ["work", "root", "home"].map((folder) => file("a.md", `see /${folder}/x`)),
    good: [file("a.ts", 'import "../home/hero.ts"; import "./features/work/a.ts";')],
  },
  "addresses of a package registry": {
    bad: [
      file("package-lock.json", `"resolved": "${"https"}://example.org/a.tgz"`),
      file(".npmrc", `regis${"try"}=https://example.org`),
    ],
    good: [file("package-lock.json", '"resolved": "packages/core"')],
  },
  "links to files that are not there": {
    bad: [file("docs/a.md", "[gone](../gone.md)"), file("README.md", "![gone](docs/gone.png)")],
    good: [file("docs/a.md", "[b](b.md#part) [up](../README.md) [web](https://example.org) `[x](y)` [here](#part)")],
  },
};
const known = new Set(["docs", "docs/a.md", "docs/b.md", "README.md"]);

describe.each(bans)("$name", (ban) => {
  const examples = planted[ban.name];
  it("are found in bad examples, and not in good ones", () => {
    expect(examples?.bad.filter((bad) => !ban.applies(bad.name) || ban.find(bad, known).length === 0)).toEqual([]);
    expect(examples?.good.filter((good) => ban.applies(good.name) && ban.find(good, known).length > 0)).toEqual([]);
  });

  it("are nowhere in the repository", () => {
    const { files, names } = readRepository();
    const found = files
      .filter(({ name }) => ban.applies(name))
      .flatMap((source) => ban.find(source, names).map((fault) => `${source.name}: ${fault}`));
    expect(found).toEqual([]);
  });
});

function file(name: string, text: string): SourceFile {
  return { name, text };
}
