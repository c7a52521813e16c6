import { GST_PERCENT } from "@vriddhi/core/billing/gst";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import PDFDocument from "pdfkit";
import type { Invoice } from "./invoice.store.ts";
import { seller } from "./seller.ts";

const INK = "#0e1526";
const FAINT = "#64748b";
const LINE = "#cbd5e1";
const LEFT = 48;
const RIGHT = 547;

const DAY_IN_INDIA = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
const RUPEES = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The standard fonts have no rupee sign. */
const money = (amount: Paise): string => `INR ${RUPEES.format(amount / PAISE_PER_RUPEE)}`;
const dayOf = (instant: EpochMs): string => DAY_IN_INDIA.format(instant);

/** The standard fonts write Latin only; a name in another script is left to the address beneath it. */
const isLatin = (text: string): boolean => /^[\u0020-\u00ff]*$/.test(text);

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
}

function drawHead(doc: PDFKit.PDFDocument, title: string, { number, issuedAt }: Invoice): void {
  doc.rect(0, 0, 595, 86).fill("#070b14");
  doc.font("Helvetica-Bold").fontSize(22).fillColor("#f5b544").text(brand.name, LEFT, 32);
  doc
    .fontSize(16)
    .fillColor("#ffffff")
    .text(title, LEFT, 36, { width: RIGHT - LEFT, align: "right" });
  doc.fillColor(INK).fontSize(11).text(number, LEFT, 110);
  doc
    .font("Helvetica")
    .fillColor(FAINT)
    .fontSize(10)
    .text(`Date: ${dayOf(issuedAt)}`, LEFT, 126);
}

function drawParties(doc: PDFKit.PDFDocument, { buyer, paymentId }: Invoice, against: string | null): void {
  const block = (label: string, lines: readonly string[], x: number) => {
    doc.font("Helvetica-Bold").fontSize(9).fillColor(FAINT).text(label, x, 164);
    doc.font("Helvetica").fontSize(10).fillColor(INK).text(lines.join("\n"), x, 178, { width: 235, lineGap: 2 });
  };
  block("SELLER", [seller.name, ...seller.address, `GSTIN ${seller.gstin}`, seller.email], LEFT);
  const name = buyer.name !== null && isLatin(buyer.name) ? [buyer.name] : [];
  const unnamed = buyer.name === null && buyer.email === null ? ["Name removed at the buyer's request"] : [];
  const address = buyer.email !== null && isLatin(buyer.email) ? [buyer.email] : [];
  const facts = [
    `Place of supply: ${seller.state}`,
    `Payment ${paymentId}`,
    ...(against ? [`For invoice ${against}`] : []),
  ];
  block("BUYER", [...name, ...address, ...unnamed, ...facts], 312);
}

function drawRows(doc: PDFKit.PDFDocument, { description, amount, gst, kind }: Invoice): void {
  const sac = description.startsWith("E-book") ? seller.sac.ebook : seller.sac.plan;
  const half = GST_PERCENT / 2;
  const rows: readonly (readonly [string, string])[] = [
    [`${description}\nSAC ${sac}`, money(gst.taxable)],
    [`CGST ${half}%`, money(gst.cgst)],
    [`SGST ${half}%`, money(gst.sgst)],
  ];
  let y = 300;
  const rule = () => doc.moveTo(LEFT, y).lineTo(RIGHT, y).strokeColor(LINE).stroke();
  rule();
  for (const [label, value] of rows) {
    y += 10;
    doc.font("Helvetica").fontSize(10).fillColor(INK).text(label, LEFT, y, { width: 340, lineGap: 2 });
    const bottom = doc.y;
    doc.text(value, 400, y, { width: RIGHT - 400, align: "right" });
    y = bottom + 8;
    rule();
  }
  y += 12;
  const total = kind === "invoice" ? "Total paid, tax included" : "Total credited, tax included";
  doc.font("Helvetica-Bold").fontSize(12).text(total, LEFT, y);
  doc.text(money(amount), 360, y, { width: RIGHT - 360, align: "right" });
}

/** One A4 page; `against` is the invoice that a credit note belongs to. */
export function renderInvoicePdf(invoice: Invoice, against: string | null): Promise<Uint8Array> {
  const title = invoice.kind === "invoice" ? "TAX INVOICE" : "CREDIT NOTE";
  const created = new Date(invoice.issuedAt);
  const info = { Title: invoice.number, Author: brand.legalEntity, CreationDate: created, ModDate: created };
  const doc = new PDFDocument({ size: "A4", margin: LEFT, info });
  const bytes = collect(doc);
  drawHead(doc, title, invoice);
  drawParties(doc, invoice, against);
  drawRows(doc, invoice);
  doc.font("Helvetica").fontSize(8).fillColor(FAINT);
  doc.text("Made by computer and valid without a signature. Amounts in Indian rupees.", LEFT, 740);
  doc.text(brand.riskDisclosure, LEFT, 754, { width: RIGHT - LEFT });
  doc.end();
  return bytes;
}
