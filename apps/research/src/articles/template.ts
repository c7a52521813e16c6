import type { Fact, Facts } from "./fact.ts";

/** A figure of an article; `alt` is its text alternative. */
export interface FigureWords {
  readonly name: string;
  readonly alt: string;
}

const MARK = /\{\{([a-z0-9_]+)\}\}/g;
const FIGURE_MARK = /\{\{figure ([a-z0-9-]+)\}\}/g;

export class TemplateFault extends Error {}

function factNamed(facts: Facts, name: string): Fact {
  const fact = facts[name];
  if (fact === undefined) throw new TemplateFault(`No fact is called ${name}.`);
  return fact;
}

function figureNamed(figures: readonly FigureWords[], name: string): FigureWords {
  const figure = figures.find((each) => each.name === name);
  if (figure === undefined) throw new TemplateFault(`No figure is called ${name}.`);
  return figure;
}

export function renderTemplate(template: string, facts: Facts, figures: readonly FigureWords[]): string {
  return template
    .replace(FIGURE_MARK, (_, name: string) => {
      const { alt } = figureNamed(figures, name);
      return `![${alt}](figures/${name}.svg)`;
    })
    .replace(MARK, (_, name: string) => factNamed(facts, name).text);
}

export const namesUsed = (template: string): ReadonlySet<string> =>
  new Set([...template.matchAll(MARK)].map((match) => match[1] ?? ""));

export const figuresUsed = (template: string): readonly string[] =>
  [...template.matchAll(FIGURE_MARK)].map((match) => match[1] ?? "");

/** Digits that are no facts: the article's date, lone years, list numbers, footnote marks, the index's name. */
const ALLOWED = [/^date: \d{4}-\d{2}-\d{2}$/gm, /^\d{1,2}\. /gm, /\[\^\d{1,2}\]/g, /NIFTY 50/g, /\b(?:19|20)\d{2}\b/g];

export function undeclaredNumbers(template: string): readonly string[] {
  let rest = template.replace(FIGURE_MARK, "").replace(MARK, "");
  for (const allowed of ALLOWED) rest = rest.replace(allowed, "");
  return [...rest.matchAll(/.{0,24}\d.{0,24}/g)].map(([around]) => around);
}

const FRONT = /^---\n([\s\S]*?)\n---\n/;

export function frontMatterOf(text: string): Readonly<Record<string, string>> {
  const lines = FRONT.exec(text)?.[1]?.split("\n") ?? [];
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [
        line.slice(0, colon),
        line
          .slice(colon + 1)
          .trim()
          .replace(/^"(.*)"$/, "$1"),
      ];
    }),
  );
}

export const bodyOf = (text: string): string => text.replace(FRONT, "");

export function wordsOf(body: string): readonly string[] {
  const prose = body
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/^\|.*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\]\([^)]*\)/g, "]");
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}
