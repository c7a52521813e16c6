import { brand } from "@vriddhi/core/site/brand";

/** Who sells, as the law wants it on an invoice. The operator's own particulars take the place of these samples. */
export const seller = {
  name: brand.legalEntity,
  address: ["4th Floor, 80 Feet Road", "Koramangala, Bengaluru 560034"],
  gstin: "29AAKCV4821M1ZP",
  state: "Karnataka (29)",
  email: brand.supportEmail,
  /** Services accounting codes. */
  sac: { plan: "997331", ebook: "998431" },
} as const;
