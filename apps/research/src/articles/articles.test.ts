import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { marketData } from "../testing/market-data.ts";
import { ARTICLES } from "./articles.ts";
import type { Fact } from "./fact.ts";
import { renderFigure } from "./figures/figure.ts";
import { SHARE } from "./figures/kit.ts";
import { measureBars } from "./measure/measure-bars.ts";
import { contentFolder, measuredFile, referenceFolder, repositoryRoot } from "./places.ts";
import { renderArticle, renderShareOf, templateOf } from "./publish.ts";
import {
  bodyOf,
  figuresUsed,
  frontMatterOf,
  namesUsed,
  renderTemplate,
  undeclaredNumbers,
  wordsOf,
} from "./template.ts";

const WORDS_MIN = 800;
const EXCERPT_MAX = 150;
const CARD_BYTES_MAX = 60_000;
const TEXT_SIZE_MIN = 14;
const DISCLOSURE =
  "*Investment in securities market are subject to market risks. Read all the related documents carefully before investing.*";
/** Forbidden promises of an article. Rules may quote such words, so only phrases are searched. */
const PROMISES = /guaranteed|sure[- ]shot|risk[- ]free|assured returns? of|will make you|double your money|can't lose/i;

const minutes = marketData("bars1m");
const published = (slug: string): string => fs.readFileSync(path.join(contentFolder, `${slug}.md`), "utf8");
const slugs = new Set(ARTICLES.map(({ slug }) => slug));

/** `null` when this machine does not have the reference. */
function sourceOf(file: string): string | null {
  const place = file.startsWith("docs/") ? path.join(repositoryRoot, file) : path.join(referenceFolder, file);
  return fs.existsSync(place) ? fs.readFileSync(place, "utf8") : null;
}

type Quoted = Extract<Fact, { kind: "quoted" }>;
const quotesOf = (isOurs: boolean): (readonly [string, Quoted])[] =>
  ARTICLES.flatMap(({ slug, facts }) =>
    Object.entries(facts).flatMap(([name, fact]) =>
      fact.kind === "quoted" && fact.file.startsWith("docs/") === isOurs ? [[`${slug}: ${name}`, fact] as const] : [],
    ),
  );

const missingQuotes = (quotes: readonly (readonly [string, Quoted])[]): readonly string[] =>
  quotes.flatMap(([name, { file, quote }]) => (sourceOf(file)?.includes(quote) === true ? [] : [name]));

/** Whole numbers and fractions without signs and grouping; years are left out. */
const numbersIn = (text: string): readonly string[] =>
  [...text.replace(/(?<=\d),(?=\d)/g, "").matchAll(/\d+(?:\.\d+)?/g)]
    .map(([digits]) => digits)
    .filter((digits) => !/^20\d{2}$/.test(digits))
    .map((digits) => String(Number(digits)));

describe.each(ARTICLES)("the article $slug", (article) => {
  const { slug, facts, figures } = article;
  const template = templateOf(article);
  const text = published(slug);
  const front = frontMatterOf(text);

  it("contains exactly the values that rules, records and measurements give today", () => {
    expect(text).toBe(renderArticle(article));
  });

  it("contains only declared numbers and uses every declared number", () => {
    expect(undeclaredNumbers(template)).toEqual([]);
    expect(Object.keys(facts).filter((name) => !namesUsed(template).has(name))).toEqual([]);
  });

  it("is long enough, ends with the disclosure and promises nothing", () => {
    expect(wordsOf(bodyOf(text)).length).toBeGreaterThanOrEqual(WORDS_MIN);
    expect(text.trimEnd().endsWith(DISCLOSURE)).toBe(true);
    expect(PROMISES.exec(text)?.[0]).toBeUndefined();
  });

  it("has complete front matter for the article list", () => {
    expect(front["slug"]).toBe(slug);
    expect(front["title"]?.length).toBeGreaterThan(10);
    expect(front["date"]).toMatch(/^2026-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
    expect(front["tags"]).toMatch(
      /^\[(Costs|Risk|Rules|Back-tests|How it works)(, (Costs|Risk|Rules|Back-tests|How it works))*\]$/,
    );
    expect(front["excerpt"]?.length).toBeGreaterThan(40);
    expect(front["excerpt"]?.length).toBeLessThanOrEqual(EXCERPT_MAX);
    expect(front["image"]).toBe(`share/${slug}.png`);
    expect(front["image_alt"]?.length).toBeGreaterThan(10);
    expect(front["shows_past_results"]).toMatch(/^(true|false)$/);
  });

  it("links only to articles that there are, and to at least one", () => {
    const links = [...text.matchAll(/\]\(\/research\/([a-z0-9-]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !slugs.has(link) || link === slug)).toEqual([]);
  });

  it("shows all of its figures as the code draws them today, in a readable font size", () => {
    expect(figuresUsed(template).toSorted()).toEqual(figures.map(({ name }) => name).toSorted());
    for (const figure of figures) {
      const drawn = renderFigure(figure);
      expect(fs.readFileSync(path.join(contentFolder, "figures", `${figure.name}.svg`), "utf8")).toBe(drawn);
      expect(drawn).not.toMatch(/NaN|undefined|<script|href/);
      const wide = drawn.slice(drawn.indexOf('class="w"'), drawn.indexOf('class="n"'));
      const sizes = [...wide.matchAll(/font-size="([\d.]+)"/g)].map((match) => Number(match[1]));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(TEXT_SIZE_MIN);
      expect(figure.alt.length).toBeGreaterThan(60);
    }
  });

  it("has a card picture of the right size, small in bytes, and drawn from today's figure", () => {
    const picture = fs.readFileSync(path.join(contentFolder, "share", `${slug}.png`));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([SHARE.width, SHARE.height]);
    expect(picture.length).toBeLessThanOrEqual(CARD_BYTES_MAX);
    const drawnFrom = JSON.parse(fs.readFileSync(path.join(contentFolder, "share/drawn-from.json"), "utf8"));
    expect(drawnFrom[slug]).toBe(createHash("sha256").update(renderShareOf(article)).digest("hex"));
  });
});

describe("the research articles", () => {
  it("are twelve, and the content folder contains no other text", () => {
    const files = fs.readdirSync(contentFolder).filter((name) => name.endsWith(".md"));
    expect(files.toSorted()).toEqual([...slugs].map((slug) => `${slug}.md`).toSorted());
    expect(slugs.size).toBe(12);
  });

  it("quote the product's documents exactly as written today", () => {
    expect(missingQuotes(quotesOf(true))).toEqual([]);
  });

  it("print no number for a quotation unless the quotation contains it", () => {
    const invented = [...quotesOf(true), ...quotesOf(false)].filter(([, { text, quote }]) => {
      const held = new Set(numbersIn(quote));
      return numbersIn(text).some((number) => !held.has(number));
    });
    expect(invented.map(([name]) => name)).toEqual([]);
  });

  // Only some machines have the references, beside the checkout.
  it.skipIf(!fs.existsSync(referenceFolder))("quote the references as they stand", () => {
    expect(missingQuotes(quotesOf(false))).toEqual([]);
  });

  // Only some machines have real one-minute bars, beside the checkout.
  it.skipIf(minutes === null)("measured the real minutes as they would be measured today", async () => {
    expect(await measureBars(minutes ?? "")).toEqual(JSON.parse(fs.readFileSync(measuredFile, "utf8")));
  });
});

describe("an article template", () => {
  const facts = { total: { kind: "computed", text: "₹82.72" } } as const;

  it("reports an undeclared number, and ignores years, lists and footnotes", () => {
    expect(undeclaredNumbers("It costs {{total}} or 82 rupees.")).toHaveLength(1);
    expect(undeclaredNumbers("1. Since 2026 it costs {{total}}.[^1]\n")).toEqual([]);
    expect(undeclaredNumbers("In 20260 cases")).toHaveLength(1);
  });

  it("refuses an unknown placeholder or figure", () => {
    expect(renderTemplate("{{total}}", facts, [])).toBe("₹82.72");
    expect(() => renderTemplate("{{gone}}", facts, [])).toThrow("gone");
    expect(() => renderTemplate("{{figure gone}}", facts, [])).toThrow("gone");
  });
});
