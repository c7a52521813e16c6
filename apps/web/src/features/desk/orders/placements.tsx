import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRead } from "../../../lib/admin-api.ts";
import type { Reply } from "../../../lib/api.ts";
import { instantOf } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ShownTime } from "../shown-time.tsx";
import { Reasons } from "./last-placement.tsx";
import { orderTexts, placementTexts } from "./orders.texts.ts";

type Placement = Reply<"GET", "/api/admin/placements">["placements"][number];

const wordsOf = ({ rows }: Placement): string =>
  rows
    .map(({ symbol, total_quantity, position_type }) =>
      [symbol, orderTexts.sides[position_type], orderTexts.shares(total_quantity)].join(" "),
    )
    .join(" · ");

function Detail({ id }: { id: string }) {
  const { data } = useQuery(adminRead("/api/admin/placements/{placementId}", { params: { placementId: id } }));
  return data === undefined ? <Skeleton className="m-4 h-8" /> : <Reasons detail={data} />;
}

function PlacementRow({ placement }: { placement: Placement }) {
  const [isOpen, setOpen] = useState(false);
  const { id, placed_at, placed_by, source, successful_orders, total_orders } = placement;
  return (
    <li className="border-t border-line first:border-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="figures grid min-h-14 w-full gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-raised/60 md:grid-cols-[9rem_minmax(0,1fr)_auto] md:items-center"
      >
        <span className="text-xs text-muted">
          <ShownTime at={instantOf(placed_at)} form="day-and-clock" />
        </span>
        <span className="min-w-0">
          <b className="block truncate font-semibold">{wordsOf(placement)}</b>
          <span className="text-xs text-muted">
            {placed_by} · {placementTexts.sources[source]} · {placementTexts.ends(placement)}
          </span>
        </span>
        <Badge tone={successful_orders === total_orders ? "info" : "warn"}>
          {placementTexts.count(successful_orders, total_orders)}
        </Badge>
      </button>
      {isOpen && <Detail id={id} />}
    </li>
  );
}

export function Placements() {
  const { data } = useQuery(adminRead("/api/admin/placements"));
  if (data === undefined || data.placements.length === 0) return null;
  return (
    <Panel title={placementTexts.listTitle} note={placementTexts.newest(data.placements.length)}>
      <ul aria-label={placementTexts.listTitle} className="max-h-96 overflow-y-auto">
        {data.placements.map((placement) => (
          <PlacementRow key={placement.id} placement={placement} />
        ))}
      </ul>
    </Panel>
  );
}
