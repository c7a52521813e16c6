import { Link } from "react-router";
import { pageMeta, productStructuredData } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Subscription plans",
    description:
      "Monthly, quarterly and annual plans for automated equity trading, by the capital you want to trade with.",
    keywords: ["subscription plans", "algorithmic trading price", "automated trading India"],
    path: "/subscription-plans",
    structuredData: productStructuredData,
  });

export default function SubscriptionPlans() {
  return (
    <NoticePage
      title="Choose Your Subscription Plan"
      action={
        <Button asChild variant="primary">
          <Link to="/algorithm">How it works</Link>
        </Button>
      }
    >
      Plans open here soon.
    </NoticePage>
  );
}
