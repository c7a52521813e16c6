import type { GstSplit } from "@vriddhi/core/billing/gst";
import type { InvoiceKind } from "@vriddhi/core/billing/invoice-number";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Buyer {
  readonly userId: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly fiscalYear: number;
  readonly serial: number;
  readonly orderId: string;
  /** Of a credit note. */
  readonly refundId: string | null;
  readonly buyer: Buyer;
  readonly description: string;
  readonly paymentId: string;
  readonly amount: Paise;
  readonly gst: GstSplit;
  readonly issuedAt: EpochMs;
}

export interface InvoiceStore {
  /** The next number of the year. Others wait for the end of this transaction, and get it if it fails: no gaps. */
  takeSerial(tx: Tx, kind: InvoiceKind, fiscalYear: number): Promise<number>;
  add(tx: Tx, invoice: Invoice): Promise<void>;
  nameOf(tx: Tx, userId: string): Promise<{ readonly name: string; readonly email: string } | null>;
  findOfOrder(tx: Tx | null, orderId: string): Promise<Invoice | null>;
  hasCreditNote(tx: Tx, refundId: string): Promise<boolean>;
  findOwn(userId: string, invoiceId: string): Promise<Invoice | null>;
  listOf(userId: string): Promise<readonly Invoice[]>;
  /** The number of the invoice that a credit note belongs to. */
  numberOfInvoice(orderId: string): Promise<string | null>;
}
