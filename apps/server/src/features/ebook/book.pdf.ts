import { readFile } from "node:fs/promises";
import { brand } from "@vriddhi/core/site/brand";
import PDFDocument from "pdfkit";
import { figures } from "./book.figures.ts";
import { createSetting, type Face, type Setting } from "./book.setting.ts";
import { type Block, type FigureBlock, type Manuscript, parseManuscript } from "./manuscript.ts";

const MANUSCRIPT = new URL("../../../assets/ebook.txt", import.meta.url);

const INK = "#0e1526";
const FAINT = "#64748b";
const GOLD = "#b7791f";
const PAGE = { width: 420, height: 595, margin: 48 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
const FOOT = PAGE.height - PAGE.margin - 8;

const BODY: Face = { font: "Helvetica", size: 10.5, colour: INK, leading: 15.5 };
const EXAMPLE: Face = { font: "Courier", size: 9.5, colour: "#334155", leading: 13.5 };
const SUBHEADING: Face = { font: "Helvetica-Bold", size: 12, colour: GOLD, leading: 17 };
const HEADING: Face = { font: "Helvetica-Bold", size: 18, colour: INK, leading: 22 };
const NUMBER: Face = { font: "Helvetica", size: 10, colour: GOLD, leading: 16 };
const CAPTION: Face = { font: "Helvetica-Oblique", size: 8.5, colour: FAINT, leading: 12 };

/** A chapter that would start lower begins a new page. */
const CHAPTER_ROOM = 0.42 * PAGE.height;
const SUBHEADING_ROOM = 64;
const CHAPTER_GAP = 34;

type Doc = PDFKit.PDFDocument;

function collect(doc: Doc): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
}

function drawCover(doc: Doc, { title, subtitle }: Manuscript): void {
  doc.rect(0, 0, PAGE.width, PAGE.height).fill("#070b14");
  doc.font("Helvetica-Bold").fontSize(12).fillColor("#f5b544").text(brand.name, PAGE.margin, 72);
  doc.fontSize(28).fillColor("#ffffff").text(title, PAGE.margin, 190, { width: TEXT_WIDTH, lineGap: 4 });
  doc.font("Helvetica").fontSize(13).fillColor("#cbd5e1").text(subtitle, { width: TEXT_WIDTH, lineGap: 3 });
  doc.fontSize(8).fillColor("#94a3b8").text(brand.riskDisclosure, PAGE.margin, 510, { width: TEXT_WIDTH });
}

/** The book's pages: content that does not fit continues on the next page. */
interface Flow {
  room(): number;
  /** Vertical space; dropped at the top of a page. */
  skip(height: number): void;
  breakPage(): void;
  /** Reserves unbroken space; returns its top. */
  take(height: number): number;
  /** The page number; the cover is page 1. */
  page(): number;
}

function createFlow(doc: Doc): Flow {
  let y = FOOT;
  let page = doc.bufferedPageRange().count;
  const breakPage = () => {
    doc.addPage();
    page += 1;
    y = PAGE.margin;
  };
  return {
    breakPage,
    room: () => FOOT - y,
    skip: (height) => {
      if (y > PAGE.margin) y += height;
    },
    take(height) {
      if (y + height > FOOT) breakPage();
      const top = y;
      y += height;
      return top;
    },
    page: () => page,
  };
}

/** Starts a new page when too little of a text would fit at the bottom. */
function keepTogether(flow: Flow, { length }: readonly string[], { leading }: Face): void {
  const fitting = Math.floor(flow.room() / leading);
  if (fitting < length && (fitting < 2 || length < 4)) flow.breakPage();
}

/** Avoids single lines at the bottom or top of a page. */
function setLines({ flow, setting }: Omit<Press, "doc">, lines: readonly string[], face: Face, indent = 0): void {
  keepTogether(flow, lines, face);
  for (const [index, line] of lines.entries()) {
    const isLastButOne = index === lines.length - 2;
    if (isLastButOne && index > 0 && flow.room() < 2 * face.leading) flow.breakPage();
    setting.drawLine(line, face, PAGE.margin + indent, flow.take(face.leading));
  }
}

interface Press {
  readonly doc: Doc;
  readonly flow: Flow;
  readonly setting: Setting;
}

const POINT_INDENT = 14;

function setFigure({ doc, flow, setting }: Press, { name, text }: FigureBlock): void {
  const figure = figures[name];
  if (figure === undefined) throw new Error(`the book has no figure ${name}`);
  const caption = setting.linesOf(text, CAPTION, TEXT_WIDTH);
  flow.skip(6);
  const top = flow.take(figure.height + 8 + caption.length * CAPTION.leading);
  figure.draw(doc, { x: PAGE.margin, y: top, width: TEXT_WIDTH, height: figure.height });
  for (const [index, line] of caption.entries())
    setting.drawLine(line, CAPTION, PAGE.margin, top + figure.height + 8 + index * CAPTION.leading);
  flow.skip(12);
}

function setPoint(press: Press, text: string): void {
  const lines = press.setting.linesOf(text, BODY, TEXT_WIDTH - POINT_INDENT);
  keepTogether(press.flow, lines, BODY);
  const dotAt = FOOT - press.flow.room() + BODY.size / 2;
  press.doc.circle(PAGE.margin + 4, dotAt, 1.6).fill(INK);
  setLines(press, lines, BODY, POINT_INDENT);
  press.flow.skip(5);
}

function setExample({ flow, setting }: Press, text: string): void {
  const lines = text.split("\n");
  if (flow.room() < lines.length * EXAMPLE.leading) flow.breakPage();
  setLines({ flow, setting }, lines, EXAMPLE);
  flow.skip(8);
}

function setSubheading({ flow, setting }: Press, text: string): void {
  if (flow.room() < SUBHEADING_ROOM) flow.breakPage();
  flow.skip(4);
  setLines({ flow, setting }, [text], SUBHEADING);
  flow.skip(2);
}

function setParagraph({ flow, setting }: Press, text: string): void {
  setLines({ flow, setting }, setting.linesOf(text, BODY, TEXT_WIDTH), BODY);
  flow.skip(8);
}

const setters = { point: setPoint, example: setExample, subheading: setSubheading, paragraph: setParagraph } as const;

function setBlock(press: Press, block: Block): void {
  if (block.kind === "figure") setFigure(press, block);
  else setters[block.kind](press, block.text);
}

interface Entry {
  readonly heading: string;
  readonly page: number;
}

function setChapter(press: Press, chapter: Manuscript["chapters"][number], number: number): Entry {
  const { doc, flow, setting } = press;
  if (flow.room() < CHAPTER_ROOM) flow.breakPage();
  else flow.skip(CHAPTER_GAP);
  doc.addNamedDestination(`chapter-${number}`, "XYZ", 0, FOOT - flow.room() - 8, null);
  doc.outline.addItem(`${number}. ${chapter.heading}`);
  setLines(press, [`Chapter ${number}`], NUMBER);
  setLines(press, setting.linesOf(chapter.heading, HEADING, TEXT_WIDTH), HEADING);
  flow.skip(8);
  const page = flow.page();
  for (const block of chapter.blocks) setBlock(press, block);
  return { heading: chapter.heading, page };
}

const CONTENTS_LEADING = 21;

/** Drawn last onto its reserved page, when all page numbers are known. */
function drawContents({ doc, setting }: Omit<Press, "flow">, entries: readonly Entry[]): void {
  doc.switchToPage(1);
  doc.font("Helvetica-Bold").fontSize(18).fillColor(INK).text("Contents", PAGE.margin, PAGE.margin);
  for (const [index, { heading, page }] of entries.entries()) {
    const y = PAGE.margin + 44 + index * CONTENTS_LEADING;
    const [name, number] = [`${index + 1}.  ${heading}`, String(page)];
    const [from, to] = [setting.widthOf(name, BODY), TEXT_WIDTH - setting.widthOf(number, BODY)];
    setting.drawLine(name, BODY, PAGE.margin, y);
    setting.drawLine(number, BODY, PAGE.margin + to, y);
    doc
      .moveTo(PAGE.margin + from + 6, y + BODY.size - 2)
      .lineTo(PAGE.margin + to - 6, y + BODY.size - 2)
      .dash(1, { space: 3 })
      .lineWidth(0.6)
      .strokeColor(FAINT)
      .stroke()
      .undash();
    doc.goTo(PAGE.margin, y - 3, TEXT_WIDTH, CONTENTS_LEADING - 3, `chapter-${index + 1}`);
  }
}

function numberPages(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start + 1; page < start + count; page += 1) {
    doc.switchToPage(page);
    const place = { width: TEXT_WIDTH, align: "center", lineBreak: false } as const;
    doc
      .font("Helvetica")
      .fontSize(8)
      .fillColor(FAINT)
      .text(String(page + 1), PAGE.margin, PAGE.height - 32, place);
  }
}

async function renderBook(text: string): Promise<Uint8Array> {
  const book = parseManuscript(text);
  const info = { Title: book.title, Author: brand.legalEntity };
  // Our code keeps to the margins; the library would start a page for text below one.
  const margins = { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 };
  const doc = new PDFDocument({ size: [PAGE.width, PAGE.height], margins, bufferPages: true, info });
  const bytes = collect(doc);
  drawCover(doc, book);
  doc.addPage();
  const press = { doc, flow: createFlow(doc), setting: await createSetting(doc) };
  drawContents(
    press,
    book.chapters.map((chapter, index) => setChapter(press, chapter, index + 1)),
  );
  numberPages(doc);
  doc.end();
  return bytes;
}

/** Rendered once and cached: every buyer gets the same bytes. */
export function createBookReader(): () => Promise<Uint8Array> {
  let book: Promise<Uint8Array> | null = null;
  return () => {
    book ??= readFile(MANUSCRIPT, "utf8").then(renderBook);
    return book;
  };
}
