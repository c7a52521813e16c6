import path from "node:path";
import { expect, it } from "vitest";
import { readArticleFiles } from "./article-files.ts";
import { withoutResults } from "./load-articles.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../../content/research");

it("links to articles that the site skips become text, and every other link stays", async () => {
  const all = await readArticleFiles(FOLDER);
  const kept = withoutResults(all);
  const slugs = new Set(kept.map((file) => file.slug));
  expect(kept.length).toBeLessThan(all.length);
  const links = kept.flatMap((file) => [...file.writing.content.matchAll(/\]\(\/research\/([a-z0-9-]+)/g)]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.map(([, slug]) => slug).filter((slug) => !slugs.has(slug ?? ""))).toEqual([]);
  const safe = kept.find((file) => file.slug === "how-this-system-fails-safely");
  expect(safe?.writing.content).toContain("profit; the strategy's own record is sober reading");
  expect(safe?.writing.content).toContain("[daily stop](/research/the-daily-stop)");
});
