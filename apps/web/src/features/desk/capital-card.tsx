import { useQuery } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { adminRead } from "../../lib/admin-api.ts";
import { formatPaise, instantOf } from "../../lib/format.ts";
import { paiseOf } from "../../lib/format-subscription.ts";
import { classNames } from "../../ui/class-names.ts";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { capitalTexts, deskTexts } from "./desk.texts.ts";
import { ShownTime } from "./shown-time.tsx";

/** C4.13: read on entry, on Refresh, and when broker or order of the list below change. */
export const useCapital = () => useQuery(adminRead("/api/admin/active-users-capital-sum"));

function Figures() {
  const { data, isPending } = useCapital();
  if (isPending)
    return (
      <LoadingRegion label={capitalTexts.loading}>
        <div className="flex gap-6 px-4 pb-4">
          <Skeleton className="h-11 grow" />
          <Skeleton className="h-11 w-24" />
          <Skeleton className="h-11 w-24" />
        </div>
      </LoadingRegion>
    );
  if (data === undefined) return <p className="px-4 pb-4 font-semibold">{capitalTexts.none}</p>;
  const figure = "figures text-[1.25rem] leading-[1.625rem] font-semibold tracking-tight whitespace-nowrap";
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-3 px-4 pb-3 sm:grid-cols-[repeat(3,minmax(0,max-content))] xl:gap-x-16">
      <div className="max-sm:col-span-2">
        <dt className="text-xs text-muted">{capitalTexts.total}</dt>
        <dd className={figure}>{formatPaise(paiseOf(data.total_capital), "none")}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">{capitalTexts.users}</dt>
        <dd className={figure}>{data.active_users_count.toLocaleString("en-IN")}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">{capitalTexts.updated}</dt>
        <dd className={figure}>
          <ShownTime at={instantOf(data.last_updated)} />
        </dd>
        <dd className="text-xs text-muted">{capitalTexts.zone}</dd>
      </div>
    </dl>
  );
}

export function CapitalCard() {
  const { refetch, isFetching } = useCapital();
  return (
    <section aria-label={capitalTexts.title} className="rounded-lg border border-line bg-surface shadow-card">
      <header className="flex items-center justify-between gap-3 pt-1 pr-1 pl-4">
        <h2 className="text-[0.9375rem] leading-5 font-semibold">{capitalTexts.title}</h2>
        <button
          type="button"
          onClick={() => void refetch()}
          aria-busy={isFetching}
          className="grid size-11 place-items-center rounded-md text-muted hover:text-text"
        >
          <RefreshCw className={classNames("size-4", isFetching && "animate-spin")} aria-hidden="true" />
          <span className="sr-only">{deskTexts.refresh}</span>
        </button>
      </header>
      <Figures />
    </section>
  );
}
