import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { formatRemaining } from "../../lib/format.ts";
import { formatPlan, formatStatus } from "../../lib/format-subscription.ts";
import { useSession } from "../../lib/session.tsx";
import type { Subscription } from "../../lib/session-store.ts";
import { isTrialOpen, TRIAL_PATH, trialLabel } from "../../lib/trial-offer.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { Stat, StatList } from "../../ui/stat.tsx";
import { algorithmTexts } from "./algorithm.texts.ts";

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
        <Stat
          label="Plan"
          value={subscription.plan === null ? algorithmTexts.planByRole : formatPlan(subscription.plan)}
        />
        <Stat
          label="Time remaining"
          value={
            <span className="block text-balance">
              {subscription.plan === null
                ? algorithmTexts.noEnd
                : formatRemaining(subscription.days_remaining, subscription.hours_remaining)}
            </span>
          }
        />
      </StatList>
      <Button asChild variant="primary" size="lg">
        <Link to="/broker-selection">Go to Algorithm Dashboard</Link>
      </Button>
    </div>
  );
}

interface InvitationProps {
  text: string;
  to: string;
  label: string;
  /** Users who never had a subscription can try it first. */
  trial?: { question: string; label: string };
}

function Invitation({ text, to, label, trial }: InvitationProps) {
  return (
    <div className="grid gap-5">
      <p className="text-lg font-medium">{text}</p>
      <Button asChild variant="primary" size="lg">
        <Link to={to}>{label}</Link>
      </Button>
      {trial && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
          {trial.question}
          <Link
            to={TRIAL_PATH}
            prefetch="intent"
            className="inline-flex min-h-11 items-center font-medium text-text underline underline-offset-4 hover:text-accent-text"
          >
            {trial.label}
          </Link>
        </p>
      )}
    </div>
  );
}

function PanelContent() {
  const session = useSession();
  if (session.kind === "visitor") {
    const trial = { question: algorithmTexts.trialQuestion, label: algorithmTexts.trial };
    return <Invitation text={`Please login to access the ${brand.system}`} to="/auth" label="Login" trial={trial} />;
  }
  if (session.kind === "loading" || !session.isSubscriptionKnown) {
    return <SpinnerWithText>Loading subscription details...</SpinnerWithText>;
  }
  const { subscription } = session;
  if (subscription.status === "active") return <ActiveSubscription subscription={subscription} />;
  if (subscription.pending_payment !== null) return <PendingPaymentCard />;
  const trial = isTrialOpen(subscription)
    ? { trial: { question: algorithmTexts.trialQuestion, label: trialLabel } }
    : {};
  return (
    <Invitation text="You have no active subscription." to="/subscription-plans" label="See the plans" {...trial} />
  );
}

export function AccessPanel() {
  return (
    <Card className="grid min-h-56 w-full content-center p-6 sm:p-8">
      <PanelContent />
    </Card>
  );
}
