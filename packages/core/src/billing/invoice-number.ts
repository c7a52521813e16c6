import { assert } from "../shared/assert.ts";
import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDate, istDateOf, yearOf } from "../time/ist.ts";

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

const prefixes: Readonly<Record<InvoiceKind, string>> = { invoice: "INV", credit_note: "CRN" };
const FIRST_MONTH = 4;
const NUMBER_MAX = 999_999;

/** India's fiscal year begins on 1 April; 2026 runs from April 2026 to March 2027. */
export function fiscalYearOf(instant: EpochMs): number {
  const [year = 0, month = 0] = istDateOf(instant).split("-").map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

/** `INV/26-27/000042`: unique within its fiscal year and, as the law requires, at most 16 characters. */
export function formatInvoiceNumber(kind: InvoiceKind, fiscalYear: number, serial: number): string {
  assert(Number.isInteger(serial) && serial >= 1 && serial <= NUMBER_MAX, "a serial number of six digits");
  const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
  const years = `${twoDigits(fiscalYear)}-${twoDigits(fiscalYear + 1)}`;
  return `${prefixes[kind]}/${years}/${String(serial).padStart(6, "0")}`;
}

/** The annual return of a fiscal year is due on 31 December after its end; books are kept for 72 months from there. */
const RETURN_DUE = "12-31";
const KEPT_YEARS = 6;

/** The last day on which the law requires an invoice of this fiscal year in full, including its buyer. */
export const invoiceKeptUntil = (fiscalYear: number): IstDate =>
  istDate(`${fiscalYear + 1 + KEPT_YEARS}-${RETURN_DUE}`);

/** The newest fiscal year whose invoices may omit their buyers. */
export function lastForgottenYear(now: EpochMs): number {
  const year = yearOf(istDateOf(now)) - 1 - KEPT_YEARS;
  return invoiceKeptUntil(year) < istDateOf(now) ? year : year - 1;
}
