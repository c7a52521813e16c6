import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import X from "lucide-react/icons/x";
import type { Reply } from "../../../lib/api.ts";
import { formatPaise } from "../../../lib/format.ts";
import { paiseOf } from "../../../lib/format-subscription.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { useCapital } from "../capital-card.tsx";
import { distributionTexts, orderTexts } from "./orders.texts.ts";

export interface Preview {
  readonly symbol: string;
  readonly quantity: number;
  readonly reply: Reply<"POST", "/api/admin/order-preview">;
}

type Allocation = Preview["reply"]["allocations"][number];

/** Rows that are drawn: of ten thousand accounts the first hundreds and the sums are shown. */
const SHOWN_MAX = 300;

const rupeesText = (amount: number): string => formatPaise(paiseOf(amount), "none");

function Totals() {
  const { data, isPending, isFetching, refetch } = useCapital();
  if (isPending)
    return (
      <LoadingRegion label={distributionTexts.loading}>
        <div className="grid gap-3 px-4 pb-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </LoadingRegion>
    );
  if (data === undefined)
    return (
      <div role="alert" className="grid justify-items-start gap-2 px-4 pb-4">
        <p className="font-semibold">{distributionTexts.failed}</p>
        <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          {distributionTexts.tryAgain}
        </Button>
      </div>
    );
  return (
    <dl className="flex justify-between gap-4 px-4 pb-2">
      <div>
        <dt className="text-xs text-muted">{distributionTexts.total}</dt>
        <dd className="figures text-[0.9375rem] font-semibold">{rupeesText(data.total_capital)}</dd>
      </div>
      <div className="text-right">
        <dt className="text-xs text-muted">{distributionTexts.users}</dt>
        <dd className="figures text-[0.9375rem] font-semibold">{data.active_users_count.toLocaleString("en-IN")}</dd>
      </div>
    </dl>
  );
}

interface AllocationRowProps {
  allocation: Allocation;
  /** The remainder of the split. */
  extra: number;
}

function AllocationRow({ allocation: { username, broker, quantity, capital, percentage }, extra }: AllocationRowProps) {
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-2.5 border-b border-line px-4 py-1 text-xs last:border-0">
      <span className="grid min-w-0 leading-4">
        <b className="truncate font-semibold" title={username}>
          {username}
        </b>
        <span className="text-muted">{brokerTitles[broker]}</span>
      </span>
      <span className="figures text-right leading-4">
        <b className="font-semibold">{quantity.toLocaleString("en-IN")}</b>{" "}
        <span className="text-muted">{distributionTexts.shares}</span>
        {extra > 0 && <span className="block text-warn">{distributionTexts.including(extra)}</span>}
      </span>
      <span className="figures text-right leading-4 text-muted">
        {rupeesText(capital)}
        <br />
        {percentage.toFixed(2)}%
      </span>
    </li>
  );
}

/** C9.5: who receives the remainder. */
const indexOfHighest = (allocations: readonly Allocation[]): number =>
  allocations.reduce((best, { capital }, index) => (capital > (allocations[best]?.capital ?? -1) ? index : best), 0);

function Split({ preview: { reply } }: { preview: Preview }) {
  const { allocations, total_allocated_quantity, remainder } = reply;
  const highest = indexOfHighest(allocations);
  const empty = allocations.filter(({ quantity }) => quantity === 0).length;
  const hidden = allocations.length - SHOWN_MAX;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul aria-label={distributionTexts.list} tabIndex={0} className="max-h-64 overflow-y-auto border-y border-line">
        {allocations.slice(0, SHOWN_MAX).map((allocation, index) => (
          <AllocationRow
            key={`${allocation.username} ${allocation.broker}`}
            allocation={allocation}
            extra={index === highest ? remainder : 0}
          />
        ))}
        {hidden > 0 && <li className="px-4 py-2 text-xs text-muted">{distributionTexts.more(hidden)}</li>}
      </ul>
      <div className="grid gap-0.5 px-4 py-2.5">
        <p className="figures flex justify-between">
          <span>{distributionTexts.allocated}</span>
          <b className="font-semibold">{total_allocated_quantity.toLocaleString("en-IN")}</b>
        </p>
        <p className={classNames("text-xs", remainder > 0 ? "text-warn" : "text-muted")}>
          {distributionTexts.remainder(remainder)}
        </p>
        {empty > 0 && <p className="text-xs text-muted">{distributionTexts.empty(empty)}</p>}
      </div>
    </>
  );
}

export function Distribution({ preview, onClose }: { preview: Preview | null; onClose(): void }) {
  return (
    <section aria-label={distributionTexts.title} className="flex flex-col">
      <header className="flex min-h-13 items-center gap-3 py-1.5 pr-1.5 pl-4">
        <div>
          <h3 className="text-[0.9375rem] leading-5 font-semibold">{distributionTexts.title}</h3>
          {preview && (
            <p className="text-xs text-muted">
              <b className="font-semibold text-text">{distributionTexts.row}</b> {preview.symbol} ·{" "}
              {orderTexts.shares(preview.quantity)}
            </p>
          )}
        </div>
        {preview && (
          <button
            type="button"
            aria-label={distributionTexts.close}
            onClick={onClose}
            className="ml-auto grid size-11 place-items-center rounded-md text-muted hover:text-text"
          >
            <X className="size-4.5" aria-hidden="true" />
          </button>
        )}
      </header>
      <Totals />
      {preview ? <Split preview={preview} /> : <p className="px-4 pb-4 text-xs text-muted">{distributionTexts.hint}</p>}
    </section>
  );
}
