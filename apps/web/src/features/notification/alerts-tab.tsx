import type { NotificationKind } from "@vriddhi/core/notification/notification-kind";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import Bell from "lucide-react/icons/bell";
import CircleCheck from "lucide-react/icons/circle-check";
import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import Hand from "lucide-react/icons/hand";
import Plug from "lucide-react/icons/plug";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { formatDay, formatIstTime, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { alertKinds, alertsTexts } from "./alerts.texts.ts";
import { type Notice, useMarkSeen, useNotices } from "./notice-queries.ts";

type Kind = keyof typeof alertKinds;

const icons: Readonly<Record<Kind, typeof Bell>> = {
  login_link: Plug,
  session_lost: Plug,
  readiness: CircleCheck,
  morning_failed: TriangleAlert,
  day_approval: Hand,
  approval: Hand,
  order_filled: CircleCheck,
  position_closed: CircleCheck,
  trading_alert: TriangleAlert,
  daily_summary: FileText,
  subscription: CreditCard,
  security: ShieldCheck,
  test: Bell,
};

const URGENT: readonly NotificationKind[] = ["session_lost", "morning_failed", "trading_alert"];

const kindOf = (text: string): Kind => (text in alertKinds ? (text as Kind) : "test");

/** By the market clock for market events, as on the day beside it. */
const happenedAt = ({ at, market_at: marketAt }: Notice): EpochMs => instantOf(marketAt ?? at);

function NoticeRow({ notice }: { notice: Notice }) {
  const kind = kindOf(notice.kind);
  const Icon = icons[kind];
  const isUrgent = URGENT.some((urgent) => urgent === kind);
  return (
    <li className="flex items-start gap-3 px-4 py-4 sm:px-6">
      <Icon className={classNames("mt-0.5 size-5 shrink-0", isUrgent ? "text-warn" : "text-info")} aria-hidden="true" />
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {notice.title}
          {!notice.is_seen && <Badge tone="info">{alertsTexts.unseen}</Badge>}
        </p>
        <p className="text-sm break-words text-muted">{notice.text}</p>
        <p className="figures flex flex-wrap gap-x-2 text-xs text-muted">
          <span>{alertKinds[kind]}</span>
          <time dateTime={notice.market_at ?? notice.at}>{formatIstTime(happenedAt(notice))} IST</time>
        </p>
      </div>
      {notice.path !== null && (
        <Button asChild size="sm">
          <Link to={notice.path} aria-label={`${alertsTexts.open}: ${notice.title}`}>
            {alertsTexts.open}
          </Link>
        </Button>
      )}
    </li>
  );
}

/** By the Indian day of the event. */
function byDay(notices: readonly Notice[]): readonly (readonly [day: string, notices: readonly Notice[]])[] {
  const days = new Map<string, Notice[]>();
  for (const notice of notices) {
    const day = formatDay(istDateOf(happenedAt(notice)));
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}

function Waiting() {
  return (
    <LoadingRegion label={alertsTexts.loading}>
      <Card className="divide-y divide-line">
        {["w-1/2", "w-2/3", "w-2/5", "w-1/2"].map((width, place) => (
          <div key={String(place)} className="grid gap-2 px-6 py-5">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </Card>
    </LoadingRegion>
  );
}

export function AlertsTab({ settingsPath }: { settingsPath: string }) {
  const query = useNotices();
  const notices = query.data?.pages.flatMap((page) => page.notices) ?? [];
  useMarkSeen(notices[0]);
  if (query.data === undefined && query.isError) {
    return (
      <Card>
        <ErrorState title={alertsTexts.failed} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {alertsTexts.failedBody}
        </ErrorState>
      </Card>
    );
  }
  if (query.data === undefined) return <Waiting />;
  return (
    <>
      {notices.length === 0 && (
        <Card>
          <EmptyState title={alertsTexts.empty} icon={<Bell className="size-5" aria-hidden="true" />}>
            {alertsTexts.emptyBody}
          </EmptyState>
        </Card>
      )}
      {byDay(notices).map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h2 className="figures text-sm font-semibold text-muted">{day}</h2>
          <Card>
            <ul className="divide-y divide-line">
              {ofDay.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {alertsTexts.more}
          </Button>
        )}
        <Link
          to={settingsPath}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {alertsTexts.settings}
        </Link>
      </div>
    </>
  );
}
