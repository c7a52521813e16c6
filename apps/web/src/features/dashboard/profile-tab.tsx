import type { UserReply } from "@vriddhi/contract/account";
import { istDate } from "@vriddhi/core/time/ist";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Settings from "lucide-react/icons/settings";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatDay, formatIstDateTime, formatRemaining, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatStatus } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { profileTexts } from "./dashboard.texts.ts";
import { labelOf, pathOf } from "./dashboard-tab.ts";
import { Initials } from "./person-foot.tsx";

interface ProfileTabProps {
  user: UserReply;
  /** `null` until the server has answered. */
  subscription: Subscription | null;
}

/** Of the running period; the profile contains it, so that it is shown before the subscription is read. */
function bandOf(user: UserReply, subscription: Subscription | null): string {
  const band = subscription?.capital_upper_band ?? user.capital_upper_band;
  return band === null ? profileTexts.noBand : formatRupees(band);
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grow basis-0 content-start gap-0.5 border-line px-5 py-3.5 not-first:border-t sm:px-6 sm:not-first:border-t-0 sm:not-first:border-l">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures text-lg font-semibold">{children}</dd>
    </div>
  );
}

const waiting = <Skeleton className="h-7 w-24" />;

/** Plan and time left, if there is a plan, and the band. Only the profile decides whether places are reserved. */
function Figures({ user, subscription }: ProfileTabProps) {
  const hasPlan = subscription?.has_subscription ?? user.plan !== null;
  return (
    <dl className="flex flex-col border-t border-line sm:flex-row">
      {hasPlan && <Figure name="Plan">{subscription === null ? waiting : formatPlan(subscription.plan)}</Figure>}
      {hasPlan && (
        <Figure name="Time Remaining">
          {subscription === null ? waiting : formatRemaining(subscription.days_remaining, subscription.hours_remaining)}
        </Figure>
      )}
      <Figure name="Capital Upper Band">{bandOf(user, subscription)}</Figure>
    </dl>
  );
}

function Head(props: ProfileTabProps) {
  const { name, email } = props.user;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 py-5 sm:px-6">
        <div className="flex min-w-0 items-center gap-4">
          <Initials name={name} className="size-14! text-lg!" />
          <div className="grid min-w-0">
            <h2 className="text-lg font-semibold break-words">{name}</h2>
            <p className="text-sm break-all text-muted">{email}</p>
          </div>
        </div>
        <Button asChild>
          <Link to={pathOf("Settings")}>
            <Settings className="size-4.5" aria-hidden="true" />
            {labelOf("Settings")}
          </Link>
        </Button>
      </div>
      <Figures {...props} />
    </Card>
  );
}

function SubscriptionDetails({ subscription }: { subscription: Subscription | null }) {
  const isActive = subscription?.status === "active";
  return (
    <>
      <Detail name="Subscription Status">
        {subscription === null ? (
          <Skeleton className="h-6 w-24" />
        ) : (
          <Badge tone={isActive ? "info" : "neutral"} hasDot>
            {isActive ? profileTexts.subscribed : profileTexts.notSubscribed}
          </Badge>
        )}
      </Detail>
      {subscription?.has_subscription && <Detail name="Status">{formatStatus(subscription.status)}</Detail>}
    </>
  );
}

function OwnId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false), // refused by the browser: the text can still be selected by hand
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <span className="break-all">{id}</span>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={isCopied ? profileTexts.copied : profileTexts.copyId}
        className="thumb grid size-8 shrink-0 place-items-center rounded-md hover:bg-raised hover:text-text"
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </button>
    </span>
  );
}

export function ProfileTab({ user, subscription }: ProfileTabProps) {
  return (
    <>
      <Head user={user} subscription={subscription} />
      <Card>
        <DetailList>
          <Detail name="Name">{user.name}</Detail>
          <Detail name="Email">{user.email}</Detail>
          <Detail name="Date of Birth">{user.dob ? formatDay(istDate(user.dob)) : profileTexts.noDateOfBirth}</Detail>
          <SubscriptionDetails subscription={subscription} />
          <Detail name="Account Created">
            <time dateTime={user.created_at}>{formatIstDateTime(instantOf(user.created_at))}</time>
          </Detail>
          <Detail name="ID">
            <OwnId id={user.id} />
          </Detail>
        </DetailList>
      </Card>
    </>
  );
}
