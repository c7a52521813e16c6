import { brand } from "@vriddhi/core/site/brand";
import { AccessPanel } from "../features/algorithm/access-panel.tsx";
import { pageMeta, productStructuredData } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: brand.system,
    description:
      "Automated equity trading in your own broker account: Fyers, Angel One or Zerodha. You keep the control.",
    keywords: ["algorithmic trading India", "automated trading", "Zerodha", "Angel One", "Fyers"],
    path: "/algorithm",
    structuredData: productStructuredData,
  });

export default function Algorithm() {
  return (
    <section className="page-width grid full-page content-start justify-items-center gap-10 py-16 md:pt-28">
      <header className="grid justify-items-center gap-4 text-center">
        <h1 className="text-3xl font-semibold">{brand.system}</h1>
        <p className="max-w-[44ch] text-lg text-muted">{brand.tagline}.</p>
      </header>
      <AccessPanel />
    </section>
  );
}
