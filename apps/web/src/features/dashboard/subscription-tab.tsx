import { Link } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { formatPlan, formatStatus } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { subscriptionTexts } from "./dashboard.texts.ts";
import { Detail, DetailList } from "./detail-list.tsx";

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

/** B2.25, the part that reads. `subscription` is null until the server has answered. */
export function SubscriptionTab({ subscription }: { subscription: Subscription | null }) {
  if (subscription === null) return <SubscriptionSkeleton />;
  if (!subscription.has_subscription) {
    return (
      <Card>
        <EmptyState
          title={subscriptionTexts.none}
          action={
            <Button asChild variant="primary">
              <Link to="/subscription-plans">{subscriptionTexts.viewPlans}</Link>
            </Button>
          }
        >
          {subscriptionTexts.noneBody}
        </EmptyState>
      </Card>
    );
  }
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
      </DetailList>
    </Card>
  );
}
