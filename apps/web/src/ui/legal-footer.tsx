import { brand } from "@vriddhi/core/site/brand";
import type { ReactNode } from "react";
import { riskDisclosure } from "../lib/site-claims.ts";

/** The end of pages whose footer is hidden (A2.18): the documents, the disclosure and the company. */
export function LegalFooter({ links }: { readonly links: ReactNode }) {
  return (
    <section aria-label="Legal" className="border-t border-line">
      <div className="page-width grid gap-2 py-8 text-xs text-muted">
        <ul className="flex flex-wrap gap-x-6">{links}</ul>
        <p className="max-w-3xl">{riskDisclosure}</p>
        <p>© {brand.legalEntity}</p>
      </div>
    </section>
  );
}
