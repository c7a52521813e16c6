import { amountInWords } from "@vriddhi/core/billing/amount-in-words";
import { splitGst } from "@vriddhi/core/billing/gst";
import { paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import PDFDocument from "pdfkit";
import { drawLine, prepareLine, type WrittenLine } from "../../platform/pdf/writing.ts";
import type { Invoice, IssuedNumber } from "./invoice.store.ts";
import {
  buyerLines,
  factsOf,
  figures,
  invoiceTexts,
  placeOf,
  sellerLines,
  supplyLines,
  tableHeads,
  taxLines,
  titleOf,
} from "./invoice.texts.ts";

type Doc = PDFKit.PDFDocument;

const INK = "#0e1526";
const FAINT = "#56637a";
const LINE = "#cbd5e1";
const LEFT = 48;
const RIGHT = 547;
const MIDDLE = 306;
/** Top of the small print; the table ends above it. */
const FOOT = 752;
const PAD = 8;
const TEXT = "Helvetica";
const BOLD = "Helvetica-Bold";

function collect(doc: Doc): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
}

const rule = (doc: Doc, y: number, from = LEFT): void => {
  doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke();
};

function drawHead(doc: Doc, invoice: Invoice): number {
  doc.rect(0, 0, 595, 76).fill("#070b14");
  doc.font(BOLD).fontSize(21).fillColor("#f5b544").text(brand.name, LEFT, 28);
  doc
    .fontSize(15)
    .fillColor("#ffffff")
    .text(titleOf(invoice), LEFT, 32, { width: RIGHT - LEFT, align: "right" });
  return 98;
}

function drawFacts(doc: Doc, facts: readonly (readonly [string, string])[], top: number): number {
  let y = top;
  for (const [index, [name, value]] of facts.entries()) {
    const isLeft = index % 2 === 0;
    const [x, nameWidth] = isLeft ? [LEFT, 92] : [MIDDLE, 134];
    doc.font(TEXT).fontSize(8.5).fillColor(FAINT).text(name, x, y, { width: nameWidth });
    doc.font(BOLD).fillColor(INK);
    doc.text(value, x + nameWidth, y, { width: (isLeft ? MIDDLE : RIGHT) - x - nameWidth });
    if (!isLeft) y += 17;
  }
  return y + (facts.length % 2 === 1 ? 17 : 0) + 10;
}

function drawBlock(doc: Doc, label: string, lines: readonly WrittenLine[], at: { x: number; y: number }): number {
  doc.font(BOLD).fontSize(8.5).fillColor(FAINT).text(label, at.x, at.y);
  let y = at.y + 15;
  for (const [index, line] of lines.entries())
    y = drawLine(doc, line, {
      x: at.x,
      y,
      width: 238,
      size: index === 0 ? 11 : 10,
      colour: INK,
      font: index === 0 ? BOLD : TEXT,
    });
  return y;
}

/** Left edge and width of the columns; numbers are right-aligned. */
const columns = [
  { x: LEFT + PAD, width: 212, align: "left" },
  { x: 270, width: 46, align: "left" },
  { x: 314, width: 26, align: "right" },
  { x: 344, width: 66, align: "right" },
  { x: 412, width: 60, align: "right" },
  { x: 474, width: RIGHT - PAD - 474, align: "right" },
] as const;

function drawCells(doc: Doc, cells: readonly string[], y: number): number {
  let bottom = y;
  for (const [index, { x, width, align }] of columns.entries()) {
    doc.text(cells[index] ?? "", x, y, { width, align, lineGap: 2.5 });
    bottom = Math.max(bottom, doc.y);
  }
  return bottom;
}

/** Price and discount exclude tax, like the taxable value: the three add up to the paisa. */
function drawTable(doc: Doc, invoice: Invoice, top: number): number {
  const { supply, gst, seller } = invoice;
  const route = { seller: seller.state, placeOfSupply: placeOf(invoice) };
  const price = splitGst(supply.listPrice, route).taxable;
  const discount = paise(price - gst.taxable);
  doc.rect(LEFT, top, RIGHT - LEFT, 22).fill("#eef2f8");
  doc.font(BOLD).fontSize(8.5).fillColor(INK);
  drawCells(doc, tableHeads, top + 7);
  doc.font(TEXT).fontSize(9.5);
  const cells = [
    supplyLines(invoice).join("\n"),
    supply.sac,
    "1",
    figures(price),
    figures(discount),
    figures(gst.taxable),
  ];
  const bottom = drawCells(doc, cells, top + 32) + 10;
  rule(doc, bottom);
  return bottom + 10;
}

function drawTotals(doc: Doc, invoice: Invoice, top: number): number {
  const rows = [[invoiceTexts.taxable, invoice.gst.taxable] as const, ...taxLines(invoice)];
  let y = top;
  const row = (name: string, value: string) => {
    doc.text(name, 300, y, { width: 160 });
    doc.text(value, 440, y, { width: RIGHT - PAD - 440, align: "right" });
    y = doc.y + 6;
  };
  doc.font(TEXT).fontSize(9.5).fillColor(INK);
  for (const [name, amount] of rows) row(name, figures(amount));
  rule(doc, y, 300);
  y += 8;
  doc.font(BOLD).fontSize(11.5);
  row(invoiceTexts.total[invoice.kind], `INR ${figures(invoice.amount)}`);
  return y + 8;
}

interface Signing {
  readonly company: WrittenLine;
  readonly signatory: WrittenLine | null;
}

function drawClosing(doc: Doc, invoice: Invoice, { company, signatory }: Signing, top: number): void {
  doc.font(TEXT).fontSize(8.5).fillColor(FAINT).text(invoiceTexts.amountInWords, LEFT, top);
  doc
    .font(BOLD)
    .fontSize(10)
    .fillColor(INK)
    .text(amountInWords(invoice.amount), LEFT, top + 13, { width: RIGHT - LEFT });
  const place = { x: MIDDLE, y: doc.y + 34, width: RIGHT - MIDDLE, size: 9.5, colour: INK, font: TEXT };
  const line = Math.min(drawLine(doc, company, place) + 38, FOOT - 24);
  if (signatory) drawLine(doc, signatory, { x: MIDDLE, y: line - 18, width: 220, size: 10, colour: INK, font: TEXT });
  rule(doc, line, MIDDLE);
  doc
    .font(TEXT)
    .fontSize(8.5)
    .fillColor(FAINT)
    .text(invoiceTexts.signatory, MIDDLE, line + 6);
  doc.fontSize(8).text(invoiceTexts.foot, LEFT, FOOT, { width: RIGHT - LEFT });
  doc.text(brand.riskDisclosure, LEFT, FOOT + 24, { width: RIGHT - LEFT });
}

/** One A4 page; `against` is the invoice of a credit note. */
export async function renderInvoicePdf(invoice: Invoice, against: IssuedNumber | null): Promise<Uint8Array> {
  const created = new Date(invoice.issuedAt);
  const { seller, buyer } = invoice;
  const [from, to] = await Promise.all(
    [sellerLines(seller), buyerLines(buyer)].map((lines) => Promise.all(lines.map(prepareLine))),
  );
  const signing = {
    company: await prepareLine(invoiceTexts.signedFor(seller.name)),
    signatory: seller.signatory === null ? null : await prepareLine(seller.signatory),
  };
  const info = { Title: invoice.number, Author: seller.name, CreationDate: created, ModDate: created };
  const doc = new PDFDocument({ size: "A4", margins: { top: LEFT, left: LEFT, right: LEFT, bottom: 20 }, info });
  const bytes = collect(doc);
  const facts = drawFacts(doc, factsOf(invoice, against), drawHead(doc, invoice));
  rule(doc, facts);
  const parties = [
    drawBlock(doc, invoiceTexts.seller, from ?? [], { x: LEFT, y: facts + 14 }),
    drawBlock(doc, invoiceTexts.buyer, to ?? [], { x: MIDDLE, y: facts + 14 }),
  ];
  const table = drawTable(doc, invoice, Math.max(...parties) + 18);
  drawClosing(doc, invoice, signing, drawTotals(doc, invoice, table));
  doc.end();
  return bytes;
}
