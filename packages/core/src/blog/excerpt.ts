/** C5.4, C9.1 */
export const EXCERPT_MAX = 150;
const ELLIPSIS = "...";

/** A tag, and no lone "less than": two of them in one sentence must not swallow what stands between. */
const TAG = /<[/!]?[a-z-][^<>]*>/gi;

/** C5.4: without tags, cut after 150 characters; a letter of two halves stays whole. */
export function toExcerpt(content: string): string {
  const text = content.replace(TAG, "").trim();
  // No more than twice as many units as characters, so that a book is not taken apart for its first lines.
  const letters = Array.from(text.slice(0, 2 * EXCERPT_MAX + 2));
  return letters.length > EXCERPT_MAX ? `${letters.slice(0, EXCERPT_MAX).join("")}${ELLIPSIS}` : text;
}
