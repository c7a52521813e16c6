/** Colours of the night scheme. Emerald and rose mean gain and loss and come with a sign. */
export const INK = {
  ground: "#0E1526",
  line: "#2A3753",
  text: "#E8EDF6",
  muted: "#A9B5CA",
  gold: "#F5B544",
  blue: "#7FA2F0",
  quiet: "#3A4A6E",
  gain: "#34D399",
  loss: "#FB7185",
} as const;

/** One way to draw: on a page, on a telephone, or without a word as the picture of a card. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  readonly isBare: boolean;
  readonly size: number;
}

export const WIDE: Frame = { width: 1000, height: 750, isNarrow: false, isBare: false, size: 22 };
export const NARROW: Frame = { width: 400, height: 300, isNarrow: true, isBare: false, size: 14 };
export const SHARE: Frame = { width: 1200, height: 630, isNarrow: false, isBare: true, size: 22 };

export interface Heading {
  readonly title: string;
  readonly unit: string;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const round = (value: number): number => Number(value.toFixed(1));

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export interface TextStyle {
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly isBold?: boolean;
  readonly scale?: number;
}

export function text(frame: Frame, x: number, y: number, words: string, style: TextStyle = {}): string {
  if (frame.isBare) return "";
  const { fill = INK.muted, anchor = "start", isBold = false, scale = 1 } = style;
  const weight = isBold ? ' font-weight="600"' : "";
  const place = `x="${round(x)}" y="${round(y)}" font-size="${round(frame.size * scale)}" text-anchor="${anchor}"`;
  return `<text ${place} fill="${fill}"${weight}>${escaped(words)}</text>`;
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 3): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"/>`;

export const outline = (box: Box, stroke: string, radius: number): string =>
  `<rect x="${round(box.left)}" y="${round(box.top)}" width="${round(box.right - box.left)}" height="${round(box.bottom - box.top)}" rx="${radius}" fill="#172036" stroke="${stroke}" stroke-width="1.5"/>`;

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1, dash = ""): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}" stroke-width="${width}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${opacity === 1 ? "" : ` fill-opacity="${opacity}"`}/>`;

export function curve(points: readonly (readonly [number, number])[], stroke: string, width: number): string {
  const path = points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
}

export const scaleBetween =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    start + ((value - from) / (to - from)) * (end - start);

export const logScale = (from: number, to: number, start: number, end: number): ((value: number) => number) => {
  const scale = scaleBetween(Math.log(from), Math.log(to), start, end);
  return (value) => scale(Math.log(value));
};

/** The area of the marks: beneath the heading, inside the margins. */
export function plotOf(frame: Frame, left: number, right: number, bottom: number): Box {
  if (frame.isBare) return { left: 110, right: frame.width - 110, top: 90, bottom: frame.height - 90 };
  const { width, height, size } = frame;
  return {
    left: left * size,
    right: width - right * size,
    top: size * (frame.isNarrow ? 4.1 : 4.4),
    bottom: height - bottom * size,
  };
}

export const heading = (frame: Frame, { title, unit }: Heading): string =>
  [
    text(frame, frame.size, frame.size * 1.85, title, {
      fill: INK.text,
      isBold: true,
      scale: frame.isNarrow ? 1.1 : 1.25,
    }),
    text(frame, frame.size, frame.size * 3.2, unit, { scale: frame.isNarrow ? 0.93 : 1 }),
  ].join("");

export const levels = (
  frame: Frame,
  box: Box,
  values: readonly number[],
  place: (value: number) => number,
  label: (value: number) => string,
): string =>
  values
    .map(
      (value) =>
        line(box.left, place(value), box.right, place(value), INK.line) +
        text(frame, box.left - frame.size * 0.5, place(value) + frame.size * 0.35, label(value), { anchor: "end" }),
    )
    .join("");
