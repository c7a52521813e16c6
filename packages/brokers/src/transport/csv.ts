const QUOTE = '"';

/** One field: quoted, with doubled quotes inside, or bare. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;

function readQuoted(line: string): readonly string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < line.length) {
    const match = FIELD.exec(line);
    if (match === null) break;
    fields.push(match[1]?.replaceAll('""', QUOTE) ?? match[2] ?? "");
  }
  return line.endsWith(",") ? [...fields, ""] : fields;
}

/** Where the record that begins at `from` ends: at a line's end outside of quotes. */
function endOfRecord(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === QUOTE) isQuoted = !isQuoted;
    else if (letter === "\n" && !isQuoted) return at;
  }
  return text.length;
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/**
 * Tells of one record after the other, so that a list of sixty megabytes is never held as objects. Most lines have no
 * quotes and are cut at their commas; a quoted field may go over several lines.
 */
export function eachCsvRecord(text: string, tell: (fields: readonly string[]) => void): void {
  let from = text.startsWith("\uFEFF") ? 1 : 0;
  let quoteAt = text.indexOf(QUOTE, from);
  while (from < text.length) {
    const newline = text.indexOf("\n", from);
    let end = newline < 0 ? text.length : newline;
    const hasQuote = quoteAt >= 0 && quoteAt < end;
    if (hasQuote) {
      end = endOfRecord(text, from);
      quoteAt = text.indexOf(QUOTE, end);
    }
    const line = withoutReturn(text.slice(from, end));
    if (line !== "") tell(hasQuote ? readQuoted(line) : line.split(","));
    from = end + 1;
  }
}
