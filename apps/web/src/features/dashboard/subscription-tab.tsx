import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatSpan, formatStatus } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { subscriptionTexts } from "./dashboard.texts.ts";

const VIEWS = ["manage", "history"] as const;
export type BillingView = (typeof VIEWS)[number];

function Instant({ iso }: { iso: string | null }) {
  return iso === null ? "None" : <time dateTime={iso}>{formatIstDateTime(instantOf(iso))}</time>;
}

function SubscriptionSkeleton() {
  return (
    <LoadingRegion label="Loading your subscription">
      <Card>
        <DetailList>
          {["Plan", "Status", "Start Date", "End Date"].map((name) => (
            <Detail key={name} name={name}>
              <Skeleton className="h-6 w-40" />
            </Detail>
          ))}
        </DetailList>
      </Card>
    </LoadingRegion>
  );
}

/** Which panel is open stands in the address, so that a mail can point at it and a reload keeps it. */
function useBillingView() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((known) => known === params.get("view")) ?? null;
  const toggle = (next: BillingView) =>
    setParams(next === view ? {} : { view: next }, { preventScrollReset: true, replace: true });
  return { view, toggle };
}

interface ViewButtonProps {
  view: BillingView;
  open: BillingView | null;
  onToggle(view: BillingView): void;
}

function ViewButton({ view, open, onToggle }: ViewButtonProps) {
  return (
    <Button
      aria-expanded={open === view}
      className="w-full aria-expanded:border-accent-text sm:w-auto"
      onClick={() => onToggle(view)}
    >
      {subscriptionTexts[view]}
    </Button>
  );
}

function NoSubscription({ children }: { children: ReactNode }) {
  return (
    <Card>
      <EmptyState
        title={subscriptionTexts.none}
        action={
          <>
            <Button asChild variant="primary">
              <Link to="/subscription-plans">{subscriptionTexts.viewPlans}</Link>
            </Button>
            {children}
          </>
        }
      >
        {subscriptionTexts.noneBody}
      </EmptyState>
    </Card>
  );
}

type Period = NonNullable<Subscription["running"]>;

function PeriodLine({ period }: { period: Period }) {
  return (
    <span className="grid">
      <span>{subscriptionTexts.period(formatPlan(period.plan), formatRupees(period.capital_upper_band))}</span>
      <span className="text-sm font-normal text-muted">{formatSpan(period.start_date, period.end_date)}</span>
    </span>
  );
}

/** What the cover between start and end is made of. */
function Periods({ running, following }: Pick<Subscription, "running" | "following">) {
  if (running === null) return null;
  return (
    <>
      <Detail name={subscriptionTexts.running}>
        <PeriodLine period={running} />
      </Detail>
      {following.length > 0 && (
        <Detail name={subscriptionTexts.following}>
          <span className="grid gap-3">
            {following.map((period) => (
              <PeriodLine key={period.start_date} period={period} />
            ))}
          </span>
        </Detail>
      )}
    </>
  );
}

function OwnSubscription({ subscription, children }: { subscription: Subscription; children: ReactNode }) {
  return (
    <Card>
      <DetailList>
        <Detail name="Plan">{formatPlan(subscription.plan)}</Detail>
        <Detail name="Status">
          <Badge tone={subscription.status === "active" ? "info" : "neutral"} hasDot>
            {formatStatus(subscription.status)}
          </Badge>
        </Detail>
        <Detail name="Start Date">
          <Instant iso={subscription.start_date} />
        </Detail>
        <Detail name="End Date">
          <Instant iso={subscription.end_date} />
        </Detail>
        <Periods running={subscription.running} following={subscription.following} />
      </DetailList>
      <div className="flex flex-wrap gap-3 border-t border-line px-6 py-5">{children}</div>
    </Card>
  );
}

interface SubscriptionTabProps {
  /** Null until the server has answered. */
  subscription: Subscription | null;
  renderBilling?(view: BillingView, endDate: string | null): ReactNode;
}

/** B2.25. Payments may be looked at also before the first one is confirmed, hence the second button without a plan. */
export function SubscriptionTab({ subscription, renderBilling }: SubscriptionTabProps) {
  const { view, toggle } = useBillingView();
  if (subscription === null) return <SubscriptionSkeleton />;
  const history = <ViewButton view="history" open={view} onToggle={toggle} />;
  const shown = subscription.has_subscription || view === "history" ? view : null;
  return (
    <>
      <PendingPaymentCard />
      {subscription.has_subscription ? (
        <OwnSubscription subscription={subscription}>
          <ViewButton view="manage" open={view} onToggle={toggle} />
          {history}
        </OwnSubscription>
      ) : (
        <NoSubscription>{history}</NoSubscription>
      )}
      {shown !== null && renderBilling?.(shown, subscription.end_date)}
    </>
  );
}
