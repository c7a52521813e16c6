import { GST_PERCENT, isAcrossBorder } from "@vriddhi/core/billing/gst";
import { localTaxOf, stateTitle } from "@vriddhi/core/billing/indian-state";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Buyer, Invoice, IssuedNumber, Seller } from "./invoice.store.ts";

const DAY_IN_INDIA = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
const SHORT_DAY = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });
const FIGURES = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const WHOLE = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });

export const figures = (amount: Paise): string => FIGURES.format(amount / PAISE_PER_RUPEE);
const shortDay = (instant: EpochMs): string => SHORT_DAY.format(instant);
const dayOf = (instant: EpochMs): string => DAY_IN_INDIA.format(instant);

export const titleOf = ({ kind }: Invoice): string => (kind === "invoice" ? "TAX INVOICE" : "CREDIT NOTE");

export const placeOf = ({ buyer, seller }: Pick<Invoice, "buyer" | "seller">) => buyer.state ?? seller.state;

export const sellerLines = ({ name, address, state, gstin, email }: Seller): readonly string[] => [
  name,
  ...address,
  stateTitle(state),
  `GSTIN ${gstin}`,
  email,
];

const NO_BUYER = "Name deleted after the legal retention period";

export function buyerLines({ name, address, state, gstin, email }: Buyer): readonly string[] {
  const lines = [
    ...(name === null ? [] : [name]),
    ...(address === null ? [] : address.split("\n")),
    ...(state === null ? [] : [stateTitle(state)]),
    ...(gstin === null ? [] : [`GSTIN ${gstin}`]),
    ...(email === null ? [] : [email]),
  ];
  return name === null && email === null ? [NO_BUYER, ...lines] : lines;
}

export const factsOf = (invoice: Invoice, against: IssuedNumber | null): readonly (readonly [string, string])[] => [
  [invoice.kind === "invoice" ? "Invoice number" : "Credit note number", invoice.number],
  ["Date", dayOf(invoice.issuedAt)],
  ["Place of supply", stateTitle(placeOf(invoice))],
  ["Tax payable on reverse charge", "No"],
  ...(against === null ? [] : ([["For invoice", `${against.number} of ${shortDay(against.issuedAt)}`]] as const)),
  ["Payment", invoice.paymentId],
];

export function supplyLines({ supply }: Invoice): readonly string[] {
  const { description, band, period, couponCode } = supply;
  return [
    description,
    ...(band === null ? [] : [`Trading capital up to INR ${WHOLE.format(band / PAISE_PER_RUPEE)}`]),
    ...(period === null ? [] : [`Service period ${shortDay(period.from)} to ${shortDay(period.to)}`]),
    ...(couponCode === null ? [] : [`Coupon ${couponCode}: price before it INR ${figures(supply.listPrice)}`]),
  ];
}

export function taxLines({ gst, seller, buyer }: Invoice): readonly (readonly [string, Paise])[] {
  if (isAcrossBorder({ seller: seller.state, placeOfSupply: placeOf({ buyer, seller }) }))
    return [[`IGST ${GST_PERCENT}%`, gst.igst]];
  const half = GST_PERCENT / 2;
  return [
    [`CGST ${half}%`, gst.cgst],
    [`${localTaxOf(seller.state)} ${half}%`, gst.sgst],
  ];
}

export const tableHeads = ["Description", "SAC", "Qty", "Price", "Discount", "Taxable value"] as const;

export const invoiceTexts = {
  seller: "SELLER",
  buyer: "BILL TO",
  taxable: "Taxable value",
  total: { invoice: "Total paid, tax included", credit_note: "Total credited, tax included" },
  amountInWords: "Amount in words",
  signedFor: (name: string) => `For ${name}`,
  signatory: "Authorised signatory",
  foot: "All amounts in Indian rupees. Price, discount and taxable value are without tax. An electronic document under the Information Technology Act, 2000.",
} as const;
