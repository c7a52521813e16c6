const NEEDLE_LENGTH = 24;

/** Letters and digits only: Markdown's marks are not rendered. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function needleAt(content: string, caret: number): string {
  const lineEnd = content.indexOf("\n", caret);
  const lines = content.slice(0, lineEnd === -1 ? content.length : lineEnd).split("\n");
  return plain(lines.findLast((line) => plain(line) !== "") ?? "").slice(0, NEEDLE_LENGTH);
}

/** The preview's block for the caret's line: the nearest with its words, else the one as far down; -1: no blocks. */
export function blockAtCaret(blocks: readonly string[], content: string, caret: number): number {
  if (blocks.length === 0) return -1;
  const part = content === "" ? 0 : caret / content.length;
  const expected = Math.min(blocks.length - 1, Math.floor(part * blocks.length));
  const needle = needleAt(content, caret);
  if (needle === "") return expected;
  const found = blocks.flatMap((text, index) => (plain(text).includes(needle) ? [index] : []));
  return found.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0] ?? expected;
}
