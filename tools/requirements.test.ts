import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const LISTS = ["A", "B", "C"] as const;
const TESTS = ["{packages,apps}/*/src/**/*.test.{ts,tsx}", "e2e/**/*.spec.ts", "tools/*.test.ts"];

const ID = "[ABC]\\d+\\.\\d+";
/** `[A5.3]`, `[A4.1, A8.1]`, `[A7.17-A7.19]` */
const TAG = new RegExp(`\\[(${ID}(?:[,\\s–-]+${ID})*)\\]`, "g");
/** A row of a table of cases whose title is `[%s] …`. */
const ROW = new RegExp(`["'\`](${ID})["'\`]`, "g");

/** Every requirement has its own line, which begins with its id. */
const definedIn = (list: string): string[] => [...list.matchAll(/^- \*\*(\S+)\*\* \S/gm)].map(([, id = ""]) => id);

const namedIn = (test: string): string[] =>
  [...test.matchAll(TAG), ...test.matchAll(ROW)].flatMap(([, ids = ""]) => ids.match(new RegExp(ID, "g")) ?? []);

const findTwice = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

const findUnknown = (test: string, known: ReadonlySet<string>): string[] =>
  namedIn(test).filter((id) => !known.has(id));

const readList = (part: string): string => fs.readFileSync(path.join(ROOT, `docs/requirements/${part}.md`), "utf8");
const listTests = (): string[] =>
  fs.globSync(TESTS, { cwd: ROOT, exclude: (name) => path.basename(name) === "node_modules" });

/** No requirement has this number, so that the examples below can use it. */
const NOWHERE = `${"A"}0.1`;

describe("an id in a test's title", () => {
  it("is found alone, in a row, at both ends of a range and in a table of cases", () => {
    const test = `it("[${NOWHERE}] x"); it("x [${NOWHERE}, ${NOWHERE}]"); it("[${NOWHERE}-${NOWHERE}]"); ["${NOWHERE}", 1]`;
    expect(namedIn(test)).toHaveLength(6);
    expect(namedIn(`it("is ${NOWHERE} without brackets"); list[1.5]; ["${NOWHERE}!"]`)).toEqual([]);
  });

  it("that is in no requirements list is reported", () => {
    expect(findUnknown(`it("[${NOWHERE}] x")`, new Set(definedIn("- **A2.1** x")))).toEqual([NOWHERE]);
    expect(findUnknown(`it("[${NOWHERE}] x")`, new Set(definedIn(`- **${NOWHERE}** x`)))).toEqual([]);
  });

  it("is defined in docs/requirements", () => {
    const known = new Set(LISTS.flatMap((part) => definedIn(readList(part))));
    const tests = listTests().map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, name), "utf8") }));
    expect(tests.flatMap(({ text }) => namedIn(text)).length).toBeGreaterThan(0);
    expect(tests.flatMap(({ name, text }) => findUnknown(text, known).map((id) => `${name}: ${id}`))).toEqual([]);
  });
});

describe("an id in docs/requirements", () => {
  it("that occurs twice is reported", () => {
    expect(findTwice(definedIn("- **A2.1** x\n- **A2.2** y\n- **A2.1** z"))).toEqual(["A2.1"]);
  });

  it("occurs once, in the list of its letter", () => {
    const lists = LISTS.map((part) => ({ part, ids: definedIn(readList(part)) }));
    expect(findTwice(lists.flatMap(({ ids }) => ids))).toEqual([]);
    for (const { part, ids } of lists) {
      expect(ids.length, part).toBeGreaterThan(0);
      expect(
        ids.filter((id) => !new RegExp(`^${part}\\d+\\.\\d+$`).test(id)),
        part,
      ).toEqual([]);
    }
  });
});
