import rehypeKatex from "rehype-katex";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { allowedInLine, allowedMarkup } from "./allowed-markup.ts";
import { nameHeadings, plainMath, shapeArticle } from "./article-tree.ts";
import type { Heading, RenderedMarkdown } from "./rendered.ts";

/** Embedded HTML is parsed as in a browser, then sanitised; our attributes come later, so no author forges them. */
export function renderMarkdown(content: string): RenderedMarkdown {
  const headings: Heading[] = [];
  const found = { hasMath: false };
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, allowedMarkup)
    .use(shapeArticle)
    .use(nameHeadings(headings))
    .use(rehypeKatex, { output: "mathml", strict: "ignore", trust: false, maxExpand: 200, maxSize: 20 })
    .use(plainMath(found))
    .use(rehypeStringify)
    .processSync(content)
    .toString();
  return { html, headings, hasMath: found.hasMath };
}

/** Text and emphasis only, for a place within a line or a link. */
export const renderInline = (content: string): string =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(rehypeSanitize, allowedInLine)
    .use(rehypeStringify)
    .processSync(content)
    .toString()
    .trim();
