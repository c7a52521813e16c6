import { isStateCode, type StateCode } from "@vriddhi/core/billing/indian-state";
import { SAC } from "@vriddhi/core/billing/sac";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { billingDetails, invoices } from "../../platform/db/schema/billing.ts";
import type { Invoice, InvoiceStore, Seller, Supply } from "./invoice.store.ts";

type Row = typeof invoices.$inferSelect;

const TAKE_SERIAL = `
  INSERT INTO invoice_series AS s (kind, fiscal_year, last) VALUES ($1, $2, 1)
  ON CONFLICT (kind, fiscal_year) DO UPDATE SET last = s.last + 1
  RETURNING last`;

const stateOr = <Other>(code: string | null | undefined, other: Other): StateCode | Other =>
  code !== null && code !== undefined && isStateCode(code) ? code : other;
const amountOrNull = (amount: number | null): Paise | null => (amount === null ? null : paise(amount));

/** Documents from before the seller was stored show the current one. */
function sellerOf({ seller }: Row, today: Seller): Seller {
  if (seller === null) return today;
  const { name, address, gstin, state, email, signatory } = seller;
  return { name, address, gstin, email, signatory, state: stateOr(state, today.state) };
}

const supplyOf = (row: Row): Supply => ({
  description: row.description,
  sac: row.seller?.sac ?? (row.description.startsWith("E-book") ? SAC.ebook : SAC.plan),
  band: amountOrNull(row.bandPaise),
  period: row.periodStart === null || row.periodEnd === null ? null : { from: row.periodStart, to: row.periodEnd },
  listPrice: paise(row.listPaise ?? row.amountPaise),
  couponCode: row.couponCode,
});

const toInvoice = (row: Row, today: Seller): Invoice => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  fiscalYear: row.fiscalYear,
  serial: row.serial,
  orderId: row.orderId,
  refundId: row.refundId,
  seller: sellerOf(row, today),
  buyer: {
    userId: row.userId,
    name: row.buyerName,
    email: row.buyerEmail,
    address: row.buyerAddress,
    state: stateOr(row.buyerState, null),
    gstin: row.buyerGstin,
  },
  supply: supplyOf(row),
  paymentId: row.paymentId,
  amount: paise(row.amountPaise),
  gst: {
    taxable: paise(row.taxablePaise),
    cgst: paise(row.cgstPaise),
    sgst: paise(row.sgstPaise),
    igst: paise(row.igstPaise),
  },
  issuedAt: row.issuedAt,
});

const toRow = ({ seller, buyer, supply, amount, gst, ...invoice }: Invoice): Row => ({
  ...invoice,
  userId: buyer.userId,
  buyerName: buyer.name,
  buyerEmail: buyer.email,
  buyerAddress: buyer.address,
  buyerState: buyer.state,
  buyerGstin: buyer.gstin,
  seller: { ...seller, sac: supply.sac },
  description: supply.description,
  bandPaise: supply.band,
  listPaise: supply.listPrice,
  couponCode: supply.couponCode,
  periodStart: supply.period?.from ?? null,
  periodEnd: supply.period?.to ?? null,
  amountPaise: amount,
  taxablePaise: gst.taxable,
  cgstPaise: gst.cgst,
  sgstPaise: gst.sgst,
  igstPaise: gst.igst,
});

const isInvoiceOf = (orderId: string) => and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice"));

function detailsCalls({ db }: Database): Pick<InvoiceStore, "detailsOf" | "saveDetails"> {
  return {
    async detailsOf(tx, userId) {
      const [row] = await (tx?.db ?? db).select().from(billingDetails).where(eq(billingDetails.userId, userId));
      if (!row || !isStateCode(row.state)) return null;
      return { name: row.name, address: row.address, state: row.state, gstin: row.gstin };
    },
    async saveDetails(userId, details, changedAt) {
      const kept = { ...details, changedAt };
      await db
        .insert(billingDetails)
        .values({ userId, ...kept })
        .onConflictDoUpdate({ target: billingDetails.userId, set: kept });
    },
  };
}

export const createInvoiceStore = (database: Database, today: Seller): InvoiceStore => {
  const { db } = database;
  return {
    ...detailsCalls(database),
    async takeSerial({ client }, kind, fiscalYear) {
      const { rows } = await client.query<{ last: number }>(TAKE_SERIAL, [kind, fiscalYear]);
      return rows[0]?.last ?? 0;
    },
    async add(tx, invoice) {
      await tx.db.insert(invoices).values(toRow(invoice));
    },
    async nameOf(tx, userId) {
      const [row] = await tx.db
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.id, userId));
      return row ?? null;
    },
    async findOfOrder(tx, orderId) {
      const [row] = await (tx?.db ?? db).select().from(invoices).where(isInvoiceOf(orderId));
      return row ? toInvoice(row, today) : null;
    },
    async findOfRefund(tx, refundId) {
      const [row] = await (tx?.db ?? db).select().from(invoices).where(eq(invoices.refundId, refundId));
      return row ? toInvoice(row, today) : null;
    },
    async findOwn(userId, invoiceId) {
      const isOwn = and(eq(invoices.id, invoiceId), eq(invoices.userId, userId));
      const [row] = await db.select().from(invoices).where(isOwn);
      return row ? toInvoice(row, today) : null;
    },
    async listOf(userId) {
      const rows = await db.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(asc(invoices.issuedAt));
      return rows.map((row) => toInvoice(row, today));
    },
    async numberOfInvoice(orderId) {
      const [row] = await db
        .select({ number: invoices.number, issuedAt: invoices.issuedAt })
        .from(invoices)
        .where(isInvoiceOf(orderId));
      return row ?? null;
    },
  };
};
