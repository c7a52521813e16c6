import { assert } from "../shared/assert.ts";
import type { EpochMs } from "../time/clock.ts";
import { istDateOf } from "../time/ist.ts";

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

const prefixes: Readonly<Record<InvoiceKind, string>> = { invoice: "INV", credit_note: "CRN" };
const FIRST_MONTH = 4;
const NUMBER_MAX = 999_999;

/** India's fiscal year begins on 1 April; 2026 is the one from April 2026 to March 2027. */
export function fiscalYearOf(instant: EpochMs): number {
  const [year = 0, month = 0] = istDateOf(instant).split("-").map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

/** `INV/26-27/000042`: unique within its fiscal year and, as the law demands, not longer than 16 characters. */
export function formatInvoiceNumber(kind: InvoiceKind, fiscalYear: number, serial: number): string {
  assert(Number.isInteger(serial) && serial >= 1 && serial <= NUMBER_MAX, "a serial number of six digits");
  const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
  const years = `${twoDigits(fiscalYear)}-${twoDigits(fiscalYear + 1)}`;
  return `${prefixes[kind]}/${years}/${String(serial).padStart(6, "0")}`;
}
