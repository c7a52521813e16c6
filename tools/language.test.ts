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
const MIGRATIONS = /(^|\/)migrations\//;

/** Phrases in which a word is not prose. */
const ALLOWED: readonly { readonly phrase: string; readonly reason: string }[] = [
  { phrase: ["/algorithm/wis", "hes"].join(""), reason: "a public route" },
  { phrase: ['"wis', 'hes"'].join(""), reason: "a field of a live event" },
  { phrase: ['jsonb("wis', 'h")'].join(""), reason: "the name of a column" },
  { phrase: ["w.wis", "h ->>"].join(""), reason: "the same column in SQL" },
  { phrase: ["wis", "h, source, state"].join(""), reason: "the same column in SQL" },
  { phrase: ["sentence, wis", "h, asked_by"].join(""), reason: "the same column in SQL" },
  { phrase: ["str", "eet-address"].join(""), reason: "a value of HTML's autocomplete" },
  { phrase: ["system user `no", "body`"].join(""), reason: "the name of a Unix user" },
];

function bannedIn({ name, text }: SourceFile): readonly string[] {
  const prose = ALLOWED.reduce((rest, { phrase }) => rest.replaceAll(phrase, ""), text);
  return prose
    .split("\n")
    .flatMap((line, index) => [...line.matchAll(BANNED)].map(([word]) => `${name}:${index + 1}: ${word}`));
}

describe("the field's vocabulary", () => {
  it.each([
    ["a comment", `// ${"Who"}ever holds the lease`, 1],
    ["a title", `it("lets ${"some"}body in", () => {})`, 1],
    ["a plural", `two ${"cro"}wds and a ${"wis"}h`, 2],
    ["a part of another word", "withstands; fire-blown; unheard-ofs; streetwise", 0],
  ])("is checked in %s", (_, text, count) => {
    expect(bannedIn({ name: "a.ts", text })).toHaveLength(count);
  });

  it("has none of the banned words in the repository", () => {
    const read = readRepository().files.filter(({ name }) => READ.test(name) && !MIGRATIONS.test(name));
    expect(read.flatMap(bannedIn)).toEqual([]);
  });

  it("allows no phrase that is gone", () => {
    const texts = readRepository().files.map(({ text }) => text);
    expect(ALLOWED.filter(({ phrase }) => !texts.some((text) => text.includes(phrase)))).toEqual([]);
  });
});
