import { brand } from "@vriddhi/core/site/brand";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { createInvoiceService } from "../features/invoice/invoice.service.ts";
import { createInvoiceStore } from "../features/invoice/invoice.store.pg.ts";
import type { Config } from "../platform/config/config.ts";
import type { Database } from "../platform/db/database.ts";
import type { FetchAttachment } from "../platform/mail/mail.ts";
import type { Surroundings } from "./surroundings.ts";

export const sellerOf = ({ seller }: Pick<Config, "seller">) => ({ ...seller, email: brand.supportEmail });

/** Mail attachments are generated at send time, so that the queue stores none of them. */
export function mailAttachments(deps: {
  readonly database: Database;
  readonly config: Config;
  readonly humanClock: HumanClock;
  readonly surroundings: Pick<Surroundings, "marketClock">;
}): FetchAttachment {
  const { database, config, humanClock, surroundings } = deps;
  const seller = sellerOf(config);
  const store = createInvoiceStore(database, seller);
  const invoices = createInvoiceService({ store, seller, clock: surroundings.marketClock, humanClock });
  return (attachment) =>
    attachment.kind === "invoice" ? invoices.pdfOfOrder(attachment.orderId) : invoices.pdfOfRefund(attachment.refundId);
}
