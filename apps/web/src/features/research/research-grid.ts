export const GRID = { columns: 12, rowHeight: 30, margin: 20 } as const;

export const BREAKPOINTS = { lg: 1_200, md: 996, sm: 768, xs: 480, xxs: 0 } as const;
export type Breakpoint = keyof typeof BREAKPOINTS;

/** C4.8, C9.3: three layouts; below medium there is one column. */
export type GridLayout = "large" | "medium" | "small";

export const breakpointFor = (width: number): Breakpoint =>
  (Object.keys(BREAKPOINTS) as Breakpoint[]).find((name) => width >= BREAKPOINTS[name]) ?? "xxs";

export function layoutFor(width: number): GridLayout {
  const breakpoint = breakpointFor(width);
  if (breakpoint === "lg") return "large";
  return breakpoint === "md" ? "medium" : "small";
}

export interface CardSize {
  readonly columns: number;
  readonly rows: number;
}

const FULL = GRID.columns;
const HALF = GRID.columns / 2;
const THIRD = GRID.columns / 3;

const LARGE_PATTERN: readonly CardSize[] = [
  { columns: FULL, rows: 10 },
  { columns: HALF, rows: 8 },
  { columns: HALF, rows: 8 },
  { columns: THIRD, rows: 6 },
  { columns: THIRD, rows: 6 },
];
const MEDIUM_PATTERN: readonly CardSize[] = [
  { columns: FULL, rows: 8 },
  { columns: HALF, rows: 7 },
  { columns: HALF, rows: 7 },
];
const SMALL_PATTERN: readonly CardSize[] = [{ columns: FULL, rows: 6 }];

const patterns: Record<GridLayout, readonly CardSize[]> = {
  large: LARGE_PATTERN,
  medium: MEDIUM_PATTERN,
  small: SMALL_PATTERN,
};

export function cardSize(layout: GridLayout, place: number): CardSize {
  const pattern = patterns[layout];
  return pattern[place % pattern.length] ?? { columns: FULL, rows: 6 };
}

/** Two thirds leave one free at the end of each block of the large layout. */
export const BLOCK_OF_LARGE = LARGE_PATTERN.length;
export const TILE_SIZE: CardSize = { columns: THIRD, rows: 6 };

export type CardClass = "featured" | "medium" | "compact";

export function cardClass(columns: number): CardClass {
  if (columns === FULL) return "featured";
  return columns === HALF ? "medium" : "compact";
}

const CONTENT_MARGIN_PX = 5;
const CONTENT_PADDING_PX = 10;
const CONTENT_PER_ROW_PX = 40;
const ROWS_MIN = 4;

/** C9.3: the rows that a card of this measured height needs. */
export const rowsForContent = (contentHeight: number): number =>
  Math.max(ROWS_MIN, Math.ceil((contentHeight + CONTENT_MARGIN_PX + CONTENT_PADDING_PX) / CONTENT_PER_ROW_PX));

export interface Placement extends CardSize {
  readonly x: number;
  readonly y: number;
}

/** Places cards side by side while they fit, as high as the cards above allow. */
export function placeCards(sizes: readonly CardSize[]): readonly Placement[] {
  const heights: number[] = Array.from({ length: GRID.columns }, () => 0);
  let x = 0;
  return sizes.map((size) => {
    if (x + size.columns > GRID.columns) x = 0;
    const under = heights.slice(x, x + size.columns);
    const y = Math.max(...under);
    heights.fill(y + size.rows, x, x + size.columns);
    const placement = { columns: size.columns, rows: size.rows, x, y };
    x += size.columns;
    return placement;
  });
}

export const heightOfRows = (rows: number): number => rows * GRID.rowHeight + (rows - 1) * GRID.margin;
