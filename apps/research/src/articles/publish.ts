import fs from "node:fs";
import path from "node:path";
import type { Article } from "./article.ts";
import { renderFigure, renderShare } from "./figures/figure.ts";
import { SHARE } from "./figures/kit.ts";
import { contentFolder } from "./places.ts";
import { renderTemplate } from "./template.ts";

export const templateOf = ({ slug }: Article): string =>
  fs.readFileSync(path.join(contentFolder, "source", `${slug}.md`), "utf8");

export const renderArticle = (article: Article): string =>
  renderTemplate(templateOf(article), article.facts, article.figures);

export function renderShareOf({ slug, figures }: Article): string {
  const [first] = figures;
  if (first === undefined) throw new Error(`${slug} has no figure.`);
  return renderShare(first, SHARE);
}

/** Writes the texts and the figures of all articles; the pictures of the cards are made of their drawings elsewhere. */
export function publish(articles: readonly Article[]): void {
  for (const article of articles) {
    fs.writeFileSync(path.join(contentFolder, `${article.slug}.md`), renderArticle(article));
    for (const figure of article.figures)
      fs.writeFileSync(path.join(contentFolder, "figures", `${figure.name}.svg`), renderFigure(figure));
  }
}
