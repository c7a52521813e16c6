import { type Outline, outlineOf } from "./outline.ts";
import { isRightToLeft } from "./script-fonts.ts";

type Doc = PDFKit.PDFDocument;

export const isPlain = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff\u2013]*$/.test(text);

/** A word, or a piece of one that is too long for a line; a piece follows the previous one without a gap. */
interface Word extends Outline {
  readonly isGlued: boolean;
}

export interface WrittenLine {
  readonly text: string;
  /** `null`: written with a standard font. */
  readonly words: readonly Word[] | null;
}

const SPACE_EM = 0.26;
/** Deep enough for signs below a letter: Kannada reaches 0.42 under its line. */
const LINE_EM = 1.5;
export const ASCENT_EM = 0.95;

/** Longer words are split between graphemes, so that no sign is torn off. */
const PIECE_LETTERS_MAX = 14;
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

async function wordsOf(text: string): Promise<readonly Word[]> {
  const seen = Array.from(letters.segment(text), ({ segment }) => segment);
  const pieces = Array.from({ length: Math.ceil(seen.length / PIECE_LETTERS_MAX) }, (_, index) =>
    seen.slice(index * PIECE_LETTERS_MAX, (index + 1) * PIECE_LETTERS_MAX).join(""),
  );
  const outlines = await Promise.all(pieces.map(outlineOf));
  return outlines.map(({ text: piece, width, glyphs }, index) => ({ text: piece, width, glyphs, isGlued: index > 0 }));
}

/** Shapes are prepared before drawing, which is synchronous. */
export async function prepareLine(text: string): Promise<WrittenLine> {
  if (isPlain(text)) return { text, words: null };
  const words = await Promise.all(text.split(/\s+/).filter(Boolean).map(wordsOf));
  return { text, words: words.flat() };
}

const gapBefore = ({ isGlued }: Word): number => (isGlued ? 0 : SPACE_EM);

export function inRows(words: readonly Word[], widthEm: number): readonly (readonly Word[])[] {
  const rows: Word[][] = [];
  let left = 0;
  for (const word of words) {
    if (rows.length > 0 && word.width + gapBefore(word) <= left) {
      rows.at(-1)?.push(word);
      left -= word.width + gapBefore(word);
    } else {
      rows.push([word]);
      left = widthEm - word.width;
    }
  }
  return rows;
}

export function drawWord(doc: Doc, { glyphs }: Outline, x: number, y: number, size: number): void {
  for (const { path, ...place } of glyphs) {
    doc.save();
    doc.translate(x + place.x * size, y - place.y * size);
    doc.scale(place.scale * size, -place.scale * size);
    doc.path(path).fill();
    doc.restore();
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly colour: string;
  readonly font: string;
}

function drawShapes(
  doc: Doc,
  text: string,
  words: readonly Word[],
  { x, y, width, size, colour, font }: Place,
): number {
  // Readers that search or copy find the words behind the shapes.
  doc.markContent("Span", { actual: text });
  doc.font(font).fontSize(size).fillColor(colour).text(" ", x, y, { lineBreak: false });
  const rows = inRows(words, width / size);
  for (const [index, row] of rows.entries()) {
    let pen = x;
    const drawn = isRightToLeft(text) ? row.toReversed() : row;
    for (const [place, word] of drawn.entries()) {
      drawWord(doc, word, pen, y + (index * LINE_EM + ASCENT_EM) * size, size);
      // Right to left, the gap belongs to the word drawn before.
      const next = isRightToLeft(text) ? word : drawn[place + 1];
      pen += (word.width + (next === undefined ? 0 : gapBefore(next))) * size;
    }
  }
  doc.endMarkedContent();
  return y + rows.length * LINE_EM * size;
}

export function drawLine(doc: Doc, { text, words }: WrittenLine, place: Place): number {
  const { x, y, width, size, colour, font } = place;
  if (words !== null) return drawShapes(doc, text, words, place);
  doc.font(font).fontSize(size).fillColor(colour).text(text, x, y, { width, lineGap: 0 });
  return Math.max(doc.y, y + size) + size * 0.2;
}
