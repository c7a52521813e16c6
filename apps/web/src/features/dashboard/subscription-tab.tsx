import { DAY_MS } from "@vriddhi/core/time/clock";
import CreditCard from "lucide-react/icons/credit-card";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDays, formatIstDate, formatIstDateTime, formatRemaining, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatSpan, formatStatus } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { isTrialOpen, TRIAL_PATH, trialLabel } from "../../lib/trial-offer.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { subscriptionTexts } from "./dashboard.texts.ts";

const VIEWS = ["history", "manage"] as const;
export type BillingView = (typeof VIEWS)[number];
const BUTTONS: readonly BillingView[] = ["manage", "history"];

export interface BillingFacts {
  readonly endDate: string | null;
  readonly hidesEmpty: boolean;
}

export type RenderBilling = (view: BillingView, facts: BillingFacts) => ReactNode;

export type RenderPrice = (paymentId: string | null) => ReactNode;

const HOURS_A_DAY = 24;

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

/** The requested panel is in the address, so that a mail can link to it; pressed again it is shown again. */
function useBillingView() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((known) => known === params.get("view")) ?? null;
  const [turn, setTurn] = useState(0);
  const show = (next: BillingView) => {
    setTurn((count) => count + 1);
    setParams({ view: next }, { preventScrollReset: true, replace: true });
  };
  return { view, turn, show };
}

interface PanelPlaceProps {
  /** Changes at each request; `null` before the first. */
  wanted: number | null;
  children: ReactNode;
}

function PanelPlace({ wanted, children }: PanelPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted === null) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-28 outline-none md:scroll-mt-20">
      {children}
    </div>
  );
}

function NoSubscription({ isTrialOffered }: { isTrialOffered: boolean }) {
  return (
    <Card>
      <EmptyState
        title={subscriptionTexts.none}
        icon={<CreditCard className="size-5" aria-hidden="true" />}
        action={
          <>
            <Button asChild variant="primary" className="w-full sm:w-auto">
              <Link to="/subscription-plans">{subscriptionTexts.viewPlans}</Link>
            </Button>
            {isTrialOffered && (
              <Button asChild className="w-full sm:w-auto">
                <Link to={TRIAL_PATH}>{trialLabel}</Link>
              </Button>
            )}
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

function DaysLeft({ subscription }: { subscription: Subscription }) {
  const { start_date: start, end_date: end, days_remaining: days, hours_remaining: hours, status } = subscription;
  if (start === null || end === null) return null;
  const isActive = status === "active";
  const total = Math.max(1, Math.round((instantOf(end) - instantOf(start)) / DAY_MS));
  const share = isActive ? Math.min(1, (days + hours / HOURS_A_DAY) / total) : 0;
  const day = formatIstDate(instantOf(end));
  return (
    <div className="grid gap-3 px-6 py-5">
      {isActive && (
        <p className="figures text-xl font-semibold">
          {subscriptionTexts.left(days > 0 ? formatDays(days) : formatRemaining(days, hours))}
        </p>
      )}
      <div
        role="img"
        aria-label={subscriptionTexts.leftOf(isActive ? days : 0, total)}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full origin-left rounded-full bg-info" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="figures text-sm text-muted">
        {isActive ? subscriptionTexts.ends(day) : subscriptionTexts.ended(day)}
      </p>
    </div>
  );
}

interface OwnSubscriptionProps {
  subscription: Subscription;
  renderPrice: RenderPrice | undefined;
  children: ReactNode;
}

function OwnSubscription({ subscription, renderPrice, children }: OwnSubscriptionProps) {
  return (
    <Card>
      <DaysLeft subscription={subscription} />
      <div className="border-t border-line">
        <DetailList>
          <Detail name="Plan">{formatPlan(subscription.plan)}</Detail>
          <Detail name="Status">
            <Badge tone={subscription.status === "active" ? "info" : "neutral"} hasDot>
              {formatStatus(subscription.status)}
            </Badge>
          </Detail>
          {renderPrice && <Detail name={subscriptionTexts.price}>{renderPrice(subscription.payment_id)}</Detail>}
          <Detail name="Start Date">
            <Instant iso={subscription.start_date} />
          </Detail>
          <Detail name="End Date">
            <Instant iso={subscription.end_date} />
          </Detail>
          <Periods running={subscription.running} following={subscription.following} />
        </DetailList>
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line px-6 py-5">{children}</div>
    </Card>
  );
}

interface SubscriptionTabProps {
  /** `null` until the server has answered. */
  subscription: Subscription | null;
  renderBilling?: RenderBilling;
  renderPrice?: RenderPrice;
}

export function SubscriptionTab({ subscription, renderBilling, renderPrice }: SubscriptionTabProps) {
  const { view, turn, show } = useBillingView();
  if (subscription === null) return <SubscriptionSkeleton />;
  const has = subscription.has_subscription;
  const panels = VIEWS.filter((panel) => has || panel === "history");
  return (
    <>
      <PendingPaymentCard />
      {has ? (
        <OwnSubscription subscription={subscription} renderPrice={renderPrice}>
          {BUTTONS.map((panel) => (
            <Button key={panel} className="w-full sm:w-auto" onClick={() => show(panel)}>
              {subscriptionTexts[panel]}
            </Button>
          ))}
        </OwnSubscription>
      ) : (
        <NoSubscription isTrialOffered={isTrialOpen(subscription)} />
      )}
      {panels.map((panel) => (
        <PanelPlace key={panel} wanted={view === panel ? turn : null}>
          {renderBilling?.(panel, { endDate: subscription.end_date, hidesEmpty: !has })}
        </PanelPlace>
      ))}
    </>
  );
}
