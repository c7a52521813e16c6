import type { DetailsFault } from "@vriddhi/core/billing/buyer-details";

export const detailsTexts = {
  title: "Invoice details",
  none: "Your invoices name your account. Add a name, an address and a GST number where they should carry them.",
  add: "Add details",
  change: "Change",
  changeThem: "Change the invoice details",
  dialogTitle: "Who should the invoice name?",
  dialogLead: "For your next invoices. Existing invoices stay as they are.",
  name: "Name or company",
  address: "Address",
  addressHint: "Up to four lines, with the PIN code.",
  state: "State or union territory",
  statePlaceholder: "Choose your state",
  stateHint: "It decides between CGST with SGST and IGST. The price stays the same.",
  gstin: "GST number (optional)",
  gstinHint: "15 characters, as on your registration certificate.",
  save: "Save details",
  cancel: "Cancel",
  saved: "Your next invoice carries these details.",
  withGstin: (gstin: string) => `GSTIN ${gstin}`,
  atCheckout: "Do you need an invoice in a company's name, or with your address?",
  billTo: (name: string) => `The invoice will name ${name}.`,
} as const;

export const detailsFaultTexts: Readonly<Record<DetailsFault | "state_missing", string>> = {
  name_missing: "Please enter the name that the invoice should carry.",
  address_missing: "Please enter an address.",
  address_too_long: "An address has at most four lines.",
  state_missing: "Please choose a state.",
  gstin_wrong: "This is not a GST number. Please compare it character by character with your certificate.",
  gstin_elsewhere: "The GST number belongs to another state. Its first two digits are its state.",
};
