import type { PostSummary } from "@vriddhi/contract/blog";
import { type CSSProperties, type ReactNode, useRef } from "react";
import "./research.css";
import { ResearchCard } from "./research-card.tsx";
import {
  BLOCK_OF_LARGE,
  type CardSize,
  cardSize,
  GRID,
  type GridLayout,
  type Placement,
  placeCards,
  TILE_SIZE,
} from "./research-grid.ts";
import { type MeasuredRows, useMeasuredRows } from "./use-measured-rows.ts";

const line = (start: number, span: number): string => `${start + 1} / span ${span}`;

/** After so many cards a tile follows: in the free third of a large block, and never between two medium halves. */
const CARDS_BEFORE_TILE: Record<GridLayout, number> = { large: BLOCK_OF_LARGE, medium: 6, small: 5 };

const tilePlaces = (layout: GridLayout, cards: number, tiles: number): readonly number[] =>
  Array.from({ length: tiles }, (_, block) => Math.min((block + 1) * CARDS_BEFORE_TILE[layout], cards));

const TILE_SIZES: Record<GridLayout, CardSize> = {
  large: TILE_SIZE,
  medium: { columns: GRID.columns, rows: 5 },
  small: { columns: GRID.columns, rows: 6 },
};

interface Arrangement {
  readonly cards: readonly Placement[];
  readonly tiles: readonly Placement[];
}

function arrange(layout: GridLayout, cards: number, tiles: number, measured: MeasuredRows | null): Arrangement {
  const rowsOf = (place: number): CardSize => {
    const size = cardSize(layout, place);
    const rows = measured?.layout === layout ? (measured.rows[place] ?? size.rows) : size.rows;
    return { columns: size.columns, rows };
  };
  const breaks = tilePlaces(layout, cards, tiles);
  const flow: { readonly isTile: boolean; readonly size: CardSize }[] = [];
  for (let place = 0; place <= cards; place += 1) {
    for (const tile of breaks) if (tile === place) flow.push({ isTile: true, size: TILE_SIZES[layout] });
    if (place < cards) flow.push({ isTile: false, size: rowsOf(place) });
  }
  const placed = placeCards(flow.map(({ size }) => size)).map((placement, at) => ({
    placement,
    isTile: flow[at]?.isTile ?? false,
  }));
  return {
    cards: placed.filter(({ isTile }) => !isTile).map(({ placement }) => placement),
    tiles: placed.filter(({ isTile }) => isTile).map(({ placement }) => placement),
  };
}

/** All three layouts are sent as variables, so that the server's HTML is right at every width. */
function styleOf(kind: "cards" | "tiles", at: number, arrangements: Record<GridLayout, Arrangement>): CSSProperties {
  const style: Record<string, string> = {};
  for (const [layout, arrangement] of Object.entries(arrangements)) {
    const placement = arrangement[kind][at];
    if (placement === undefined) continue;
    style[`--${layout}-column`] = line(placement.x, placement.columns);
    style[`--${layout}-row`] = line(placement.y, placement.rows);
  }
  return style;
}

export function ResearchCards({ posts, tiles }: { posts: readonly PostSummary[]; tiles: readonly ReactNode[] }) {
  const grid = useRef<HTMLUListElement>(null);
  const measured = useMeasuredRows(grid, posts.length);
  const arrangements: Record<GridLayout, Arrangement> = {
    large: arrange("large", posts.length, tiles.length, measured),
    medium: arrange("medium", posts.length, tiles.length, measured),
    small: arrange("small", posts.length, tiles.length, measured),
  };
  return (
    <ul ref={grid} className="research-grid">
      {posts.map((post, place) => (
        <ResearchCard key={post.id} post={post} place={place} style={styleOf("cards", place, arrangements)} />
      ))}
      {tiles.map((tile, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
        <li key={at} className="research-tile" style={styleOf("tiles", at, arrangements)}>
          {tile}
        </li>
      ))}
    </ul>
  );
}
