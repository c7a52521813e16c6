import type { ReactNode } from "react";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { formatPlan } from "../../lib/format-subscription.ts";
import type { Session } from "../../lib/session-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { trialTexts } from "./free-trial.texts.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-6">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}

type UserSession = Extract<Session, { kind: "user" }>;

function Facts({ session }: { session: UserSession }) {
  const { plan, end_date: endDate, status } = session.subscription;
  const isActive = status === "active";
  const withoutPlan = isActive ? trialTexts.planByRole : trialTexts.noPlan;
  const withoutEnd = isActive ? trialTexts.noEnd : trialTexts.noPlanEnd;
  return (
    <dl className="grid gap-3">
      <Fact name={trialTexts.plan}>{plan === null ? withoutPlan : formatPlan(plan)}</Fact>
      <Fact name={trialTexts.ends}>
        {endDate === null ? withoutEnd : <time dateTime={endDate}>{formatIstDate(instantOf(endDate))}</time>}
      </Fact>
      <Fact name={trialTexts.status}>
        <Badge tone={isActive ? "info" : "neutral"} hasDot>
          {isActive ? trialTexts.active : trialTexts.inactive}
        </Badge>
      </Fact>
    </dl>
  );
}

export function CurrentSubscription({ session }: { session: UserSession }) {
  return (
    <Card className="grid gap-4 p-6">
      <h2 className="font-semibold">{trialTexts.current}</h2>
      {session.isSubscriptionKnown ? (
        <Facts session={session} />
      ) : (
        <LoadingRegion label={trialTexts.loading}>
          <div className="grid gap-3">
            <Skeleton className="h-6" />
            <Skeleton className="h-6" />
            <Skeleton className="h-6" />
          </div>
        </LoadingRegion>
      )}
    </Card>
  );
}
