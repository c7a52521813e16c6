export const EXCERPT_MAX = 150;
const ELLIPSIS = "...";

/** A tag, but not a lone "less than": two of them in one sentence must not remove the text in between. */
const TAG = /<[/!]?[a-z-][^<>]*>/gi;

/** C5.4: without tags, cut after 150 characters; surrogate pairs stay whole. */
export function toExcerpt(content: string): string {
  const text = content.replace(TAG, "").trim();
  // At most twice as many units as characters, so that a long text is not split for its first lines.
  const letters = Array.from(text.slice(0, 2 * EXCERPT_MAX + 2));
  return letters.length > EXCERPT_MAX ? `${letters.slice(0, EXCERPT_MAX).join("")}${ELLIPSIS}` : text;
}
