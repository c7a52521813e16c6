import { brand } from "@vriddhi/core/site/brand";
import { publisher } from "./metadata.ts";
import { siteOrigin } from "./site-origin.ts";

/** A1.6: a finance web application priced at 0 in Indian rupees, with a 30-day return window. */
export const productStructuredData = () => ({
  "@context": "https://schema.org",
  "@type": "WebApplication",
  name: brand.name,
  description: brand.tagline,
  url: siteOrigin(),
  applicationCategory: "FinanceApplication",
  operatingSystem: "Web",
  publisher: publisher(),
  offers: {
    "@type": "Offer",
    price: "0",
    priceCurrency: "INR",
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "IN",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 30,
    },
  },
});
