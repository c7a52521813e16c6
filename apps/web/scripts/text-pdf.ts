/** Plain text as a PDF: five kinds of object, so no library is needed. */
export interface TextDocument {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

const PAGE = { width: 595, height: 842, margin: 64 } as const; // A4 in points
const LINES_BOTTOM = 72;

interface Style {
  readonly font: "F1" | "F2";
  readonly size: number;
  readonly leading: number;
  readonly spaceBefore: number;
  /** Mean width of a Helvetica letter in em: wide enough that no line runs over. */
  readonly letter: number;
}
const styles = {
  title: { font: "F2", size: 20, leading: 26, spaceBefore: 0, letter: 0.58 },
  heading: { font: "F2", size: 12, leading: 17, spaceBefore: 12, letter: 0.58 },
  body: { font: "F1", size: 10.5, leading: 15.5, spaceBefore: 3, letter: 0.52 },
} as const satisfies Record<string, Style>;

interface Line {
  readonly text: string;
  readonly style: Style;
  readonly isFirst: boolean;
}

function wrap(text: string, style: Style): Line[] {
  const lettersMax = Math.floor((PAGE.width - 2 * PAGE.margin) / (style.size * style.letter));
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lettersMax) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, place) => ({ text: line, style, isFirst: place === 0 }));
}

function toLines({ title, sections }: TextDocument): Line[] {
  return [
    ...wrap(title, styles.title),
    ...sections.flatMap(({ heading, paragraphs }) => [
      ...wrap(heading, styles.heading),
      ...paragraphs.flatMap((paragraph) => wrap(paragraph, styles.body)),
    ]),
  ];
}

const escapeText = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`);

function toPages(lines: readonly Line[]): string[] {
  const pages: string[] = [];
  let y = 0;
  for (const { text, style, isFirst } of lines) {
    const drop = style.leading + (isFirst ? style.spaceBefore : 0);
    if (pages.length === 0 || y - drop < LINES_BOTTOM) {
      pages.push("");
      y = PAGE.height - PAGE.margin;
    }
    y -= drop;
    const place = `1 0 0 1 ${PAGE.margin} ${y.toFixed(1)} Tm`;
    pages[pages.length - 1] += `BT /${style.font} ${style.size} Tf ${place} (${escapeText(text)}) Tj ET\n`;
  }
  return pages;
}

const FIRST_PAGE_OBJECT = 5;

function toObjects(title: string, pages: readonly string[]): string[] {
  const pageNumbers = pages.map((_, place) => FIRST_PAGE_OBJECT + 2 * place);
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return [
    `<< /Type /Catalog /Pages 2 0 R /Lang (en-IN) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((id) => `${id} 0 R`).join(" ")}] >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    ...pages.flatMap((content, place) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${FIRST_PAGE_OBJECT + 2 * place + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    ]),
    `<< /Title (${escapeText(title)}) >>`,
  ];
}

/** Latin-1 only: the fonts are those every reader has. */
export function toPdf(document: TextDocument): Buffer {
  const objects = toObjects(document.title, toPages(toLines(document)));
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, place) => {
    const offset = file.length;
    file += `${place + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
