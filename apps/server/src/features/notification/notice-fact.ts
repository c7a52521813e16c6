import { connectionPaths, TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import type { NoticeContent } from "./notice.ts";
import { type NoticeWords, wordsOf } from "./notice-format.ts";

/** The stored part of a notice: its fact, never a link that works once. */
export interface NoticeFact {
  readonly title: string;
  readonly text: string;
  readonly path: string;
}

const inFull = ({ title, paragraphs, leadsTo }: NoticeWords): NoticeFact => ({
  title,
  text: paragraphs.join(" "),
  path: leadsTo,
});

export function factOf(content: NoticeContent): NoticeFact {
  const words = wordsOf(content);
  switch (content.kind) {
    case "login_link":
      // The first paragraph gives the reason; the others hold the link.
      return { title: words.title, text: words.paragraphs[0] ?? "", path: connectionPaths[content.data.broker] };
    case "approval":
      return { title: words.title, text: words.paragraphs.join(" "), path: TODAY_PATH };
    default:
      return inFull(words);
  }
}

export const testFact = inFull;
