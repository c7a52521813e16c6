import type { BuyerDetails } from "@vriddhi/core/billing/buyer-details";
import type { GstSplit } from "@vriddhi/core/billing/gst";
import type { StateCode } from "@vriddhi/core/billing/indian-state";
import type { InvoiceKind } from "@vriddhi/core/billing/invoice-number";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Buyer {
  readonly userId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly address: string | null;
  /** `null` when not given: the place of supply is the seller's. */
  readonly state: StateCode | null;
  readonly gstin: string | null;
}

export interface Seller {
  readonly name: string;
  readonly address: readonly string[];
  readonly gstin: string;
  readonly state: StateCode;
  readonly email: string;
  readonly signatory: string | null;
}

export interface Supply {
  readonly description: string;
  readonly sac: string;
  readonly band: Paise | null;
  readonly period: { readonly from: EpochMs; readonly to: EpochMs } | null;
  readonly listPrice: Paise;
  readonly couponCode: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly fiscalYear: number;
  readonly serial: number;
  readonly orderId: string;
  /** For a credit note. */
  readonly refundId: string | null;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly supply: Supply;
  readonly paymentId: string;
  readonly amount: Paise;
  readonly gst: GstSplit;
  readonly issuedAt: EpochMs;
}

export interface IssuedNumber {
  readonly number: string;
  readonly issuedAt: EpochMs;
}

export interface InvoiceStore {
  /** The next number of the year. Other transactions wait for this one and get the number if it fails: no gaps. */
  takeSerial(tx: Tx, kind: InvoiceKind, fiscalYear: number): Promise<number>;
  add(tx: Tx, invoice: Invoice): Promise<void>;
  nameOf(tx: Tx, userId: string): Promise<{ readonly name: string; readonly email: string } | null>;
  detailsOf(tx: Tx | null, userId: string): Promise<BuyerDetails | null>;
  saveDetails(userId: string, details: BuyerDetails, at: EpochMs): Promise<void>;
  findOfOrder(tx: Tx | null, orderId: string): Promise<Invoice | null>;
  findOfRefund(tx: Tx | null, refundId: string): Promise<Invoice | null>;
  findOwn(userId: string, invoiceId: string): Promise<Invoice | null>;
  listOf(userId: string): Promise<readonly Invoice[]>;
  numberOfInvoice(orderId: string): Promise<IssuedNumber | null>;
}
