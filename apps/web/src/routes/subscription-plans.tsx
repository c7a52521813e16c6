import { lazy, Suspense } from "react";
import { LegalLinks } from "../app/legal-links.tsx";
import { PlansPage } from "../features/plans/plans-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { productStructuredData } from "../lib/product-structured-data.ts";

const CheckoutDetails = lazy(async () => ({
  default: (await import("../features/billing/checkout-details.tsx")).CheckoutDetails,
}));

export const meta = () =>
  pageMeta({
    title: "Subscription plans",
    description:
      "Monthly, quarterly and annual plans for automated equity trading, by the capital you want to trade with.",
    keywords: ["subscription plans", "algorithmic trading price", "automated trading India"],
    path: "/subscription-plans",
    structuredData: productStructuredData(),
  });

export default function SubscriptionPlans() {
  const invoiceDetails = (
    <Suspense>
      <CheckoutDetails />
    </Suspense>
  );
  return <PlansPage legalLinks={<LegalLinks />} invoiceDetails={invoiceDetails} />;
}
