import { randomUUID } from "node:crypto";
import { splitGst } from "@vriddhi/core/billing/gst";
import { fiscalYearOf, formatInvoiceNumber, type InvoiceKind } from "@vriddhi/core/billing/invoice-number";
import type { Paise } from "@vriddhi/core/shared/money";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import { renderInvoicePdf } from "./invoice.pdf.ts";
import type { Invoice, InvoiceStore } from "./invoice.store.ts";

export interface Sale {
  readonly orderId: string;
  readonly userId: string | null;
  /** Of a guest, who has no account to name it. */
  readonly email: string | null;
  readonly description: string;
  readonly paymentId: string;
  readonly amount: Paise;
}

export interface InvoiceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface InvoiceService {
  /** One per payment. The last step of the transaction that settles it, because the number holds up all others. */
  issue(tx: Tx, sale: Sale): Promise<Invoice>;
  /** One per refund; nothing when there is no invoice, as for money that came in excess of an order. */
  credit(tx: Tx, refund: { orderId: string; refundId: string; amount: Paise }): Promise<void>;
  listOf(userId: string): Promise<readonly Invoice[]>;
  pdfOf(userId: string, invoiceId: string): Promise<InvoiceFile | null>;
  pdfOfOrder(orderId: string): Promise<InvoiceFile | null>;
}

export function createInvoiceService(store: InvoiceStore, clock: MarketClock): InvoiceService {
  async function number(tx: Tx, kind: InvoiceKind) {
    const issuedAt = clock.now();
    const fiscalYear = fiscalYearOf(issuedAt);
    const serial = await store.takeSerial(tx, kind, fiscalYear);
    return {
      id: randomUUID(),
      kind,
      issuedAt,
      fiscalYear,
      serial,
      number: formatInvoiceNumber(kind, fiscalYear, serial),
    };
  }

  async function toFile(invoice: Invoice): Promise<InvoiceFile> {
    const against = invoice.kind === "credit_note" ? await store.numberOfInvoice(invoice.orderId) : null;
    return { name: `${invoice.number.replaceAll("/", "-")}.pdf`, bytes: await renderInvoicePdf(invoice, against) };
  }

  return {
    async issue(tx, { orderId, userId, email, description, paymentId, amount }) {
      const account = userId === null ? null : await store.nameOf(tx, userId);
      const buyer = { userId, name: account?.name ?? null, email: account?.email ?? email };
      const gst = splitGst(amount);
      const numbered = await number(tx, "invoice");
      const invoice = { ...numbered, orderId, refundId: null, buyer, description, paymentId, amount, gst };
      await store.add(tx, invoice);
      return invoice;
    },
    async credit(tx, { orderId, refundId, amount }) {
      const invoice = await store.findOfOrder(tx, orderId);
      if (!invoice || (await store.hasCreditNote(tx, refundId))) return;
      const { buyer, description, paymentId } = invoice;
      const note = { orderId, refundId, buyer, description, paymentId, amount, gst: splitGst(amount) };
      await store.add(tx, { ...(await number(tx, "credit_note")), ...note });
    },
    listOf: store.listOf,
    async pdfOf(userId, invoiceId) {
      const invoice = await store.findOwn(userId, invoiceId);
      return invoice && toFile(invoice);
    },
    async pdfOfOrder(orderId) {
      const invoice = await store.findOfOrder(null, orderId);
      return invoice && toFile(invoice);
    },
  };
}
