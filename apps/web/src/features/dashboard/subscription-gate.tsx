import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { formatPlan } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { isTrialOpen, TRIAL_PATH, trialLabel } from "../../lib/trial-offer.ts";
import { usePaymentWatch } from "../../lib/use-payment-watch.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { gateTexts } from "./dashboard.texts.ts";
import { pathOf } from "./dashboard-tab.ts";

function statusWord({ status, pending_payment: pending }: Subscription): string {
  if (pending !== null || status === "pending") return gateTexts.pending;
  return status === "expired" ? gateTexts.expired : gateTexts.missing;
}

function Facts({ subscription }: { subscription: Subscription }) {
  const facts = [
    ["Plan", formatPlan(subscription.pending_payment?.plan ?? subscription.plan)],
    ["Status", statusWord(subscription)],
    ["Expiry date", subscription.end_date === null ? "None" : formatIstDate(instantOf(subscription.end_date))],
  ] as const;
  return (
    <dl className="grid gap-2.5 rounded-md bg-raised px-5 py-4">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Users with a pending payment are not asked to pay again. */
function MainAction({ isPaid }: { isPaid: boolean }) {
  return (
    <Button asChild variant="primary">
      {isPaid ? (
        <Link to={`${pathOf("Subscription")}?view=history`}>{gateTexts.history}</Link>
      ) : (
        <Link to="/subscription-plans">{gateTexts.subscribe}</Link>
      )}
    </Button>
  );
}

interface SubscriptionGateProps {
  subscription: Subscription;
  wayOut?: ReactNode;
  /** The kill switch while something runs: the gate covers the frame's. */
  stop?: ReactNode;
}

/** B2.5: covers the tabs that need a subscription, with links to the account and out of a connection. */
export function SubscriptionGate({ subscription, wayOut, stop }: SubscriptionGateProps) {
  const isPaid = usePaymentWatch() !== null || subscription.status === "pending";
  return (
    <Dialog
      open
      isBlocking
      onOpenChange={() => undefined}
      title={gateTexts.title}
      description={isPaid ? gateTexts.pendingBody : gateTexts.body}
      footer={
        <>
          {stop}
          {wayOut}
          <Button asChild variant="ghost">
            <Link to={pathOf("UserProfile")}>User Profile</Link>
          </Button>
          {!isPaid && isTrialOpen(subscription) && (
            <Button asChild>
              <Link to={TRIAL_PATH}>{trialLabel}</Link>
            </Button>
          )}
          <MainAction isPaid={isPaid} />
        </>
      }
    >
      <Facts subscription={subscription} />
    </Dialog>
  );
}
