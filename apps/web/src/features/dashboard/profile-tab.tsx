import type { UserReply } from "@vriddhi/contract/account";
import { istDate } from "@vriddhi/core/time/ist";
import { formatDay, formatIstDateTime, formatRemaining, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatStatus } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { profileTexts } from "./dashboard.texts.ts";

interface ProfileTabProps {
  user: UserReply;
  /** Null until the server has answered. */
  subscription: Subscription | null;
}

/** The profile already tells whether there is a plan, so the place for its lines can be held. */
function WaitingDetails({ hasPlan }: { hasPlan: boolean }) {
  const names = hasPlan ? ["Subscription Status", "Plan", "Status", "Time Remaining"] : ["Subscription Status"];
  return names.map((name) => (
    <Detail key={name} name={name}>
      <Skeleton className="h-6 w-24" />
    </Detail>
  ));
}

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const isActive = subscription.status === "active";
  return (
    <>
      <Detail name="Subscription Status">
        <Badge tone={isActive ? "info" : "neutral"} hasDot>
          {isActive ? profileTexts.subscribed : profileTexts.notSubscribed}
        </Badge>
      </Detail>
      {subscription.has_subscription && (
        <>
          <Detail name="Plan">{formatPlan(subscription.plan)}</Detail>
          <Detail name="Status">{formatStatus(subscription.status)}</Detail>
          <Detail name="Time Remaining">
            {formatRemaining(subscription.days_remaining, subscription.hours_remaining)}
          </Detail>
        </>
      )}
    </>
  );
}

/** Of the period that runs now; the profile knows it before the subscription has been read. */
function bandOf(user: UserReply, subscription: Subscription | null): string {
  const band = subscription?.capital_upper_band ?? user.capital_upper_band;
  return band === null ? profileTexts.noBand : formatRupees(band);
}

/** B2.24 */
export function ProfileTab({ user, subscription }: ProfileTabProps) {
  return (
    <Card>
      <DetailList>
        <Detail name="ID">
          <span className="break-all">{user.id}</span>
        </Detail>
        <Detail name="Name">{user.name}</Detail>
        <Detail name="Email">{user.email}</Detail>
        <Detail name="Date of Birth">{user.dob ? formatDay(istDate(user.dob)) : profileTexts.noDateOfBirth}</Detail>
        {subscription === null ? (
          <WaitingDetails hasPlan={user.plan !== null} />
        ) : (
          <SubscriptionDetails subscription={subscription} />
        )}
        <Detail name="Capital Upper Band">{bandOf(user, subscription)}</Detail>
        <Detail name="Account Created">
          <time dateTime={user.created_at}>{formatIstDateTime(instantOf(user.created_at))}</time>
        </Detail>
      </DetailList>
    </Card>
  );
}
