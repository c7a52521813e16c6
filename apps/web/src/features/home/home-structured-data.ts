import { productStructuredData } from "../../lib/product-structured-data.ts";
import { areClaimsSamples, siteClaims } from "../../lib/site-claims.ts";

const rating = siteClaims && {
  aggregateRating: {
    "@type": "AggregateRating",
    ...(areClaimsSamples ? { name: "Sample rating" } : {}),
    ratingValue: String(siteClaims.ratings.home.value),
    ratingCount: String(siteClaims.ratings.home.count),
    bestRating: "5",
  },
};

/** A1.5, A1.6: the product, with the rating that belongs to the home page. */
export const homeStructuredData = () => ({ ...productStructuredData(), ...rating });
