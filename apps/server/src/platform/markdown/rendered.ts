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

/** Raised whenever the same markdown would become other HTML: what an older edition made is made anew. */
export const MARKDOWN_EDITION = 1;
