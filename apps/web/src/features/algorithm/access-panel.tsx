import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { formatRemaining } from "../../lib/format.ts";
import { formatPlan, formatStatus } from "../../lib/format-subscription.ts";
import { useSession } from "../../lib/session.tsx";
import type { Subscription } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { Stat, StatList } from "../../ui/stat.tsx";

/** A2.41 */
function ActiveSubscription({ subscription }: { subscription: Subscription }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Active Subscription</h2>
        <Badge tone="info" hasDot>
          {formatStatus(subscription.status)}
        </Badge>
      </div>
      <StatList>
        <Stat label="Plan" value={formatPlan(subscription.plan)} />
        <Stat
          label="Time remaining"
          value={formatRemaining(subscription.days_remaining, subscription.hours_remaining)}
        />
      </StatList>
      <Button asChild variant="primary" size="lg">
        <Link to="/broker-selection">Go to Algorithm Dashboard</Link>
      </Button>
    </div>
  );
}

function Invitation({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <p className="text-lg text-muted">{text}</p>
      <Button asChild variant="primary" size="lg">
        <Link to={to}>{label}</Link>
      </Button>
    </div>
  );
}

function PanelContent() {
  const session = useSession();
  if (session.kind === "visitor") {
    return <Invitation text={`Please login to access the ${brand.system}`} to="/auth" label="Login" />;
  }
  if (session.kind === "loading" || !session.isSubscriptionKnown) {
    return <SpinnerWithText>Loading subscription details...</SpinnerWithText>;
  }
  const { subscription } = session;
  if (subscription.status === "active") return <ActiveSubscription subscription={subscription} />;
  if (subscription.pending_payment !== null) return <PendingPaymentCard />;
  return <Invitation text="You have no active subscription." to="/subscription-plans" label="See the plans" />;
}

/** A2.40-A2.43: what this person can do here. */
export function AccessPanel() {
  return (
    <Card className="grid min-h-56 w-full content-center p-6 sm:p-8">
      <PanelContent />
    </Card>
  );
}
