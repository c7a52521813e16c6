import { readFile } from "node:fs/promises";
import { brand } from "@vriddhi/core/site/brand";
import PDFDocument from "pdfkit";
import { type Block, type Manuscript, parseManuscript } from "./manuscript.ts";

const MANUSCRIPT = new URL("../../../assets/ebook.txt", import.meta.url);

const INK = "#0e1526";
const FAINT = "#64748b";
const GOLD = "#b7791f";
const PAGE = { width: 420, height: 595, margin: 48 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;

/** Below this a heading would stand alone at the foot of its page. */
const LAST_HEADING_AT = PAGE.height - PAGE.margin - 80;

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

function drawContents(doc: Doc, { chapters }: Manuscript): void {
  doc.addPage();
  doc.font("Helvetica-Bold").fontSize(18).fillColor(INK).text("Contents").moveDown(0.8);
  doc.font("Helvetica").fontSize(10.5);
  chapters.forEach(({ heading }, index) => {
    doc.fillColor(INK).text(`${index + 1}.  ${heading}`, { goTo: `chapter-${index + 1}`, lineGap: 6 });
  });
}

const drawers: Readonly<Record<Block["kind"], (doc: Doc, text: string) => void>> = {
  paragraph: (doc, text) =>
    doc.font("Helvetica").fontSize(10.5).fillColor(INK).text(text, { lineGap: 3 }).moveDown(0.7),
  subheading: (doc, text) => doc.font("Helvetica-Bold").fontSize(12).fillColor(GOLD).text(text).moveDown(0.3),
  point: (doc, text) =>
    doc.font("Helvetica").fontSize(10.5).fillColor(INK).list([text], { bulletRadius: 1.6, lineGap: 3 }).moveDown(0.35),
  example: (doc, text) =>
    doc.font("Courier").fontSize(9.5).fillColor("#334155").text(text, { lineGap: 3 }).moveDown(0.7),
};

function drawChapter(doc: Doc, chapter: Manuscript["chapters"][number], number: number): void {
  doc.addPage();
  doc.addNamedDestination(`chapter-${number}`);
  doc.font("Helvetica").fontSize(10).fillColor(GOLD).text(`Chapter ${number}`).moveDown(0.3);
  doc.font("Helvetica-Bold").fontSize(18).fillColor(INK).text(chapter.heading, { lineGap: 2 }).moveDown(0.8);
  for (const { kind, text } of chapter.blocks) {
    if (kind === "subheading" && doc.y > LAST_HEADING_AT) doc.addPage();
    drawers[kind](doc, text);
  }
}

function numberPages(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start + 1; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin a text would start a page of its own.
    doc.page.margins.bottom = 0;
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
  const doc = new PDFDocument({ size: [PAGE.width, PAGE.height], margin: PAGE.margin, bufferPages: true, info });
  const bytes = collect(doc);
  drawCover(doc, book);
  drawContents(doc, book);
  for (const [index, chapter] of book.chapters.entries()) drawChapter(doc, chapter, index + 1);
  numberPages(doc);
  doc.end();
  return bytes;
}

/** Set once and kept: every buyer gets the same bytes. */
export function createBookReader(): () => Promise<Uint8Array> {
  let book: Promise<Uint8Array> | null = null;
  return () => {
    book ??= readFile(MANUSCRIPT, "utf8").then(renderBook);
    return book;
  };
}
