import { randomUUID } from "node:crypto";
import {
  type BuyerDetails,
  type DetailsFault,
  detailsFault,
  placeOfSupply,
  tidyDetails,
} from "@vriddhi/core/billing/buyer-details";
import { type GstSplit, splitGst } from "@vriddhi/core/billing/gst";
import { fiscalYearOf, formatInvoiceNumber, type InvoiceKind } from "@vriddhi/core/billing/invoice-number";
import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import { renderInvoicePdf } from "./invoice.pdf.ts";
import type { Buyer, Invoice, InvoiceStore, Seller, Supply } from "./invoice.store.ts";

export interface Sale {
  readonly orderId: string;
  readonly userId: string | null;
  /** For a guest, who has no account. */
  readonly email: string | null;
  readonly supply: Supply;
  readonly paymentId: string;
  readonly amount: Paise;
}

export interface InvoiceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface InvoiceService {
  /** One per payment. Last step of the settling transaction, because the number blocks all others. */
  issue(tx: Tx, sale: Sale): Promise<Invoice>;
  /** One per refund; none without an invoice, as for a payment in excess of an order. */
  credit(tx: Tx, refund: { orderId: string; refundId: string; amount: Paise }): Promise<Invoice | null>;
  detailsOf(userId: string): Promise<BuyerDetails | null>;
  saveDetails(userId: string, given: BuyerDetails): Promise<Result<BuyerDetails, DetailsFault>>;
  listOf(userId: string): Promise<readonly Invoice[]>;
  pdfOf(userId: string, invoiceId: string): Promise<InvoiceFile | null>;
  pdfOfOrder(orderId: string): Promise<InvoiceFile | null>;
  pdfOfRefund(refundId: string): Promise<InvoiceFile | null>;
}

export interface InvoiceDeps {
  readonly store: InvoiceStore;
  readonly seller: Seller;
  readonly clock: MarketClock;
  readonly humanClock: HumanClock;
}

async function buyerOf(store: InvoiceStore, tx: Tx, { userId, email }: Sale): Promise<Buyer> {
  if (userId === null) return { userId, name: null, email, address: null, state: null, gstin: null };
  const [account, details] = [await store.nameOf(tx, userId), await store.detailsOf(tx, userId)];
  return {
    userId,
    name: details?.name ?? account?.name ?? null,
    email: account?.email ?? email,
    address: details?.address ?? null,
    state: details?.state ?? null,
    gstin: details?.gstin ?? null,
  };
}

function taxOf(amount: Paise, { state }: Pick<Buyer, "state">, from: Seller): GstSplit {
  const to = placeOfSupply(state === null ? null : { state }, from.state);
  return splitGst(amount, { seller: from.state, placeOfSupply: to });
}

/** Assigns numbers, each in the transaction of what it documents. */
function createIssuing({ store, seller, clock }: InvoiceDeps): Pick<InvoiceService, "issue" | "credit"> {
  async function number(tx: Tx, kind: InvoiceKind) {
    const issuedAt = clock.now();
    const fiscalYear = fiscalYearOf(issuedAt);
    const serial = await store.takeSerial(tx, kind, fiscalYear);
    const id = randomUUID();
    return { id, kind, issuedAt, fiscalYear, serial, number: formatInvoiceNumber(kind, fiscalYear, serial) };
  }
  return {
    async issue(tx, sale) {
      const { orderId, supply, paymentId, amount } = sale;
      const buyer = await buyerOf(store, tx, sale);
      const gst = taxOf(amount, buyer, seller);
      const numbered = await number(tx, "invoice");
      const invoice = { ...numbered, orderId, refundId: null, seller, buyer, supply, paymentId, amount, gst };
      await store.add(tx, invoice);
      return invoice;
    },
    async credit(tx, { orderId, refundId, amount }) {
      const invoice = await store.findOfOrder(tx, orderId);
      if (!invoice) return null;
      const before = await store.findOfRefund(tx, refundId);
      if (before) return before;
      // Taxed like the invoice, even if seller or buyer have moved.
      const { buyer, seller: from, paymentId } = invoice;
      const gst = taxOf(amount, buyer, from);
      const supply = { ...invoice.supply, listPrice: amount, couponCode: null };
      const numbered = await number(tx, "credit_note");
      const note = { ...numbered, orderId, refundId, seller: from, buyer, supply, paymentId, amount, gst };
      await store.add(tx, note);
      return note;
    },
  };
}

export function createInvoiceService(deps: InvoiceDeps): InvoiceService {
  const { store, humanClock } = deps;

  async function toFile(invoice: Invoice): Promise<InvoiceFile> {
    const against = invoice.kind === "credit_note" ? await store.numberOfInvoice(invoice.orderId) : null;
    return { name: `${invoice.number.replaceAll("/", "-")}.pdf`, bytes: await renderInvoicePdf(invoice, against) };
  }

  return {
    ...createIssuing(deps),
    detailsOf: (userId) => store.detailsOf(null, userId),
    async saveDetails(userId, given) {
      const details = tidyDetails(given);
      const fault = detailsFault(details);
      if (fault !== null) return err(fault);
      await store.saveDetails(userId, details, humanClock.now());
      return ok(details);
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
    async pdfOfRefund(refundId) {
      const note = await store.findOfRefund(null, refundId);
      return note && toFile(note);
    },
  };
}
