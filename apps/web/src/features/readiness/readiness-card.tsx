import { useQuery } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { istDate } from "@vriddhi/core/time/ist";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import type { Reply } from "../../lib/api.ts";
import { formatDay, formatIstDateTime, formatIstTime, instantOf } from "../../lib/format.ts";
import { EGRESS_ANCHOR } from "../../lib/page-anchors.ts";
import { read } from "../../lib/query.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { passingReasons, readinessTexts } from "./readiness.texts.ts";

type Readiness = Reply<"GET", "/brokers/readiness">;
type BrokerReadiness = Readiness["brokers"][number];

interface ReadinessCardProps {
  /** Only this account, on its own connection tab; without one, all of them. */
  only?: BrokerName;
  connectionPath(broker: BrokerName): string;
}

/** A missing address is fixed in its own panel on the connection's tab. */
const wayTo = ({ reason }: BrokerReadiness, path: string): string =>
  reason === "egress_missing" && !path.includes("#") ? `${path}#${EGRESS_ANCHOR}` : path;

function WayOn({ account, only, connectionPath }: { account: BrokerReadiness } & ReadinessCardProps) {
  const { action, broker } = account;
  if (action === null) return null;
  const to = wayTo(account, action.path);
  // On its own tab the form is right below.
  if (only !== undefined && to === connectionPath(broker)) return null;
  return (
    <Button asChild size="sm">
      <Link to={to} aria-label={`${action.label}: ${brokerTitles[broker]}`}>
        {action.label}
      </Link>
    </Button>
  );
}

function BrokerSaid({ account }: { account: BrokerReadiness }) {
  const { broker_said: message, detail } = account;
  if (message === null || detail?.includes(message)) return null;
  return (
    <p className="text-sm text-muted">
      {readinessTexts.brokerSaid(brokerTitles[account.broker])}{" "}
      <q className="font-medium break-words text-text">{message}</q>
    </p>
  );
}

const readyBody = (until: string | null): string =>
  until === null ? readinessTexts.readyBodyOpen : readinessTexts.readyBody(formatIstDateTime(instantOf(until)));

interface RowLook {
  readonly label: string;
  readonly tone: BadgeTone;
  readonly Icon: typeof CircleCheck;
  readonly look: string;
}

function lookOf({ is_ready: isReady, reason }: BrokerReadiness): RowLook {
  if (isReady) return { label: readinessTexts.ready, tone: "info", Icon: CircleCheck, look: "text-info" };
  return reason !== null && passingReasons.includes(reason)
    ? { label: readinessTexts.notYet, tone: "neutral", Icon: Clock, look: "text-muted" }
    : { label: readinessTexts.notReady, tone: "warn", Icon: TriangleAlert, look: "text-warn" };
}

function AccountRow(props: { account: BrokerReadiness } & ReadinessCardProps) {
  const { broker, is_ready: isReady, detail, session_expires_at: until } = props.account;
  const { label, tone, Icon, look } = lookOf(props.account);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-4.5">
      <div className="flex min-w-0 grow basis-72 items-start gap-3">
        <Icon className={`mt-0.5 size-5 shrink-0 ${look}`} aria-hidden="true" />
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {brokerTitles[broker]}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="figures text-sm text-muted">{isReady ? readyBody(until) : detail}</p>
          <BrokerSaid account={props.account} />
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

function accountsOf({ brokers }: Readiness, only: BrokerName | undefined): readonly BrokerReadiness[] {
  const shown = brokers.filter(({ broker }) => (only ?? broker) === broker);
  return shown.toSorted((a, b) => brokerNames.indexOf(a.broker) - brokerNames.indexOf(b.broker));
}

export function ReadinessCard(props: ReadinessCardProps) {
  const query = useQuery(read("/brokers/readiness"));
  const { data, isError, isFetching, refetch } = query;
  if (data === undefined) {
    if (isError) return <Fault onRetry={() => void refetch()} isRetrying={isFetching} />;
    // On its own tab it may be empty: no place is reserved for it.
    return query.fetchStatus === "paused" || props.only !== undefined ? null : <Waiting />;
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
