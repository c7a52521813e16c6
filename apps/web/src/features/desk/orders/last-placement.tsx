import { useQuery } from "@tanstack/react-query";
import { epochMs } from "@vriddhi/core/time/clock";
import Download from "lucide-react/icons/download";
import { adminRead } from "../../../lib/admin-api.ts";
import { instantOf } from "../../../lib/format.ts";
import { POLL } from "../../../lib/polling.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Panel } from "../../../ui/panel.tsx";
import { ShownTime } from "../shown-time.tsx";
import { placementTexts } from "./orders.texts.ts";
import { type PlacementDetail, placementCsv, type ReasonLine, reasonsOf } from "./placement-summary.ts";
import type { LastReply } from "./use-order-panel.ts";

const UNSETTLED: ReadonlySet<string> = new Set(["waiting", "unknown"]);
const isUnsettled = (detail: PlacementDetail | undefined): boolean =>
  detail !== undefined &&
  (detail.placement.working_orders > 0 || detail.orders.some(({ outcome }) => UNSETTLED.has(outcome)));

function Reason({ line: { reason, isUnknown, count, brokers } }: { line: ReasonLine }) {
  return (
    <li
      className={classNames(
        "grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 first:border-0 md:grid-cols-[3.5rem_minmax(0,3fr)_minmax(0,2fr)]",
        isUnknown && "text-warn",
      )}
    >
      <b className="figures font-semibold">{count.toLocaleString("en-IN")}</b>
      <span className="break-words">{reason}</span>
      <span className="text-xs text-muted max-md:col-start-2">
        {brokers.map(([broker, of]) => placementTexts.at(broker, of)).join(" · ")}
      </span>
    </li>
  );
}

export function Reasons({ detail }: { detail: PlacementDetail }) {
  const lines = reasonsOf(detail.orders);
  if (lines.length === 0) return <p className="px-4 py-3 text-muted">{placementTexts.all}</p>;
  return (
    <ul aria-label={placementTexts.reasons}>
      {lines.map((line) => (
        <Reason key={line.reason} line={line} />
      ))}
    </ul>
  );
}

/** The server's newest placement, also after a reload and on another device. */
function useLastPlacement(last: LastReply | null): PlacementDetail | undefined {
  const { data: list } = useQuery(adminRead("/api/admin/placements"));
  const id = last?.reply.placement_id ?? list?.placements[0]?.id;
  const question = adminRead("/api/admin/placements/{placementId}", { params: { placementId: id ?? "" } });
  const { data } = useQuery({
    ...question,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isUnsettled(state.data) ? POLL.scheduledOrdersMs : false),
  });
  return data;
}

/** The toasts disappear after 1.5 s; failures stay here. */
export function LastPlacement({ last }: { last: LastReply | null }) {
  const detail = useLastPlacement(last);
  if (last !== null && last.reply.placement_id === null) return <ReplyOnly last={last} />;
  if (detail === undefined) return null;
  const { placement, orders } = detail;
  const isWhole = placement.successful_orders === placement.total_orders;
  return (
    <Panel
      title={placementTexts.title}
      note={
        <span className="flex flex-wrap items-center gap-3">
          <ShownTime at={instantOf(placement.placed_at)} form="clock-of-today" />
          <Badge tone={isWhole ? "info" : "warn"}>
            {placementTexts.count(placement.successful_orders, placement.total_orders)}
          </Badge>
          <span>{placementTexts.ends(placement)}</span>
          <span>{placement.rows.map(({ symbol }) => symbol).join(", ")}</span>
        </span>
      }
      action={
        <Button size="sm" onClick={() => saveFile(`placement-${placement.id}.csv`, "text/csv", placementCsv(orders))}>
          <Download className="size-4" aria-hidden="true" />
          {placementTexts.csv}
        </Button>
      }
    >
      <Reasons detail={detail} />
    </Panel>
  );
}

/** Nothing was placed yet: scheduled rows, or an act that waits for a second admin. */
function ReplyOnly({ last: { reply, atMs } }: { last: LastReply }) {
  return (
    <Panel
      title={placementTexts.title}
      note={
        <span className="flex flex-wrap items-center gap-3">
          <ShownTime at={epochMs(atMs)} />
          <Badge tone={reply.success ? "info" : "warn"}>
            {placementTexts.count(reply.successful_orders, reply.total_orders)}
          </Badge>
        </span>
      }
    >
      <ul className="grid gap-1 px-4 py-3">
        {reply.waiting_id !== null && <li className="text-warn">{placementTexts.waiting}</li>}
        {reply.errors.map((error) => (
          <li key={error} className="break-words">
            {error}
          </li>
        ))}
        {reply.errors.length === 0 && reply.waiting_id === null && <li className="text-muted">{placementTexts.all}</li>}
      </ul>
    </Panel>
  );
}
