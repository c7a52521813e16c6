interface MonthDotsProps {
  readonly profitable: number;
  readonly total: number;
  readonly label: string;
}

const COLUMNS = 15;
const STEP = 16;
const RADIUS = 4.5;

/** One dot for each month, the profitable ones first: full is profit, hollow is loss, so colour is not the only cue. */
export function MonthDots({ profitable, total, label }: MonthDotsProps) {
  const rows = Math.ceil(total / COLUMNS);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${COLUMNS * STEP} ${rows * STEP}`}
      className="w-full max-w-xs"
      fill="none"
    >
      {Array.from({ length: total }, (_, month) => {
        const cx = (month % COLUMNS) * STEP + STEP / 2;
        const cy = Math.floor(month / COLUMNS) * STEP + STEP / 2;
        const place = `${cx}-${cy}`;
        return month < profitable ? (
          <circle key={place} cx={cx} cy={cy} r={RADIUS} className="fill-profit" />
        ) : (
          <circle key={place} cx={cx} cy={cy} r={RADIUS - 0.75} className="stroke-loss" strokeWidth="1.5" />
        );
      })}
    </svg>
  );
}
