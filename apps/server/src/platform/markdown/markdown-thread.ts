import { parentPort } from "node:worker_threads";
import { renderInline, renderMarkdown } from "./render-markdown.ts";
import type { MarkdownAnswer } from "./rendered.ts";

export interface MarkdownJob {
  readonly content: string;
  readonly excerpt: string;
}

export type ThreadMessage = MarkdownAnswer | "loaded";

parentPort?.on("message", ({ content, excerpt }: MarkdownJob) => {
  let answer: MarkdownAnswer = "too_deep";
  try {
    answer = { ...renderMarkdown(content), excerptHtml: renderInline(excerpt) };
  } catch {
    // Nesting of thousands of levels exhausts the stack.
  }
  parentPort?.postMessage(answer);
});
parentPort?.postMessage("loaded");
