import { brokersShown } from "@vriddhi/core/broker/broker-name";
import { brokersInWords, brokerTitles } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { LegalLinks } from "../app/legal-links.tsx";
import { AlgorithmPage } from "../features/algorithm/algorithm-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { productStructuredData } from "../lib/product-structured-data.ts";

export const meta = () =>
  pageMeta({
    title: brand.system,
    description: `Automated equity trading in your own broker account: ${brokersInWords("or")}. You keep the control.`,
    keywords: [
      "algorithmic trading India",
      "automated trading",
      ...brokersShown.map((broker) => brokerTitles[broker]).reverse(),
    ],
    path: "/algorithm",
    structuredData: productStructuredData(),
  });

export default function Algorithm() {
  return <AlgorithmPage legalLinks={<LegalLinks />} />;
}
