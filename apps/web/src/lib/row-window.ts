import { type RefObject, useEffect, useRef, useState } from "react";

/** Rows beyond the window that are rendered too, so that a fast scroll finds them. */
const OVERSCAN_ROWS = 12;
/** The window moves in steps: a scroll of one row renders nothing. */
const STEP_ROWS = 6;

export interface RowRange {
  readonly first: number;
  /** One past the last rendered row. */
  readonly end: number;
}

interface Sight {
  readonly count: number;
  readonly rowHeight: number;
  /** How far the list's top is above the window's. */
  readonly above: number;
  readonly windowHeight: number;
}

export function rangeInSight({ count, rowHeight, above, windowHeight }: Sight): RowRange {
  const from = Math.floor(above / rowHeight) - OVERSCAN_ROWS;
  const until = Math.ceil((above + windowHeight) / rowHeight) + OVERSCAN_ROWS;
  const first = Math.min(Math.max(0, Math.floor(from / STEP_ROWS) * STEP_ROWS), Math.max(0, count - 1));
  const end = Math.max(first, Math.min(count, Math.ceil(until / STEP_ROWS) * STEP_ROWS));
  return { first, end };
}

const FIRST_SIGHT_PX = 900;

/** A list of equal rows in the page's own scroll: only those in sight are in the document. */
export function useRowWindow(count: number, rowHeight: number): RowRange & { list: RefObject<HTMLDivElement | null> } {
  const list = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(() => rangeInSight({ count, rowHeight, above: 0, windowHeight: FIRST_SIGHT_PX }));
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const above = -(list.current?.getBoundingClientRect().top ?? 0);
      const next = rangeInSight({ count, rowHeight, above, windowHeight: innerHeight });
      setRange((seen) => (seen.first === next.first && seen.end === next.end ? seen : next));
    };
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", lookSoon, { passive: true });
    addEventListener("resize", lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", lookSoon);
      removeEventListener("resize", lookSoon);
    };
  }, [count, rowHeight]);
  return { list, first: Math.min(range.first, count), end: Math.min(range.end, count) };
}
