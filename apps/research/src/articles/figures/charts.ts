import {
  type Box,
  circle,
  curve,
  type Frame,
  type Heading,
  heading,
  INK,
  levels,
  line,
  logScale,
  plotOf,
  rect,
  scaleBetween,
  text,
} from "./kit.ts";

export interface Column {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  readonly fill: string;
}

export interface ColumnChart {
  readonly words: Heading;
  readonly columns: readonly Column[];
  readonly max: number;
  readonly min?: number;
  readonly levelAt: readonly number[];
  levelText(value: number): string;
  /** Narrow images show only every n-th label, so that labels do not overlap. */
  readonly narrowEvery?: number;
  readonly wideEvery?: number;
  readonly foot: string;
}

export function drawColumns(frame: Frame, chart: ColumnChart): string {
  const box = plotOf(frame, 3.6, 1.2, 4.6);
  const y = scaleBetween(chart.min ?? 0, chart.max, box.bottom, box.top + frame.size);
  const step = (box.right - box.left) / chart.columns.length;
  const every = (frame.isNarrow ? chart.narrowEvery : chart.wideEvery) ?? 1;
  const marks = chart.columns.map(({ label, value, note, fill }, place) => {
    const left = box.left + step * (place + 0.14);
    const [top, bottom] = value >= 0 ? [y(value), y(0)] : [y(0), y(value)];
    const middle = box.left + step * (place + 0.5);
    const isWritten = place % every === 0;
    return [
      rect(left, top, step * 0.72, Math.max(1, bottom - top), fill),
      isWritten ? text(frame, middle, box.bottom + frame.size * 1.4, label, { anchor: "middle", scale: 0.95 }) : "",
      isWritten
        ? text(frame, middle, top - frame.size * 0.45, note, { anchor: "middle", fill: INK.text, scale: 0.95 })
        : "",
    ].join("");
  });
  return [
    heading(frame, chart.words),
    levels(frame, box, chart.levelAt, y, (value) => chart.levelText(value)),
    ...marks,
    text(frame, (box.left + box.right) / 2, box.bottom + frame.size * 3.1, chart.foot, { anchor: "middle" }),
  ].join("");
}

export interface Row {
  readonly label: string;
  readonly narrowLabel?: string;
  readonly value: number;
  readonly note: string;
  readonly fill: string;
}

/** Horizontal bars, each with its note at the right end. */
export function drawRows(frame: Frame, words: Heading, rows: readonly Row[], max: number, labelWidth: number): string {
  const box = plotOf(frame, frame.isBare ? 0 : labelWidth, 5.4, 1.4);
  const x = scaleBetween(0, max, box.left, box.right);
  const step = (box.bottom - box.top) / rows.length;
  const marks = rows.map(({ label, narrowLabel, value, note, fill }, place) => {
    const middle = box.top + step * (place + 0.5);
    const name = frame.isNarrow ? (narrowLabel ?? label) : label;
    return [
      text(frame, box.left - frame.size * 0.7, middle + frame.size * 0.35, name, { anchor: "end" }),
      rect(box.left, middle - step * 0.31, Math.max(2, x(value) - box.left), step * 0.62, fill),
      text(frame, x(value) + frame.size * 0.5, middle + frame.size * 0.35, note, { fill: INK.text }),
    ].join("");
  });
  return [heading(frame, words), ...marks].join("");
}

export interface Span {
  readonly label: string;
  readonly narrowLabel?: string;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly fill: string;
  readonly note: string;
}

export function drawSpans(
  frame: Frame,
  words: Heading,
  spans: readonly Span[],
  reach: readonly [number, number],
  labelWidth: number,
): string {
  const box = plotOf(frame, frame.isBare ? 0 : labelWidth, 4.2, 2.6);
  const x = scaleBetween(reach[0], reach[1], box.left, box.right);
  const step = (box.bottom - box.top) / spans.length;
  const dot = frame.isNarrow ? 4.5 : 9;
  const marks = spans.map((span, place) => {
    const middle = box.top + step * (place + 0.5);
    const name = frame.isNarrow ? (span.narrowLabel ?? span.label) : span.label;
    return [
      text(frame, box.left - frame.size * 0.7, middle + frame.size * 0.35, name, { anchor: "end" }),
      line(x(span.low), middle, x(span.high), middle, span.fill, frame.isNarrow ? 3 : 6),
      circle(x(span.middle), middle, dot, span.fill),
      text(frame, box.right + frame.size * 0.5, middle + frame.size * 0.35, span.note, { fill: INK.text }),
    ].join("");
  });
  const zero = x(0);
  return [
    heading(frame, words),
    line(zero, box.top, zero, box.bottom, INK.text, frame.isNarrow ? 1 : 2, "4 4"),
    text(frame, zero, box.bottom + frame.size * 1.4, "0", { anchor: "middle" }),
    ...[reach[0], reach[0] / 2].map((value) =>
      text(frame, x(value), box.bottom + frame.size * 1.4, `−${Math.abs(value)}`, { anchor: "middle" }),
    ),
    ...marks,
  ].join("");
}

export interface Curve {
  readonly label: string;
  readonly narrowLabel?: string;
  readonly points: readonly (readonly [number, number])[];
  readonly stroke: string;
}

export interface CurveChart {
  readonly words: Heading;
  readonly curves: readonly Curve[];
  readonly x: { readonly from: number; readonly to: number; readonly isLog: boolean };
  readonly y: { readonly from: number; readonly to: number };
  readonly xMarks: readonly (readonly [number, string])[];
  readonly yMarks: readonly number[];
  yText(value: number): string;
  readonly foot: string;
  /** Position of each curve's name: under the heading as a legend, or at its right end. */
  readonly names: "legend" | "ends";
}

function namesOf(
  frame: Frame,
  box: Box,
  chart: CurveChart,
  place: (point: readonly [number, number]) => readonly [number, number],
): string {
  const nameOf = ({ label, narrowLabel }: Curve): string => (frame.isNarrow ? (narrowLabel ?? label) : label);
  if (chart.names === "legend")
    return chart.curves
      .map((each, number) => {
        const y = box.top + frame.size * (0.9 + 1.5 * number);
        const x = box.right - frame.size * 0.4;
        return text(frame, x, y, nameOf(each), { anchor: "end", fill: each.stroke, isBold: true });
      })
      .join("");
  return chart.curves
    .map((each) => {
      const [x, y] = place(each.points.at(-1) ?? [0, 0]);
      return text(frame, x + frame.size * 0.4, y + frame.size * 0.35, nameOf(each), {
        fill: each.stroke,
        isBold: true,
      });
    })
    .join("");
}

export function drawCurves(frame: Frame, chart: CurveChart): string {
  const box = plotOf(frame, 3.6, chart.names === "legend" ? 1.4 : frame.isNarrow ? 4.6 : 8, 4.6);
  const x = (chart.x.isLog ? logScale : scaleBetween)(chart.x.from, chart.x.to, box.left, box.right);
  const y = scaleBetween(chart.y.from, chart.y.to, box.bottom, box.top);
  const place = ([across, up]: readonly [number, number]): readonly [number, number] => [x(across), y(up)];
  const width = frame.isNarrow ? 2.5 : 5;
  return [
    heading(frame, chart.words),
    levels(frame, box, chart.yMarks, y, (value) => chart.yText(value)),
    ...chart.xMarks.map(([at, label]) =>
      text(frame, x(at), box.bottom + frame.size * 1.4, label, { anchor: "middle" }),
    ),
    ...chart.curves.map(({ points, stroke }) => curve(points.map(place), stroke, width)),
    namesOf(frame, box, chart, place),
    text(frame, (box.left + box.right) / 2, box.bottom + frame.size * 3.1, chart.foot, { anchor: "middle" }),
  ].join("");
}

export interface TimelineEntry {
  readonly when: string;
  readonly what: string;
  readonly narrowWhat?: string;
  readonly fill: string;
}

export function drawTimeline(frame: Frame, words: Heading, stops: readonly TimelineEntry[], whenWidth: number): string {
  const box = plotOf(frame, 1, 1, 1);
  const step = (box.bottom - box.top) / stops.length;
  const x = frame.isBare ? box.left + 160 : box.left + whenWidth * frame.size;
  const first = box.top + step * 0.5;
  const last = box.top + step * (stops.length - 0.5);
  const marks = stops.map(({ when, what, narrowWhat, fill }, place) => {
    const y = box.top + step * (place + 0.5);
    const sign = frame.isBare ? rect(x + 50, y - 9, 160 + ((place * 211) % 520), 18, INK.quiet, 9) : "";
    return [
      text(frame, x - frame.size * 1.1, y + frame.size * 0.35, when, { anchor: "end", fill: INK.text, isBold: true }),
      circle(x, y, frame.isNarrow ? 4.5 : 9, fill),
      text(frame, x + frame.size * 1.1, y + frame.size * 0.35, frame.isNarrow ? (narrowWhat ?? what) : what),
      sign,
    ].join("");
  });
  return [heading(frame, words), line(x, first, x, last, INK.line, frame.isNarrow ? 2 : 3), ...marks].join("");
}
