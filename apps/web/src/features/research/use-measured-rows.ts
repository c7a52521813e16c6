import { type RefObject, useEffect, useState } from "react";
import { cardSize, type GridLayout, layoutFor, rowsForContent } from "./research-grid.ts";

const PICTURE_MIN_PX = 56;

export interface MeasuredRows {
  readonly layout: GridLayout;
  readonly rows: readonly number[];
}

function contentHeight(card: HTMLElement): number {
  const body = card.querySelector<HTMLElement>("[data-card-body]");
  const picture = card.querySelector<HTMLElement>("[data-card-picture]");
  const words = body?.scrollHeight ?? 0;
  const isAbove = picture !== null && getComputedStyle(card).flexDirection !== "row";
  return isAbove ? words + PICTURE_MIN_PX : words;
}

function measure(grid: HTMLElement): MeasuredRows | null {
  const layout = layoutFor(window.innerWidth);
  const cards = [...grid.querySelectorAll<HTMLElement>("[data-card]")];
  const rows = cards.map((card, place) => Math.max(cardSize(layout, place).rows, rowsForContent(contentHeight(card))));
  return rows.some((row, place) => row > cardSize(layout, place).rows) ? { layout, rows } : null;
}

const isSame = (one: MeasuredRows | null, other: MeasuredRows | null): boolean =>
  one?.layout === other?.layout && one?.rows.join() === other?.rows.join();

/** C9.3: the pattern's heights are minimums, so that nothing moves when the script starts; long texts get more. */
export function useMeasuredRows(grid: RefObject<HTMLElement | null>, count: number): MeasuredRows | null {
  const [measured, setMeasured] = useState<MeasuredRows | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are a reason to measure again
  useEffect(() => {
    const element = grid.current;
    if (element === null || typeof ResizeObserver === "undefined") return undefined;
    const look = () => {
      const next = measure(element);
      setMeasured((before) => (isSame(before, next) ? before : next));
    };
    const observer = new ResizeObserver(look);
    for (const body of element.querySelectorAll("[data-card-body]")) observer.observe(body);
    look();
    return () => observer.disconnect();
  }, [grid, count]);
  return measured;
}
