import { brand } from "@vriddhi/core/site/brand";
import { LegalLinks } from "../app/legal-links.tsx";
import { AlgorithmPage } from "../features/algorithm/algorithm-page.tsx";
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
  return <AlgorithmPage legalLinks={<LegalLinks />} />;
}
