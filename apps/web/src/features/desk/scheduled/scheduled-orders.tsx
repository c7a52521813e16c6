import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useState } from "react";
import { adminApi, adminRead } from "../../../lib/admin-api.ts";
import { ApiError } from "../../../lib/api.ts";
import { useMarketClock } from "../../../lib/market-clock.ts";
import { POLL } from "../../../lib/polling.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ConfirmDialog, Dialog } from "../../../ui/dialog.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { sayAtDesk } from "../desk-toast.ts";
import { scheduledTexts } from "./scheduled.texts.ts";
import { ScheduledCard, type ScheduledOrder } from "./scheduled-card.tsx";

const question = adminRead("/api/scheduled-orders");

const useScheduledOrders = () => useQuery({ ...question, refetchInterval: POLL.scheduledOrdersMs });

/** C9.6: seconds of the market since the list was read, moving every second. */
function useElapsedSeconds(readAtMs: number): number {
  const speed = useMarketClock()?.speed ?? 1;
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), POLL.clockMs);
    return () => clearInterval(timer);
  }, []);
  return (Math.max(0, nowMs - readAtMs) / 1_000) * speed;
}

const wasRefused = (cause: unknown): cause is ApiError => cause instanceof ApiError && cause.status > 0;

function alertOf(cause: unknown): string {
  if (!wasRefused(cause)) return scheduledTexts.cancelUnanswered;
  return scheduledTexts.error(cause.detail ?? scheduledTexts.cancelRefused);
}

function useCancel(onMessage: (sentence: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => adminApi("DELETE", "/api/scheduled-orders/{id}", { params: { id } }),
    onSuccess: ({ message }) => onMessage(message),
    onError: (cause) => onMessage(alertOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: question.queryKey }),
  });
}

/** Never beside Cancel, and never without a confirmation. */
function ClearAll({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const clearing = useMutation({
    mutationFn: () => adminApi("POST", "/api/refresh-scheduled-orders"),
    onSuccess: () => sayAtDesk("success", scheduledTexts.cleared),
    onError: (cause) =>
      sayAtDesk("error", wasRefused(cause) ? scheduledTexts.clearRefused : scheduledTexts.clearFailed),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: question.queryKey });
    },
  });
  return (
    <>
      <span className="h-7 w-px bg-line" aria-hidden="true" />
      <Button
        variant="ghost"
        size="sm"
        className="text-danger"
        disabled={count === 0}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {scheduledTexts.clearAll}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={scheduledTexts.askTitle}
        body={scheduledTexts.askBody(count)}
        cancelLabel={scheduledTexts.keep}
        confirmLabel={scheduledTexts.clear}
        tone="danger"
        isBusy={clearing.isPending}
        onConfirm={() => clearing.mutate()}
      />
    </>
  );
}

interface OrdersProps {
  orders: readonly ScheduledOrder[];
  readAtMs: number;
  canAct: boolean;
}

function Orders({ orders, readAtMs, canAct }: OrdersProps) {
  const elapsed = useElapsedSeconds(readAtMs);
  const [message, setMessage] = useState<string | null>(null);
  const cancelling = useCancel(setMessage);
  return (
    <>
      <ul
        aria-label={scheduledTexts.list}
        className="grid grid-cols-1 md:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]"
      >
        {orders.map((order) => (
          <ScheduledCard
            key={order.id}
            order={order}
            elapsedSeconds={elapsed}
            canCancel={canAct}
            isCancelling={cancelling.isPending && cancelling.variables === order.id}
            onCancel={() => cancelling.mutate(order.id)}
          />
        ))}
      </ul>
      <Dialog
        open={message !== null}
        onOpenChange={() => setMessage(null)}
        title={scheduledTexts.alertTitle}
        description={message}
        footer={<Button onClick={() => setMessage(null)}>{scheduledTexts.ok}</Button>}
      />
    </>
  );
}

function Body({ canAct }: { canAct: boolean }) {
  const { data, isPending, isError, dataUpdatedAt } = useScheduledOrders();
  if (isPending)
    return (
      <LoadingRegion label={scheduledTexts.loading}>
        <div className="p-4">
          <Skeleton className="h-16" />
        </div>
      </LoadingRegion>
    );
  // C8.11: a list that could not be read is an empty one
  const orders = isError ? [] : data.scheduled_orders;
  return orders.length === 0 ? (
    <p className="flex items-center justify-center gap-2.5 px-4 py-6 font-medium text-muted">
      <Clock className="size-4.5" aria-hidden="true" />
      {scheduledTexts.none}
    </p>
  ) : (
    <Orders orders={orders} readAtMs={dataUpdatedAt} canAct={canAct} />
  );
}

export function ScheduledOrders({ canAct }: { canAct: boolean }) {
  const { data, isError, isFetching, refetch } = useScheduledOrders();
  const count = isError ? 0 : (data?.scheduled_orders.length ?? 0);
  return (
    <Panel
      title={scheduledTexts.title}
      note={count > 0 && scheduledTexts.count(count)}
      action={
        <>
          <Button size="sm" aria-busy={isFetching || undefined} onClick={() => void refetch()}>
            <RefreshCw className={classNames("size-4", isFetching && "animate-spin")} aria-hidden="true" />
            {scheduledTexts.refresh}
          </Button>
          {canAct && <ClearAll count={count} />}
        </>
      }
    >
      <Body canAct={canAct} />
    </Panel>
  );
}
