import { useQuery } from "@tanstack/react-query";
import { type HealthFault, healthFaultsOf } from "@vriddhi/core/back-office/health";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { adminRead } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { formatDay, formatIstClock, instantOf } from "../../lib/format.ts";
import { marketStateOf, useMarketClock } from "../../lib/market-clock.ts";
import { POLL } from "../../lib/polling.ts";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { faultTexts, healthTexts } from "./health.texts.ts";

type Health = Reply<"GET", "/api/admin/health">;

interface Cell {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly fault: HealthFault;
}

const ageOf = (health: Health): number | null =>
  health.scheduler_beat_at === null ? null : (instantOf(health.at) - instantOf(health.scheduler_beat_at)) / SECOND_MS;

const seconds = (value: number | null, otherwise: string): string =>
  value === null ? otherwise : healthTexts.seconds(value);
const millis = (value: number | null): string => (value === null ? healthTexts.none : `${Math.round(value)} ms`);
const oldestOf = ({ queues }: Health): number | null =>
  queues.length === 0 ? null : Math.max(...queues.map(({ oldest_s: age }) => age));

function faultsOf(health: Health, isMarketOpen: boolean): readonly HealthFault[] {
  const { orders } = health;
  return healthFaultsOf({
    isMarketOpen,
    feedAgesS: health.feeds.map(({ age_s: age }) => age),
    oldestJobS: oldestOf(health),
    orderP99Ms: orders.p99_ms,
    unknownOrders: orders.unknown,
    stuckOrders: orders.stuck,
    failedLogins: health.failed_logins,
    schedulerAgeS: ageOf(health),
    bucketsWithoutWorker: health.buckets_without_worker,
    bucketsCovered: health.buckets_covered,
  });
}

function cellsOf(health: Health): readonly Cell[] {
  const { orders, queues, feeds } = health;
  const day = orders.trading_day === null ? healthTexts.none : formatDay(istDate(orders.trading_day));
  const sent = healthTexts.sentOn(orders.sent, day);
  const oldest = oldestOf(health);
  return [
    ...feeds.map(({ desk, age_s: age }) => ({
      name: `${healthTexts.feeds}, ${desk}`,
      value: seconds(age, healthTexts.none),
      note: age === null ? healthTexts.never : "",
      fault: "feed" as const,
    })),
    {
      name: healthTexts.queue,
      value: String(queues.reduce((sum, { waiting }) => sum + waiting, 0)),
      note: oldest === null ? healthTexts.noJobs : healthTexts.oldest(healthTexts.seconds(oldest)),
      fault: "queue",
    },
    { name: healthTexts.p50, value: millis(orders.p50_ms), note: sent, fault: "latency" },
    { name: healthTexts.p99, value: millis(orders.p99_ms), note: sent, fault: "latency" },
    { name: healthTexts.unknown, value: String(orders.unknown), note: healthTexts.lookUp, fault: "unknown" },
    { name: healthTexts.stuck, value: String(orders.stuck), note: healthTexts.person, fault: "stuck" },
    { name: healthTexts.logins, value: String(health.failed_logins), note: healthTexts.lastHour, fault: "logins" },
    {
      name: healthTexts.scheduler,
      value: ageOf(health) === null ? healthTexts.none : healthTexts.ago(seconds(ageOf(health), "")),
      note: "",
      fault: "scheduler",
    },
    {
      name: healthTexts.buckets,
      value: String(health.buckets_without_worker),
      note: "",
      fault: "buckets",
    },
    {
      name: healthTexts.covering,
      value: String(health.buckets_covered),
      note: health.buckets_covered > 0 ? healthTexts.noEntries : "",
      fault: "covering",
    },
  ];
}

function HealthCell({ cell, isAbnormal }: { cell: Cell; isAbnormal: boolean }) {
  return (
    <div
      className={classNames(
        "grid content-start gap-0.5 rounded-md border px-4 py-3",
        isAbnormal ? "border-warn bg-warn/10 max-md:order-first" : "border-line",
      )}
    >
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        {isAbnormal && <TriangleAlert className="size-3.5 shrink-0 text-warn" aria-hidden="true" />}
        {cell.name}
      </dt>
      <dd className={classNames("figures text-xl font-semibold", isAbnormal && "text-warn")}>{cell.value}</dd>
      <dd className="figures text-xs text-muted">{isAbnormal ? faultTexts[cell.fault] : cell.note}</dd>
    </div>
  );
}

function Mornings({ mornings }: Pick<Health, "mornings">) {
  const { trading_day: day, ready, reasons } = mornings;
  const all = ready + reasons.reduce((sum, { accounts }) => sum + accounts, 0);
  const rows = [{ reason: healthTexts.ready, accounts: ready }, ...reasons];
  return (
    <Panel title={day === null ? healthTexts.noMorning : healthTexts.mornings(formatDay(istDate(day)))}>
      {all === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">{healthTexts.noAccounts}</p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map(({ reason, accounts }) => (
            <li
              key={reason}
              className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)_3rem] items-center gap-3 px-4 py-2.5 text-sm"
            >
              <span className="wrap-anywhere first-letter:uppercase">{reason.replaceAll("_", " ")}</span>
              <span className="h-2 rounded-full bg-raised" aria-hidden="true">
                <span
                  className={classNames("block h-2 rounded-full", reason === healthTexts.ready ? "bg-info" : "bg-warn")}
                  style={{ width: `${(accounts / all) * 100}%` }}
                />
              </span>
              <span className="figures text-right font-semibold">{accounts}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Quiet while everything is normal; what is not is highlighted with its cause. */
export function HealthPage() {
  const market = useMarketClock();
  const { data, isError, refetch } = useQuery({
    ...adminRead("/api/admin/health"),
    refetchInterval: POLL.deskHealthMs,
  });
  if (isError && data === undefined) return <ErrorState title={healthTexts.failed} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  const faults = faultsOf(data, market !== null && marketStateOf(market, market.now) === "open");
  return (
    <>
      <Panel
        title={healthTexts.title}
        note={healthTexts.updated(formatIstClock(instantOf(data.at)))}
        action={
          <p
            className={classNames(
              "flex items-center gap-2 text-sm font-medium",
              faults.length > 0 ? "text-warn" : "text-info",
            )}
          >
            {faults.length > 0 ? (
              <TriangleAlert className="size-4" aria-hidden="true" />
            ) : (
              <CircleCheck className="size-4" aria-hidden="true" />
            )}
            {faults.length > 0 ? healthTexts.look(faults.length) : healthTexts.well}
          </p>
        }
      >
        <dl className="grid grid-cols-2 gap-3 p-4 lg:grid-cols-3 xl:grid-cols-5">
          {cellsOf(data).map((cell) => (
            <HealthCell key={cell.name} cell={cell} isAbnormal={faults.includes(cell.fault)} />
          ))}
        </dl>
      </Panel>
      <Mornings mornings={data.mornings} />
    </>
  );
}
