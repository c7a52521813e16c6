import { escapeHtml } from "./markup.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ChartFrame {
  readonly toX: (x: number) => number;
  readonly toY: (y: number) => number;
}

const WIDTH = 960;
const HEIGHT = 260;
const LEFT = 76;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;
/** More points cannot be distinguished. */
const POINTS_MAX = 1_200;
const LINES = 4;

const tidy = (value: number): string => value.toFixed(1);

/** Every so many-th point, the last always. */
export function thinned<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, place) => place % every === 0 || place === points.length - 1);
}

export function frameOf(points: readonly Point[]): ChartFrame {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const scale = (value: number, from: number, to: number): number => (to === from ? 0.5 : (value - from) / (to - from));
  return {
    toX: (x) => LEFT + scale(x, left, right) * (WIDTH - LEFT - RIGHT),
    toY: (y) => HEIGHT - BOTTOM - scale(y, low, high) * (HEIGHT - TOP - BOTTOM),
  };
}

const pathOf = (points: readonly Point[], { toX, toY }: ChartFrame): string =>
  points.map(({ x, y }, place) => `${place === 0 ? "M" : "L"}${tidy(toX(x))} ${tidy(toY(y))}`).join("");

export const curveOf = (points: readonly Point[], frame: ChartFrame): string =>
  `<path class="curve" d="${pathOf(points, frame)}"/>`;

export function areaOf(points: readonly Point[], frame: ChartFrame): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "";
  const ground = [
    { x: last.x, y: 0 },
    { x: first.x, y: 0 },
  ];
  return `<path class="fall" d="${pathOf([...points, ...ground], frame)}Z"/>`;
}

export interface Axes {
  readonly points: readonly Point[];
  readonly nameX: (x: number) => string;
  readonly nameY: (y: number) => string;
}

function gridOf({ points, nameX, nameY }: Axes, { toX, toY }: ChartFrame): string {
  const ys = points.map(({ y }) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const heights = Array.from({ length: LINES }, (_, place) => low + ((high - low) * place) / (LINES - 1));
  const lines = heights.map((y) => {
    const at = tidy(toY(y));
    return `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 6}" y="${tidy(toY(y) + 4)}" text-anchor="end">${escapeHtml(nameY(y))}</text>`;
  });
  const marks = [0, 0.5, 1].map((share) => points[Math.round(share * (points.length - 1))]);
  const anchors = ["start", "middle", "end"];
  const names = marks.map((point, place) =>
    point === undefined
      ? ""
      : `<text x="${tidy(toX(point.x))}" y="${HEIGHT - 6}" text-anchor="${anchors[place]}">${escapeHtml(nameX(point.x))}</text>`,
  );
  return [...lines, ...names].join("");
}

/** A drawing with its grid; `label` is its text for screen readers. */
export function chartOf(label: string, axes: Axes, draw: (frame: ChartFrame) => string): string {
  if (axes.points.length === 0) return "<p>Nothing to draw.</p>";
  const frame = frameOf(axes.points);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(label)}">${gridOf(axes, frame)}${draw(frame)}</svg>`;
}

export function markOf(point: Point, isUp: boolean, name: string, { toX, toY }: ChartFrame): string {
  const [x, y] = [toX(point.x), toY(point.y)];
  const tip = isUp ? -5 : 5;
  return `<path class="${isUp ? "up" : "down"}" d="M${tidy(x)} ${tidy(y)}l4 ${-tip}h-8z"><title>${escapeHtml(name)}</title></path>`;
}
