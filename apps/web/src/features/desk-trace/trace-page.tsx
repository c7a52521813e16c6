import { useQuery } from "@tanstack/react-query";
import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import Download from "lucide-react/icons/download";
import Search from "lucide-react/icons/search";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { toCsv } from "../../lib/csv.ts";
import { formatIstClock, formatPaise } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { OrderTable } from "../../ui/order-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PositionBadge } from "../../ui/position-badge.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Line, type Mark, type Stage, stagesOf, stepText, type Trace, timelineOf } from "./timeline.ts";
import { traceTexts } from "./trace.texts.ts";

type Reading = Reply<"GET", "/api/admin/orders/{tag}/trace">;

const price = (value: number): string => formatPaise(paise(value), "always");
const clockOf = (at: number): string => `${formatIstClock(epochMs(at))}.${String(at % 1_000).padStart(3, "0")}`;

function FindOrder({ tag = "" }: { tag?: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(tag);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim().toUpperCase();
    if (wanted !== "") void navigate(`/secret/orders/${encodeURIComponent(wanted)}`);
  };
  return (
    <form method="get" className="flex gap-2" onSubmit={submit}>
      <label className="relative">
        <span className="sr-only">{traceTexts.find}</span>
        <Search
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
          aria-hidden="true"
        />
        <input
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={traceTexts.find}
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={15}
          className={classNames(inputClass(false), "w-56 pl-9 font-mono text-sm!")}
        />
      </label>
      <Button type="submit">{traceTexts.findButton}</Button>
    </form>
  );
}

const stageTone = ["bg-muted", "bg-info", "bg-info/45"] as const;

function StageBar({ stages }: { stages: readonly Stage[] }) {
  const total = stages.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return null;
  return (
    <figure aria-label={traceTexts.bar} className="grid gap-2 border-b border-line px-4 py-3">
      <div className="flex h-3 gap-0.5 overflow-hidden rounded-sm" aria-hidden="true">
        {stages.map(({ name, ms }, index) => (
          <span key={name} className={classNames("min-w-1", stageTone[index])} style={{ flexGrow: ms }} />
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {stages.map(({ name, ms }, index) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className={classNames("size-2 rounded-[2px]", stageTone[index])} aria-hidden="true" />
            {name} <strong className="figures font-semibold text-text">{ms} ms</strong>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const markClass: Record<Mark, string> = {
  ours: "rounded-full border-2 border-muted bg-surface",
  broker: "rounded-full border-2 border-info bg-surface",
  exchange: "rounded-full bg-info",
  astray: "rounded-[2px] bg-warn",
};

function TimelineRow({ line }: { line: Line }) {
  const { at, stepMs, mark, title, note } = line;
  return (
    <li className="grid grid-cols-[6.5rem_1rem_minmax(0,1fr)] gap-x-3 py-1.5 sm:grid-cols-[6.5rem_6.5rem_1rem_minmax(0,1fr)]">
      <time className="figures text-sm" dateTime={new Date(at).toISOString()}>
        {clockOf(at)}
      </time>
      <span className="figures text-right text-[0.8125rem] text-muted max-sm:hidden">
        {stepMs === null ? "" : stepText(stepMs)}
      </span>
      <span className={classNames("mt-1 size-3 justify-self-center", markClass[mark])} aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-sm font-semibold">{title}</p>
        <p className={classNames("text-[0.8125rem] wrap-anywhere", mark === "astray" ? "text-warn" : "text-muted")}>
          {note}
          {stepMs !== null && <span className="sm:hidden"> · {stepText(stepMs)}</span>}
        </p>
      </div>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 px-4 py-1.5 text-sm">
      <dt className="text-muted">{name}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

function OrderFacts({ owner, trace }: Reading) {
  const { order, signal } = trace;
  return (
    <Panel title={traceTexts.order}>
      <dl className="py-2">
        <Fact name={traceTexts.user}>
          {owner.username === null ? (
            traceTexts.deleted
          ) : (
            <Link className="underline underline-offset-4" to={`/secret/users/${owner.user_id}`}>
              {owner.username}
            </Link>
          )}
        </Fact>
        <Fact name={traceTexts.broker}>{order.broker}</Fact>
        <Fact name={traceTexts.brokerId}>{order.broker_order_id ?? "–"}</Fact>
        <Fact name={traceTexts.signal}>
          <Link className="underline underline-offset-4" to={`/secret/signals/${encodeURIComponent(signal.id)}`}>
            {signal.id}
          </Link>
        </Fact>
        <Fact name={traceTexts.authority}>{signal.authority ?? "–"}</Fact>
        <Fact name={traceTexts.planned}>{traceTexts.shares(order.quantity)}</Fact>
        <Fact name={traceTexts.filled}>
          {order.filled === 0 ? "–" : traceTexts.at(order.filled, price(order.average_price_paise))}
        </Fact>
        <Fact name={traceTexts.limit}>{price(order.pricing.limit_paise)}</Fact>
        <Fact name={traceTexts.stop}>{signal.stop_paise === null ? "–" : price(signal.stop_paise)}</Fact>
        {order.broker_said && <Fact name={traceTexts.said}>“{order.broker_said}”</Fact>}
      </dl>
    </Panel>
  );
}

function RawCalls({ wire }: Pick<Trace, "wire">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={traceTexts.raw}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{traceTexts.rawNote(wire.length)}</p>
        <Button size="sm" className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? traceTexts.hide : traceTexts.show}
        </Button>
        {isOpen && (
          <ol className="grid gap-2">
            {wire.map(({ at, direction, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a record that never changes
              <li key={`${at} ${direction} ${index}`}>
                <pre className="overflow-x-auto rounded-md bg-raised p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
                  {direction === "request" ? "→ " : "← "}
                  {text}
                </pre>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  );
}

function OrderLifecycle({ reading }: { reading: Reading }) {
  const { trace } = reading;
  const { order } = trace;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <section
        aria-label={traceTexts.timeline}
        className="overflow-clip rounded-lg border border-line bg-surface shadow-card"
      >
        <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <h2 className="text-lg font-semibold">{order.symbol}</h2>
          <PositionBadge side={order.side} leg={order.leg} />
          <Badge tone="info">{order.status.replaceAll("_", " ")}</Badge>
          <span className="font-mono text-sm text-muted">{order.tag}</span>
        </header>
        <StageBar stages={stagesOf(trace)} />
        <ol className="px-4 py-3">
          {timelineOf(trace).map((line) => (
            <TimelineRow key={line.id} line={line} />
          ))}
        </ol>
      </section>
      <div className="grid gap-3">
        <OrderFacts {...reading} />
        <RawCalls wire={trace.wire} />
      </div>
    </div>
  );
}

export function TracePage({ tag }: { tag: string }) {
  const { data, error, refetch } = useQuery(adminRead("/api/admin/orders/{tag}/trace", { params: { tag } }));
  const isNone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <FindOrder tag={tag} />
      {isNone && <EmptyState title={traceTexts.gone}>{traceTexts.goneBody}</EmptyState>}
      {error && !isNone && data === undefined && <ErrorState title={traceTexts.failed} onRetry={() => refetch()} />}
      {!error && data === undefined && <Skeleton className="h-96" />}
      {data && <OrderLifecycle reading={data} />}
    </>
  );
}

type Listed = Reply<"GET", "/api/admin/orders">["orders"][number];

const CSV_COLUMNS = [
  "tag",
  "trading_day",
  "planned_at",
  "username",
  "broker",
  "symbol",
  "side",
  "leg",
  "quantity",
  "filled",
  "average_price_paise",
  "status",
  "reason",
] as const satisfies readonly (keyof Listed)[];

const saveOrders = (orders: readonly Listed[]): void =>
  saveFile(
    "orders.csv",
    "text/csv",
    toCsv([CSV_COLUMNS, ...orders.map((order) => CSV_COLUMNS.map((name) => order[name]))]),
  );

export function OrderListPage() {
  const { data, isError, refetch } = useQuery(adminRead("/api/admin/orders", { query: { limit: 500 } }));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FindOrder />
        <Button size="sm" onClick={() => saveOrders(data?.orders ?? [])}>
          <Download className="size-4" aria-hidden="true" />
          {traceTexts.csv}
        </Button>
      </div>
      {isError && data === undefined ? (
        <ErrorState title={traceTexts.listFailed} onRetry={() => refetch()} />
      ) : (
        <OrderTable
          caption={traceTexts.listTitle}
          orders={data?.orders ?? []}
          isLoading={data === undefined}
          empty={traceTexts.none}
        />
      )}
    </>
  );
}
