interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  label: string;
  className?: string;
}

const WIDTH = 120;
const HEIGHT = 36;
const INSET = 3;

/** The line's points in picture coordinates; a flat series runs through the middle. */
export function toSparklinePoints(values: readonly number[]): readonly (readonly [number, number])[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const stepX = (WIDTH - 2 * INSET) / Math.max(1, values.length - 1);
  return values.map((value, at) => {
    const share = span === 0 ? 0.5 : (value - low) / span;
    return [INSET + at * stepX, HEIGHT - INSET - share * (HEIGHT - 2 * INSET)] as const;
  });
}

/** A small drawn line with its last point marked. It rises in emerald and falls in rose: use it for money only. */
export function Sparkline({ values, label, className }: SparklineProps) {
  if (values.length < 2) return null;
  const points = toSparklinePoints(values);
  const end = points.at(-1);
  const isRising = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={`h-9 w-30 overflow-visible ${isRising ? "text-profit" : "text-loss"} ${className ?? ""}`}
    >
      <polyline
        points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {end && <circle cx={end[0]} cy={end[1]} r="2.5" fill="currentColor" />}
    </svg>
  );
}
