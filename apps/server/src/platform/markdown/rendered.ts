export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

export interface RenderedMarkdown {
  /** Safe to put into a page. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly hasMath: boolean;
}

/** Raised whenever the same markdown renders differently: pages of an older edition are rendered again. */
export const MARKDOWN_EDITION = 1;

/** Nested too deeply, or over the time limit. */
export type RenderFailure = "too_deep" | "too_slow";

export type MarkdownAnswer = (RenderedMarkdown & { readonly excerptHtml: string }) | RenderFailure;

export const isRenderFailure = (code: string): code is RenderFailure => code === "too_deep" || code === "too_slow";

const failures: Readonly<Record<RenderFailure, string>> = {
  too_deep: "This text is nested too deeply to be shown. Please make it simpler.",
  too_slow: "This text takes too long to render. Please make it shorter or simpler.",
};

export const toUnrenderable = (failure: RenderFailure) =>
  ({ code: "invalid_input", detail: failures[failure] }) as const;
