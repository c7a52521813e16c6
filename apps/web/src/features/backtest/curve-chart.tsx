interface CurveChartProps {
  readonly title: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly nameOf: (value: number) => string;
  readonly from: string;
  readonly to: string;
  /** The space between the curve and the top is filled: a drawdown. */
  readonly isFall?: boolean;
}

const WIDTH = 1_000;
const HEIGHT = 200;
const INSET = 4;

/** The curve in picture coordinates; a flat one runs through the middle. */
export function toCurve(values: readonly number[]): readonly (readonly [number, number])[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const stepX = WIDTH / Math.max(1, values.length - 1);
  return values.map((value, place) => {
    const share = span === 0 ? 0.5 : (value - low) / span;
    return [place * stepX, HEIGHT - INSET - share * (HEIGHT - 2 * INSET)] as const;
  });
}

/** The labels are beside the drawing, so that they stay readable where it is narrow. */
export function CurveChart({ title, label, values, nameOf, from, to, isFall = false }: CurveChartProps) {
  const points = toCurve(values).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-base font-semibold">{title}</span>
        <span className="figures text-sm text-muted">
          {nameOf(Math.min(...values))} … {nameOf(Math.max(...values))}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`h-40 w-full border-b border-line sm:h-52 ${isFall ? "text-loss" : "text-accent-text"}`}
      >
        {isFall && <polygon points={`0,0 ${points.join(" ")} ${WIDTH},0`} fill="currentColor" opacity="0.25" />}
        <polyline
          points={points.join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="figures flex justify-between gap-4 text-xs text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </figure>
  );
}
