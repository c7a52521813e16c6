import { LegalLinks } from "../app/legal-links.tsx";
import { ProductPage } from "../features/product-page/product-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "E-book",
    description:
      "An e-book for retail traders in India who want to understand automated equity trading before they start.",
    keywords: ["trading e-book", "algorithmic trading book"],
    path: "/products",
  });

export default function Products() {
  return <ProductPage legalLinks={<LegalLinks />} />;
}
