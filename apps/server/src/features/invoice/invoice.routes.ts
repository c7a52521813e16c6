import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { InvoiceService } from "./invoice.service.ts";

export const invoiceHandlers = (service: InvoiceService): Handlers<"readInvoicePdf"> => ({
  async readInvoicePdf({ caller, params }) {
    const file = await service.pdfOf(caller.userId, params.invoiceId);
    return file ? ok(file) : err("not_found");
  },
});
