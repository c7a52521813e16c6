import { parentPort } from "node:worker_threads";
import { renderInline, renderMarkdown } from "./render-markdown.ts";
import type { RenderedMarkdown } from "./rendered.ts";

export interface MarkdownJob {
  readonly content: string;
  readonly excerpt: string;
}

/** Null: a text too deeply nested to be understood. */
export type MarkdownAnswer = (RenderedMarkdown & { readonly excerptHtml: string }) | null;

parentPort?.on("message", ({ content, excerpt }: MarkdownJob) => {
  let answer: MarkdownAnswer = null;
  try {
    answer = { ...renderMarkdown(content), excerptHtml: renderInline(excerpt) };
  } catch {
    // Nesting of thousands of levels exhausts the stack. The one who asked hears that it cannot be shown.
  }
  parentPort?.postMessage(answer);
});
