import { describe, expect, it } from "vitest";
import type { SourceFile } from "./bans.ts";
import { readRepository } from "./repository.ts";

/** Words that hide the actor or replace the field's term; docs/concepts/glossary.md has the terms. */
const WORDS = [
  ["who", "ever"],
  ["no", "body"],
  ["some", "body"],
  ["hea", "rd"],
  ["blo", "ws?"],
  ["dee", "ds?"],
  ["cro", "wds?"],
  ["str", "eets?"],
  ["mis", "haps?"],
  ["(is|was|are) ", "told"],
  ["of its own ", "kind"],
  ["(this|a) ", "life"],
  ["sta", "nds"],
  ["wis", "h(es)?"],
  ["put ", "away"],
  ["rid", "dles?"],
].map((parts) => parts.join(""));
const BANNED = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "gi");

const READ = /\.(ts|tsx|mjs|md|css|html)$/;

/** Each budget only falls; a package without one has 0. */
const BUDGETS: Readonly<Record<string, number>> = {};

/** Sentences in which a word is meant literally, or which the specification fixes. */
const ALLOWED: readonly { readonly file: string; readonly sentence: string; readonly reason: string }[] = [];

function bannedIn({ name, text }: SourceFile): readonly string[] {
  const allowed = ALLOWED.filter(({ file }) => file === name);
  const rest = allowed.reduce((left, { sentence }) => left.replaceAll(sentence, ""), text);
  return rest.split("\n").flatMap((line, index) =>
    [...line.matchAll(BANNED)].map(([word]) => `${name}:${index + 1}: ${word}`),
  );
}

const packageOf = (name: string): string =>
  /^(?:apps|packages)\/[^/]+|^[^/]+(?=\/)/.exec(name)?.[0] ?? "(root)";

describe("the field's vocabulary", () => {
  it.each([
    ["a comment", `// ${"Who"}ever holds the lease`, 1],
    ["a title", `it("lets ${"some"}body in", () => {})`, 1],
    ["a plural", `two ${"cro"}wds and a ${"wis"}h`, 2],
    ["a part of another word", "withstands; fire-blown; unheard-ofs; streetwise", 0],
  ])("is missed by %s", (_, text, count) => {
    expect(bannedIn({ name: "a.ts", text })).toHaveLength(count);
  });

  it("is missed in no package more often than its budget says, and no budget is larger than needed", () => {
    const found = new Map<string, string[]>();
    for (const file of readRepository().files.filter(({ name }) => READ.test(name))) {
      const words = bannedIn(file);
      if (words.length > 0) found.set(packageOf(file.name), [...(found.get(packageOf(file.name)) ?? []), ...words]);
    }
    const over = [...found].filter(([name, words]) => words.length > (BUDGETS[name] ?? 0));
    expect(over.flatMap(([, words]) => words.slice(0, 20))).toEqual([]);
    const counts = Object.fromEntries([...found].map(([name, words]) => [name, words.length]));
    expect(counts).toEqual(BUDGETS);
  });

  it("allows no sentence that is gone", () => {
    const texts = new Map(readRepository().files.map(({ name, text }) => [name, text]));
    expect(ALLOWED.filter(({ file, sentence }) => !texts.get(file)?.includes(sentence))).toEqual([]);
  });
});
