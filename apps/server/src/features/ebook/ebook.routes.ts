import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DownloadTokens } from "./download-token.ts";

export interface EbookDeps {
  readonly tokens: DownloadTokens;
  readBook(): Promise<Uint8Array>;
  invoiceOf(orderId: string): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null>;
}

const EBOOK_FILE = "the-size-of-a-trade.pdf";

export const ebookHandlers = ({
  tokens,
  readBook,
  invoiceOf,
}: EbookDeps): Handlers<"downloadEbook" | "downloadEbookInvoice"> => ({
  async downloadEbook({ query }) {
    const opened = tokens.open("book", query.token);
    return opened.ok ? ok({ name: EBOOK_FILE, bytes: await readBook() }) : opened;
  },
  async downloadEbookInvoice({ query }) {
    const opened = tokens.open("invoice", query.token);
    if (!opened.ok) return opened;
    const file = await invoiceOf(opened.value);
    return file ? ok(file) : err("link_wrong");
  },
});
