import { BUYER_ADDRESS_MAX, BUYER_NAME_MAX } from "@vriddhi/core/billing/buyer-details";
import { STATE_CODES } from "@vriddhi/core/billing/indian-state";
import { z } from "zod";
import { endpoint, fileReply } from "./endpoint.ts";

/** Recipient of the next invoices. By default they name the account and the seller's state. */
const detailsFields = {
  name: z.string().max(BUYER_NAME_MAX),
  address: z.string().max(BUYER_ADDRESS_MAX).describe("one to four lines"),
  state: z.enum(STATE_CODES, "Please choose a state.").describe("two digits, the first two of GST numbers"),
};

const detailsReply = z.strictObject({
  details: z.strictObject({ ...detailsFields, gstin: z.string().nullable() }).nullable(),
});

export const invoiceEndpoints = {
  readBillingDetails: endpoint({
    method: "GET",
    path: "/billing/details",
    summary: "Name, address, state and GST number for the caller's next invoices; null until provided",
    access: "user",
    reply: detailsReply,
    problems: [],
  }),
  saveBillingDetails: endpoint({
    method: "PUT",
    path: "/billing/details",
    summary: "Change them; issued invoices stay unchanged",
    access: "user",
    body: z.strictObject({ ...detailsFields, gstin: z.string().max(20).nullable().optional() }),
    reply: detailsReply,
    problems: ["details_refused"],
  }),
  readInvoicePdf: endpoint({
    method: "GET",
    path: "/billing/invoices/{invoiceId}/pdf",
    summary: "One of the caller's invoices or credit notes as a PDF",
    access: "user",
    params: z.strictObject({ invoiceId: z.uuid() }),
    file: "application/pdf",
    reply: fileReply,
    problems: [],
  }),
};
