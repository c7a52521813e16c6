export const SUPPORT_TOPICS = ["account", "broker", "trading", "payment", "ebook", "other"] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

export const SUPPORT_MESSAGE_MIN = 10;
export const SUPPORT_MESSAGE_MAX = 4_000;

/** Characters that no mail should carry; keeps line breaks, tabs and the joiners of Indian scripts. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[^\P{Cf}\u200c\u200d]|[\p{Co}\p{Cn}]/gu;

/** Plain text: one kind of line break, nothing invisible, at most one empty line in a row. */
export const toPlainMessage = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(UNPRINTABLE, "")
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .trim();
