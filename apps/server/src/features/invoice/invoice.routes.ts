import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import { detailsFaultTexts } from "./invoice.messages.ts";
import type { InvoiceService } from "./invoice.service.ts";

export const invoiceHandlers = (
  service: InvoiceService,
): Handlers<"readInvoicePdf" | "readBillingDetails" | "saveBillingDetails"> => ({
  async readBillingDetails({ caller }) {
    return ok({ details: await service.detailsOf(caller.userId) });
  },
  async saveBillingDetails({ caller, body: { name, address, state, gstin = null } }) {
    const saved = await service.saveDetails(caller.userId, { name, address, state, gstin });
    if (saved.ok) return ok({ details: saved.value });
    return err({ code: "details_refused", detail: detailsFaultTexts[saved.error] });
  },
  async readInvoicePdf({ caller, params }) {
    const file = await service.pdfOf(caller.userId, params.invoiceId);
    return file ? ok(file) : err("not_found");
  },
});
