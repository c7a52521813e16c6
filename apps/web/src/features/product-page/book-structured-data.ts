import { EBOOK_PRICE } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { productTexts } from "./product-page.texts.ts";

export const bookStructuredData = () => ({
  "@context": "https://schema.org",
  "@type": "Book",
  name: productTexts.title,
  description: productTexts.subtitle,
  bookFormat: "https://schema.org/EBook",
  inLanguage: "en",
  author: { "@type": "Organization", name: brand.name },
  offers: {
    "@type": "Offer",
    price: String(EBOOK_PRICE / PAISE_PER_RUPEE),
    priceCurrency: "INR",
    availability: "https://schema.org/InStock",
  },
});
