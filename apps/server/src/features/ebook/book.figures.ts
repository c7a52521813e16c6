type Doc = PDFKit.PDFDocument;

/** A figure's upper left corner and size, in points. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];
type Align = "left" | "center" | "right";

const INK = "#0e1526";
const FAINT = "#64748b";
const LINE = "#cbd5e1";
const GOLD = "#b7791f";
const GOLD_LIGHT = "#f3e3c0";
const RED = "#b42318";
const LABEL_WIDTH = 120;

function pens(doc: Doc, { x, y }: Frame) {
  const starts: Readonly<Record<Align, number>> = { left: 0, center: LABEL_WIDTH / 2, right: LABEL_WIDTH };
  return {
    label(text: string, [left, top]: Point, align: Align = "left", colour = FAINT) {
      const place = { width: LABEL_WIDTH, align, lineBreak: false } as const;
      doc.font("Helvetica").fontSize(7.5).fillColor(colour);
      doc.text(text, x + left - starts[align], y + top - 3, place);
    },
    line(points: readonly Point[], colour = INK, width = 1) {
      const [first, ...others] = points;
      if (first === undefined) return;
      doc.moveTo(x + first[0], y + first[1]);
      for (const [left, top] of others) doc.lineTo(x + left, y + top);
      doc.lineWidth(width).strokeColor(colour).stroke();
    },
    dashes(top: number, from: number, to: number, colour = GOLD) {
      doc.moveTo(x + from, y + top).lineTo(x + to, y + top);
      doc.dash(3, { space: 2 }).lineWidth(0.9).strokeColor(colour).stroke().undash();
    },
    box([left, top]: Point, width: number, height: number, fill: string, edge = fill) {
      doc
        .rect(x + left, y + top, width, height)
        .lineWidth(0.8)
        .fillAndStroke(fill, edge);
    },
    dot([left, top]: Point, colour = GOLD) {
      doc.circle(x + left, y + top, 2.2).fill(colour);
    },
  };
}

function drawSize(doc: Doc, frame: Frame): void {
  const { label, box, line } = pens(doc, frame);
  const floor = frame.height - 16;
  line(
    [
      [0, floor],
      [frame.width, floor],
    ],
    LINE,
  );
  for (const [left, shares, distance, name] of [
    [24, 62, 8, "entry 412, stop 404"],
    [232, 20, 25, "entry 1,860, stop 1,835"],
  ] as const) {
    const [width, height] = [shares * 2.2, distance * 3.6];
    box([left, floor - height], width, height, GOLD_LIGHT, GOLD);
    label(`${shares} shares`, [left + width / 2, floor - height - 8], "center", INK);
    label(String(distance), [left - 5, floor - height / 2], "right", INK);
    label(name, [left + width / 2, floor + 10], "center");
  }
}

const gainFor = (loss: number): number => 1 / (1 - loss) - 1;

function drawRecovery(doc: Doc, frame: Frame): void {
  const { label, line, dot } = pens(doc, frame);
  const [left, floor, lossMax, gainMax] = [34, frame.height - 18, 0.7, 2.2];
  const place = (loss: number): Point => [
    left + (loss / lossMax) * (frame.width - left - 20),
    floor - (gainFor(loss) / gainMax) * (floor - 6),
  ];
  line(
    [
      [left, 4],
      [left, floor],
      [frame.width - 10, floor],
    ],
    LINE,
  );
  line(
    Array.from({ length: 66 }, (_, step) => place(step / 100)),
    GOLD,
    1.4,
  );
  for (const loss of [0.1, 0.2, 0.4, 0.64]) {
    const [x, y] = place(loss);
    dot([x, y]);
    label(`+${Math.round(gainFor(loss) * 100)}%`, [x - 6, y - 7], "right", INK);
    label(`-${Math.round(loss * 100)}%`, [x, floor + 10], "center");
  }
  label("gain", [left - 6, 8], "right");
  label("loss", [left - 6, floor], "right");
}

const MORNING = [62, 55, 60, 48, 57, 66, 58, 70, 61, 52, 56, 44, 47, 36, 41, 30, 34, 22, 26, 14] as const;

function drawStops(doc: Doc, frame: Frame): void {
  const { label, line, dashes, dot } = pens(doc, frame);
  const to = frame.width - 92;
  const step = to / (MORNING.length - 1);
  line(
    MORNING.map((top, index): Point => [index * step, top]),
    INK,
    1.2,
  );
  for (const [top, name, colour] of [
    [66, "too near", RED],
    [84, "where the idea is wrong", GOLD],
    [114, "too far", FAINT],
  ] as const) {
    dashes(top, 0, to, colour);
    label(name, [to + 6, top], "left", colour);
  }
  dot([5 * step, 66], RED);
  dot([0, 62], INK);
  label("entry", [6, 43]);
}

const BEFORE_NEWS = [20, 26, 18, 24, 32, 28, 38, 46, 42, 52] as const;
const AFTER_NEWS = [96, 90, 100, 94, 104, 98] as const;

function drawGap(doc: Doc, frame: Frame): void {
  const { label, line, dashes, dot } = pens(doc, frame);
  const step = (frame.width - 96) / 16;
  const news = BEFORE_NEWS.length * step;
  line(
    BEFORE_NEWS.map((top, index): Point => [index * step, top]),
    INK,
    1.2,
  );
  line(
    AFTER_NEWS.map((top, index): Point => [news + index * step, top]),
    INK,
    1.2,
  );
  dashes(64, 0, frame.width - 96);
  label("your stop", [frame.width - 90, 64], "left", GOLD);
  dot([news, 96], RED);
  label("filled here", [frame.width - 90, 96], "left", RED);
  label("news", [news, 10], "center");
}

const DAY = [60, 52, 58, 66, 62, 76, 72, 84, 80, 92, 100] as const;
const LATER = [100, 94, 97, 84, 74, 66, 52, 44] as const;

function drawDay(doc: Doc, frame: Frame): void {
  const { label, line, dashes, dot } = pens(doc, frame);
  const to = frame.width - 74;
  const step = to / (DAY.length + LATER.length - 2);
  const end = (DAY.length - 1) * step;
  dashes(60, 0, to, LINE);
  label("as it began", [to + 6, 60]);
  dashes(100, 0, to, RED);
  label("-1%, the end", [to + 6, 100], "left", RED);
  line(
    LATER.map((top, index): Point => [end + index * step, top]),
    LINE,
    1.2,
  );
  line(
    DAY.map((top, index): Point => [index * step, top]),
    INK,
    1.4,
  );
  dot([end, 100], RED);
  label("without you", [to, 36], "right");
}

const COSTS = [
  ["brokerage", 40],
  ["transaction tax", 25],
  ["tax on services", 8.35],
  ["exchange", 6.17],
  ["stamp duty", 3],
  ["regulator", 0.2],
] as const;

function drawCosts(doc: Doc, frame: Frame): void {
  const { label, box } = pens(doc, frame);
  const [left, row] = [78, frame.height / COSTS.length];
  const scale = (frame.width - left - 40) / COSTS[0][1];
  for (const [index, [name, amount]] of COSTS.entries()) {
    const top = index * row;
    label(name, [left - 8, top + row / 2], "right", INK);
    box([left, top + 4], Math.max(amount * scale, 0.8), row - 8, index === 0 ? GOLD : GOLD_LIGHT, GOLD);
    label(amount.toFixed(2), [left + amount * scale + 6, top + row / 2], "left", INK);
  }
}

const METHODS = [
  { name: "right four times in ten", results: [2, -1, -1, 2, -1, 2, -1, -1, 2, -1] },
  { name: "right eight times in ten", results: [0.2, 0.2, 0.2, -1, 0.2, 0.2, 0.2, 0.2, -1, 0.2] },
] as const;

const WON = { fill: GOLD, edge: GOLD } as const;
const LOST = { fill: "#f6d5d2", edge: RED } as const;

function drawExpectancy(doc: Doc, frame: Frame): void {
  const { label, line, box } = pens(doc, frame);
  const [width, unit] = [frame.width / 2 - 12, 30];
  const zero = 2 * unit + 6;
  const bar = (left: number, room: number, result: number) => {
    const { fill, edge } = result > 0 ? WON : LOST;
    box([left + 2, zero - Math.max(result, 0) * unit], room - 4, Math.abs(result) * unit, fill, edge);
  };
  for (const [method, { name, results }] of METHODS.entries()) {
    const left = method * (width + 24);
    const room = width / results.length;
    line(
      [
        [left, zero],
        [left + width, zero],
      ],
      FAINT,
      0.7,
    );
    for (const [index, result] of results.entries()) bar(left + index * room, room, result);
    label(name, [left + width / 2, zero + unit + 12], "center", INK);
  }
}

interface Figure {
  readonly height: number;
  draw(doc: Doc, frame: Frame): void;
}

export const figures: Readonly<Record<string, Figure>> = {
  size: { height: 124, draw: drawSize },
  recovery: { height: 130, draw: drawRecovery },
  stops: { height: 120, draw: drawStops },
  gap: { height: 108, draw: drawGap },
  day: { height: 108, draw: drawDay },
  costs: { height: 102, draw: drawCosts },
  expectancy: { height: 112, draw: drawExpectancy },
};
