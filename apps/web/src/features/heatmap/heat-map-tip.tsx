import type { HeatMapMonth } from "@vriddhi/core/site/heat-map";
import { useLayoutEffect, useRef } from "react";
import { formatPaise } from "../../lib/format.ts";
import { resultWord } from "./heat-map.texts.ts";

export interface Looked {
  readonly month: HeatMapMonth;
  readonly element: HTMLElement;
}

const GAP_PX = 8;

/** Above its cell, and inside the grid's left and right edge. */
function place(tip: HTMLElement, cell: HTMLElement): void {
  const room = (tip.parentElement?.clientWidth ?? 0) - tip.offsetWidth;
  const left = cell.offsetLeft + (cell.offsetWidth - tip.offsetWidth) / 2;
  const top = cell.offsetTop - tip.offsetHeight - GAP_PX;
  tip.style.transform = `translate(${Math.max(0, Math.min(left, room))}px, ${top}px)`;
}

export function HeatMapTip({ id, looked }: { id: string; looked: Looked | null }) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (tip.current && looked) place(tip.current, looked.element);
  }, [looked]);
  if (looked === null) return null;
  const { label, result } = looked.month;
  return (
    <div ref={tip} id={id} role="tooltip" className="heat-map-tip figures">
      <span className="mr-2 opacity-70">{label}</span>
      <strong className="font-semibold">
        {resultWord(result)} {formatPaise(result).replace("\u2212", "")}
      </strong>
    </div>
  );
}
