import type { DetailsFault } from "@vriddhi/core/billing/buyer-details";
import type { Messages } from "../../platform/http/handler.ts";

export const invoiceMessages: Messages<"details_refused"> = {
  details_refused: "These details cannot be used on an invoice.",
};

export const detailsFaultTexts: Readonly<Record<DetailsFault, string>> = {
  name_missing: "Please enter the name that the invoice should carry.",
  address_missing: "Please enter an address.",
  address_too_long: "An address has at most four lines.",
  gstin_wrong: "This is not a GST number. Please compare it character by character with your certificate.",
  gstin_elsewhere: "The GST number belongs to another state. Its first two digits are its state.",
};
