import type { PlanName } from "@vriddhi/core/billing/plans";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { plansTexts } from "./plans.texts.ts";

interface PlanButtonProps {
  plan: PlanName;
  isBusy: boolean;
  /** Where a visitor is sent; `null` for a signed-in user. */
  loginPath: string | null;
  onBuy(): void;
}

const OfPlan = ({ plan }: { plan: PlanName }) => <span className="sr-only">{plansTexts.of(plan)}</span>;

/**
 * A2.38: a visitor's is a real link, which works before any script. While the order is created a press does nothing,
 * and the button keeps the focus, because the payment sheet returns it there.
 */
export function PlanButton({ plan, isBusy, loginPath, onBuy }: PlanButtonProps) {
  const variant = plan === "ANNUALLY" ? "primary" : "secondary";
  if (loginPath !== null) {
    return (
      <Button asChild variant={variant} size="lg" className="w-full">
        <Link to={loginPath}>
          <span>
            {plansTexts.subscribeAsVisitor}
            <OfPlan plan={plan} />
          </span>
        </Link>
      </Button>
    );
  }
  return (
    <Button variant={variant} size="lg" className="w-full" data-buy={plan} onClick={onBuy}>
      {isBusy && <Spinner />}
      <span>
        {isBusy ? plansTexts.processing : plansTexts.subscribe}
        <OfPlan plan={plan} />
      </span>
    </Button>
  );
}
