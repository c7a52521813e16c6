import { calcGridItemPosition, verticalCompactor } from "react-grid-layout/core";
import { describe, expect, it } from "vitest";
import {
  breakpointFor,
  cardClass,
  cardSize,
  GRID,
  type GridLayout,
  heightOfRows,
  layoutFor,
  placeCards,
  rowsForContent,
} from "./research-grid.ts";

const sizesOf = (layout: GridLayout, count: number) =>
  Array.from({ length: count }, (_, place) => cardSize(layout, place));

describe("[C9.3] the research grid", () => {
  it.each([
    [2_560, "lg", "large"],
    [1_200, "lg", "large"],
    [1_199, "md", "medium"],
    [996, "md", "medium"],
    [995, "sm", "small"],
    [768, "sm", "small"],
    [767, "xs", "small"],
    [480, "xs", "small"],
    [479, "xxs", "small"],
    [0, "xxs", "small"],
  ] as const)("[C4.8] at %d px is %s and %s", (width, breakpoint, layout) => {
    expect(breakpointFor(width)).toBe(breakpoint);
    expect(layoutFor(width)).toBe(layout);
  });

  it("repeats five cards in the large layout", () => {
    const block = [
      { columns: 12, rows: 10 },
      { columns: 6, rows: 8 },
      { columns: 6, rows: 8 },
      { columns: 4, rows: 6 },
      { columns: 4, rows: 6 },
    ];
    expect(sizesOf("large", 10)).toEqual([...block, ...block]);
    expect([10, 8, 6].map(heightOfRows)).toEqual([480, 380, 280]);
  });

  it("makes every third card full in the medium layout, and all of them in the small one", () => {
    const block = [
      { columns: 12, rows: 8 },
      { columns: 6, rows: 7 },
      { columns: 6, rows: 7 },
    ];
    expect(sizesOf("medium", 6)).toEqual([...block, ...block]);
    expect(new Set(sizesOf("small", 4).map(({ columns, rows }) => `${columns} ${rows}`))).toEqual(new Set(["12 6"]));
  });

  it.each([
    [12, "featured"],
    [6, "medium"],
    [4, "compact"],
    [3, "compact"],
  ] as const)("calls a card of width %d %s", (columns, name) => {
    expect(cardClass(columns)).toBe(name);
  });

  it.each([
    [0, 4],
    [145, 4],
    [146, 5],
    [225, 6],
    [226, 7],
    [385, 10],
  ])("gives content of %d px %d rows", (height, rows) => {
    expect(rowsForContent(height)).toBe(rows);
  });

  it.each(["large", "medium", "small"] as const)("puts cards where react-grid-layout puts them: %s", (layout) => {
    // Some cards have grown by the height rule, so that the rows are uneven.
    const sizes = sizesOf(layout, 23).map(({ columns, rows }, place) => ({
      columns,
      rows: rows + (place % 4 === 1 ? 2 : 0),
    }));
    const placed = placeCards(sizes);
    const asked = placed.map(({ x, y, columns, rows }, place) => ({ i: String(place), x, y, w: columns, h: rows }));
    const settled = verticalCompactor.compact(asked, GRID.columns);
    expect(settled.map(({ x, y, w, h }) => ({ x, y, columns: w, rows: h }))).toEqual(
      placed.map(({ x, y, columns, rows }) => ({ x, y, columns, rows })),
    );
  });

  it("draws them as high and as far down as react-grid-layout does", () => {
    const margin = [GRID.margin, GRID.margin] as const;
    const parameters = {
      cols: GRID.columns,
      containerWidth: 1_152,
      rowHeight: GRID.rowHeight,
      maxRows: Number.POSITIVE_INFINITY,
      margin,
      containerPadding: [0, 0] as const,
    };
    for (const { x, y, columns, rows } of placeCards(sizesOf("large", 12))) {
      const { height, top } = calcGridItemPosition(parameters, x, y, columns, rows);
      expect(height).toBe(heightOfRows(rows));
      expect(top).toBe(y * (GRID.rowHeight + GRID.margin));
    }
  });
});
