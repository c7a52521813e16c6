import { paise } from "@vriddhi/core/shared/money";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { invoices } from "../../platform/db/schema/billing.ts";
import type { Invoice, InvoiceStore } from "./invoice.store.ts";

type Row = typeof invoices.$inferSelect;

const TAKE_SERIAL = `
  INSERT INTO invoice_series AS s (kind, fiscal_year, last) VALUES ($1, $2, 1)
  ON CONFLICT (kind, fiscal_year) DO UPDATE SET last = s.last + 1
  RETURNING last`;

const toInvoice = ({
  userId,
  buyerName,
  buyerEmail,
  amountPaise,
  taxablePaise,
  cgstPaise,
  sgstPaise,
  ...row
}: Row) => ({
  ...row,
  buyer: { userId, name: buyerName, email: buyerEmail },
  amount: paise(amountPaise),
  gst: { taxable: paise(taxablePaise), cgst: paise(cgstPaise), sgst: paise(sgstPaise) },
});

const toRow = ({ buyer, amount, gst, ...invoice }: Invoice): Row => ({
  ...invoice,
  userId: buyer.userId,
  buyerName: buyer.name,
  buyerEmail: buyer.email,
  amountPaise: amount,
  taxablePaise: gst.taxable,
  cgstPaise: gst.cgst,
  sgstPaise: gst.sgst,
});

const isInvoiceOf = (orderId: string) => and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice"));

export const createInvoiceStore = ({ db }: Database): InvoiceStore => ({
  async takeSerial({ client }, kind, fiscalYear) {
    const { rows } = await client.query<{ last: number }>(TAKE_SERIAL, [kind, fiscalYear]);
    return rows[0]?.last ?? 0;
  },
  async add(tx, invoice) {
    await tx.db.insert(invoices).values(toRow(invoice));
  },
  async nameOf(tx, userId) {
    const [row] = await tx.db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId));
    return row ?? null;
  },
  async findOfOrder(tx, orderId) {
    const [row] = await (tx?.db ?? db).select().from(invoices).where(isInvoiceOf(orderId));
    return row ? toInvoice(row) : null;
  },
  async hasCreditNote(tx, refundId) {
    return (await tx.db.select().from(invoices).where(eq(invoices.refundId, refundId))).length > 0;
  },
  async findOwn(userId, invoiceId) {
    const isOwn = and(eq(invoices.id, invoiceId), eq(invoices.userId, userId));
    const [row] = await db.select().from(invoices).where(isOwn);
    return row ? toInvoice(row) : null;
  },
  async listOf(userId) {
    const rows = await db.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(asc(invoices.issuedAt));
    return rows.map(toInvoice);
  },
  async numberOfInvoice(orderId) {
    const [row] = await db.select({ number: invoices.number }).from(invoices).where(isInvoiceOf(orderId));
    return row?.number ?? null;
  },
});
