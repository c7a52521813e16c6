import { Link } from "react-router";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { formatPlan } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { gateTexts } from "./dashboard.texts.ts";
import { type DashboardTab, pathOf } from "./dashboard-tab.ts";

interface SubscriptionGateProps {
  current: DashboardTab;
  /** Null until the server has answered: nobody is stopped on a guess. */
  subscription: Subscription | null;
}

const OPEN_TABS: readonly DashboardTab[] = ["UserProfile", "Subscription", "Settings"];

/** B2.5. It never covers the tabs about the account, and leaves a way to them. */
export function SubscriptionGate({ current, subscription }: SubscriptionGateProps) {
  if (subscription === null || subscription.status === "active") return null;
  if (OPEN_TABS.includes(current)) return null;
  const facts = [
    ["Plan", formatPlan(subscription.plan)],
    ["Status", subscription.status === "expired" ? gateTexts.expired : gateTexts.missing],
    ["Expiry date", subscription.end_date === null ? "None" : formatIstDate(instantOf(subscription.end_date))],
  ] as const;
  return (
    <Dialog
      open
      isBlocking
      onOpenChange={() => undefined}
      title={gateTexts.title}
      description={gateTexts.body}
      footer={
        <>
          <Button asChild variant="ghost">
            <Link to={pathOf("UserProfile")}>User Profile</Link>
          </Button>
          <Button asChild variant="primary">
            <Link to="/subscription-plans">{gateTexts.subscribe}</Link>
          </Button>
        </>
      }
    >
      <dl className="grid gap-2.5 rounded-md bg-raised px-5 py-4">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
