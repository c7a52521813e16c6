import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { PAISE_PER_RUPEE, paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import {
  formatDay,
  formatIstDate,
  formatIstDateTime,
  formatIstTime,
  formatPaise,
  instantOf,
} from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { OrderTable } from "../../ui/order-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { Purchase } from "./act-dialog.tsx";
import { deskUserTexts } from "./desk-user.texts.ts";
import type { DeskUser } from "./user-facts.tsx";

type Readiness = Reply<"GET", "/api/admin/users/{userId}/readiness">;

const rupees = (amount: number): string => formatPaise(paise(Math.round(amount * PAISE_PER_RUPEE)));
const words = (name: string): string => name.replaceAll("_", " ");
const Nothing = ({ children }: { children: string }) => <p className="px-4 py-6 text-sm text-muted">{children}</p>;

interface ReadinessPanelProps {
  readiness: Readiness | undefined;
  /** Brokers for which a fresh link can be sent, those without a session; absent: none can be sent. */
  missing?: { readonly userId: string; readonly brokers: readonly Broker[] } | undefined;
}

type Broker = Readiness["brokers"][number]["broker"];

function SendLoginLink({ userId, broker }: { userId: string; broker: Broker }) {
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      adminApi("POST", "/api/admin/users/{userId}/login-link", { params: { userId }, body: { broker } }),
    onSuccess: async ({ message }) => {
      showToast("success", message);
      await queries.invalidateQueries({ queryKey: ["desk", "/api/admin/audit"] });
    },
    onError: (cause) =>
      showToast("error", cause instanceof ApiError && cause.detail !== null ? cause.detail : deskUserTexts.linkFailed),
  });
  return (
    <Button
      variant="primary"
      className="justify-self-start"
      isBusy={isPending}
      disabled={isSuccess}
      onClick={() => mutate()}
    >
      {isSuccess ? deskUserTexts.linkSent : deskUserTexts.sendLink(brokerTitles[broker])}
    </Button>
  );
}

export function ReadinessPanel({ readiness, missing }: ReadinessPanelProps) {
  if (readiness === undefined) return <Skeleton className="h-48" />;
  const { trading_day: day, checked_at: checkedAt, brokers } = readiness;
  return (
    <Panel
      title={deskUserTexts.readiness(formatDay(istDate(day)).slice(0, -5))}
      note={checkedAt && deskUserTexts.checked(formatIstTime(instantOf(checkedAt)))}
    >
      {brokers.length === 0 && <Nothing>{deskUserTexts.noReadiness}</Nothing>}
      <ul className="divide-y divide-line">
        {brokers.map(({ broker, is_ready: isReady, detail, broker_said: message }) => (
          <li key={broker} className="flex gap-3 px-4 py-3">
            {isReady ? (
              <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-info" aria-hidden="true" />
            ) : (
              <TriangleAlert className="mt-0.5 size-4.5 shrink-0 text-warn" aria-hidden="true" />
            )}
            <div className="grid min-w-0 gap-0.5">
              <span className="font-medium">{brokerTitles[broker]}</span>
              <span className="text-sm wrap-anywhere text-muted">{isReady ? deskUserTexts.fine : detail}</span>
              {message && <span className="text-sm wrap-anywhere text-muted">“{message}”</span>}
            </div>
          </li>
        ))}
      </ul>
      {missing && missing.brokers.length > 0 && (
        <div className="grid gap-3 border-t border-line p-4">
          {missing.brokers.map((broker) => (
            <SendLoginLink key={broker} userId={missing.userId} broker={broker} />
          ))}
        </div>
      )}
    </Panel>
  );
}

export function RunsPanel({ runs }: Pick<DeskUser, "runs">) {
  return (
    <Panel title={deskUserTexts.runs}>
      {runs.length === 0 && <Nothing>{deskUserTexts.noRuns}</Nothing>}
      <ul className="divide-y divide-line">
        {runs.slice(0, 6).map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <span className="figures w-14">{formatDay(istDate(run.trading_day)).slice(0, -5)}</span>
            <Badge tone={run.stopped_at === null ? "info" : "neutral"}>
              {run.stopped_at === null ? deskUserTexts.running : deskUserTexts.ended}
            </Badge>
            <span className="min-w-0 grow text-muted">
              <span className="capitalize">{run.broker}</span>, {run.approval_mode}
              {run.stop_cause && `, ${words(run.stop_cause)}`}
            </span>
            <span className="figures font-semibold">{rupees(run.capital)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function OrdersPanel({ userId, limit }: { userId: string; limit: number }) {
  const { data } = useQuery(adminRead("/api/admin/orders", { query: { user_id: userId, limit } }));
  return (
    <OrderTable
      caption={deskUserTexts.orders}
      orders={data?.orders ?? []}
      isLoading={data === undefined}
      empty={deskUserTexts.noOrders}
      hasUsers={false}
    />
  );
}

export function PeriodsPanel({ periods }: Pick<DeskUser, "periods">) {
  return (
    <Panel title={deskUserTexts.periods}>
      {periods.length === 0 && <Nothing>{deskUserTexts.noPeriods}</Nothing>}
      <ul className="divide-y divide-line">
        {periods.map(({ plan, band, from, to, state }) => (
          <li key={`${plan} ${from}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <span className="font-semibold">{deskUserTexts.upTo(plan, rupees(band))}</span>
            <Badge tone={state === "running" ? "info" : "neutral"}>{words(state)}</Badge>
            <span className="figures ml-auto text-muted">
              {formatIstDate(instantOf(from))} – {formatIstDate(instantOf(to))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function PurchasesPanel({ purchases }: { purchases: readonly Purchase[] }) {
  return (
    <Panel title={deskUserTexts.purchasesTitle}>
      {purchases.length === 0 && <Nothing>{deskUserTexts.noPurchases}</Nothing>}
      <ul className="divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <span className="font-semibold">{purchase.plan}</span>
            <span className="figures">{rupees(purchase.amount)}</span>
            <Badge tone={purchase.status === "paid" ? "info" : "neutral"}>{words(purchase.status)}</Badge>
            <span className="min-w-0 grow wrap-anywhere text-muted">
              {purchase.documents.map(({ number }) => number).join(", ")}
            </span>
            <span className="figures text-muted">{formatIstDate(instantOf(purchase.ordered_at))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function AuditPanel({ userId }: { userId: string }) {
  const { data } = useQuery(adminRead("/api/admin/audit", { query: { user_id: userId, limit: 50 } }));
  return (
    <Panel title={deskUserTexts.audit}>
      {data === undefined && <Skeleton className="m-4 h-24" />}
      {data?.events.length === 0 && <Nothing>{deskUserTexts.noAudit}</Nothing>}
      <ul className="divide-y divide-line">
        {data?.events.map(({ id, at, kind, by_username: by, reason }) => (
          <li key={id} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <span className="figures text-muted">{formatIstDateTime(instantOf(at))}</span>
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{words(kind)}</strong>
              {by && ` ${deskUserTexts.by(by)}`}
              {reason && `. “${reason}”`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
