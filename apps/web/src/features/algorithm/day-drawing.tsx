import { algorithmTexts } from "./algorithm.texts.ts";

const BEFORE = "M0 120H346";
const MARKET =
  "M346 120 372 108 394 118 416 96 436 104 456 84 476 90 500 58 524 72 548 66 570 86 590 78 606 100 630 112 652 98 676 88 700 70 720 78 748 60 776 66 806 48 836 56 864 44 890 54 930 40 970 52 1008 46 1060 56 1108 44 1152 52";

/** Three positions: one reached its target, one its stop, one the end of the day. */
const held = [
  { path: "M416 96 436 104 456 84 476 90 500 58", stop: "M416 122H500", entry: [416, 96], exit: [500, 58] },
  { path: "M570 86 590 78 606 100", stop: "M570 100H606", entry: [570, 86], exit: [606, 100] },
  {
    path: "M676 88 700 70 720 78 748 60 776 66 806 48 836 56 864 44",
    stop: "M676 110H864",
    entry: [676, 88],
    exit: [864, 44],
  },
] as const;

/** The market's line over the hours, gold while a position is held. Decoration: the list below has the same content. */
export function DayDrawing() {
  return (
    <svg viewBox="0 0 1152 150" className="hidden w-full overflow-visible lg:block" fill="none" aria-hidden="true">
      <path d={BEFORE} className="stroke-line" strokeWidth="1.5" strokeDasharray="2 6" />
      <path d={MARKET} className="stroke-line-strong" strokeWidth="1.5" strokeLinejoin="round" />
      {held.map(({ path, stop, entry, exit }) => (
        <g key={path} className="stroke-accent">
          <path d={stop} strokeWidth="1.5" strokeDasharray="3 4" />
          <path d={path} strokeWidth="3" strokeLinejoin="round" />
          <circle cx={entry[0]} cy={entry[1]} r="5" className="fill-ground" strokeWidth="2" />
          <circle cx={exit[0]} cy={exit[1]} r="5" className="fill-accent" strokeWidth="2" />
        </g>
      ))}
      <g className="fill-muted" fontSize="13">
        <text x="500" y="38" textAnchor="middle">
          {algorithmTexts.drawnExit}
        </text>
        <text x="592" y="138" textAnchor="middle">
          {algorithmTexts.drawnStopped}
        </text>
        <text x="770" y="132" textAnchor="middle">
          {algorithmTexts.drawnStop}
        </text>
      </g>
    </svg>
  );
}
