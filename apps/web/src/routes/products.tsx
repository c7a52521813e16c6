import { LegalLinks } from "../app/legal-links.tsx";
import { EbookStore } from "../features/ebook/ebook-store.tsx";
import { BookCover } from "../features/product-page/book-cover.tsx";
import { bookStructuredData } from "../features/product-page/book-structured-data.ts";
import { ProductPage } from "../features/product-page/product-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "E-book",
    description:
      "An e-book for retail traders in India who want to understand automated equity trading before they start.",
    keywords: ["trading e-book", "algorithmic trading book"],
    path: "/products",
    structuredData: bookStructuredData(),
  });

export default function Products() {
  return <EbookStore cover={<BookCover />} offer={(buy) => <ProductPage buy={buy} legalLinks={<LegalLinks />} />} />;
}
