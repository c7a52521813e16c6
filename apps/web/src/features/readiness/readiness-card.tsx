import { useQuery } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { istDate } from "@vriddhi/core/time/ist";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import type { Reply } from "../../lib/api.ts";
import { formatDay, formatIstDateTime, formatIstTime, instantOf } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { brokerTitles, readinessTexts, reasonWays } from "./readiness.texts.ts";

type Readiness = Reply<"GET", "/brokers/readiness">;
type BrokerReadiness = Readiness["brokers"][number];

interface ReadinessCardProps {
  /** Only this account, on its own connection tab; without one, all of them. */
  only?: BrokerName;
  connectionPath(broker: BrokerName): string;
}

function WayOn({ account, only, connectionPath }: { account: BrokerReadiness } & ReadinessCardProps) {
  const way = account.reason === null ? undefined : reasonWays[account.reason];
  // On its own tab the form stands right above.
  if (way === undefined || (way.to === "connection" && only !== undefined)) return null;
  const to = way.to === "connection" ? connectionPath(account.broker) : way.to;
  return (
    <Button asChild size="sm">
      <Link to={to} aria-label={`${way.label}: ${brokerTitles[account.broker]}`}>
        {way.label}
      </Link>
    </Button>
  );
}

const readyBody = (until: string | null): string =>
  until === null ? readinessTexts.readyBodyOpen : readinessTexts.readyBody(formatIstDateTime(instantOf(until)));

function AccountRow(props: { account: BrokerReadiness } & ReadinessCardProps) {
  const { broker, is_ready: isReady, detail, session_expires_at: until } = props.account;
  const Icon = isReady ? CircleCheck : TriangleAlert;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-4.5">
      <div className="flex min-w-0 items-start gap-3">
        <Icon className={`mt-0.5 size-5 shrink-0 ${isReady ? "text-info" : "text-warn"}`} aria-hidden="true" />
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {brokerTitles[broker]}
            <Badge tone={isReady ? "info" : "warn"}>{isReady ? readinessTexts.ready : readinessTexts.notReady}</Badge>
          </p>
          <p className="figures text-sm text-muted">{isReady ? readyBody(until) : detail}</p>
        </div>
      </div>
      <WayOn {...props} />
    </li>
  );
}

function Fault({ onRetry, isRetrying }: { onRetry(): void; isRetrying: boolean }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <p className="flex items-center gap-3 font-medium">
        <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />
        {readinessTexts.failed}
      </p>
      <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
        {readinessTexts.retry}
      </Button>
    </Card>
  );
}

function Waiting() {
  return (
    <LoadingRegion label={readinessTexts.loading}>
      <Card className="grid gap-3 px-6 py-5">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-4 w-full max-w-96" />
      </Card>
    </LoadingRegion>
  );
}

function None() {
  return (
    <div className="grid gap-1 px-6 py-4.5">
      <p className="font-medium">{readinessTexts.none}</p>
      <p className="text-sm text-muted">{readinessTexts.noneBody}</p>
    </div>
  );
}

/** In the order in which a person's brokers are tried; an account that is not linked has nothing to be ready for. */
function accountsOf({ brokers }: Readiness, only: BrokerName | undefined): readonly BrokerReadiness[] {
  const linked = brokers.filter(({ broker, reason }) => reason !== "not_linked" && (only ?? broker) === broker);
  return linked.toSorted((a, b) => brokerNames.indexOf(a.broker) - brokerNames.indexOf(b.broker));
}

/** Whether each linked account can trade today: ready, or the one reason why not and what to do about it. */
export function ReadinessCard(props: ReadinessCardProps) {
  const query = useQuery(read("/brokers/readiness"));
  const { data, isError, isFetching, refetch } = query;
  if (data === undefined) {
    if (isError) return <Fault onRetry={() => void refetch()} isRetrying={isFetching} />;
    return query.fetchStatus === "paused" ? null : <Waiting />;
  }
  const accounts = accountsOf(data, props.only);
  if (accounts.length === 0 && props.only !== undefined) return null;
  const at = data.checked_at;
  return (
    <Card>
      <CardHeader
        title={readinessTexts.title(formatDay(istDate(data.trading_day)))}
        description={readinessTexts.lead}
        action={
          at !== null && (
            <p className="figures text-sm text-muted">{readinessTexts.checked(formatIstTime(instantOf(at)))}</p>
          )
        }
      />
      {accounts.length === 0 ? (
        <None />
      ) : (
        <ul className="divide-y divide-line">
          {accounts.map((account) => (
            <AccountRow key={account.broker} account={account} {...props} />
          ))}
        </ul>
      )}
    </Card>
  );
}
