import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { crossesOf, dotsOf, median, type Report, ticksOf } from "./dispersion.ts";
import { signalTexts } from "./signal.texts.ts";

const WIDTH = 760;
const HEIGHT = 340;
const LEFT = 62;
const RIGHT = 100;
const TOP = 16;
const BOTTOM = 34;
const BINS = 16;
/** Above and below all prices, so that no dot is on the frame and a single price has an axis. */
const AIR_MIN_PAISE = 30;
const AIR_PART = 0.1;

const rupees = (paise: number): string =>
  (paise / PAISE_PER_RUPEE).toLocaleString("en-IN", { maximumFractionDigits: 2 });
const time = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`);

function scales(report: Report) {
  const [dots, crosses] = [dotsOf(report), crossesOf(report)];
  const prices = [...dots.map(({ pricePaise }) => pricePaise), report.signal.price_paise];
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const air = Math.max(AIR_MIN_PAISE, (highest - lowest) * AIR_PART);
  const priceTicks = ticksOf(lowest - air, highest + air);
  const timeTicks = ticksOf(
    0,
    Math.max(100, ...dots.map(({ afterMs }) => afterMs), ...crosses.map(({ afterMs }) => afterMs)),
  );
  const [least, most] = [priceTicks[0] ?? 0, priceTicks.at(-1) ?? 1];
  const last = timeTicks.at(-1) ?? 1;
  const x = (ms: number) => LEFT + (Math.max(0, ms) / last) * (WIDTH - LEFT - RIGHT);
  const y = (price: number) => HEIGHT - BOTTOM - ((price - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  return { dots, crosses, priceTicks, timeTicks, least, most, x, y };
}

type Scales = ReturnType<typeof scales>;

function Axes({ priceTicks, timeTicks, x, y }: Scales) {
  return (
    <g className="fill-muted text-[12px]">
      {priceTicks.map((price) => (
        <g key={price}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(price)} y2={y(price)} className="stroke-line" />
          <text x={LEFT - 8} y={y(price) + 4} textAnchor="end">
            {rupees(price)}
          </text>
        </g>
      ))}
      {timeTicks.map((ms) => (
        <text key={ms} x={x(ms)} y={HEIGHT - 10} textAnchor="middle">
          {time(ms)}
        </text>
      ))}
    </g>
  );
}

function Margin({ dots, least, most, y }: Scales) {
  const size = (most - least) / BINS;
  const counts = Array.from({ length: BINS }, (_, bin) => {
    const from = least + bin * size;
    return dots.filter(({ pricePaise }) => pricePaise >= from && pricePaise < from + size).length;
  });
  const largest = Math.max(1, ...counts);
  const tall = Math.max(2, (HEIGHT - TOP - BOTTOM) / BINS - 3);
  return (
    <g className="fill-info/60">
      {counts.map((count, bin) => {
        const from = least + bin * size;
        return count === 0 ? null : (
          <rect
            key={from}
            x={WIDTH - RIGHT + 10}
            y={y(from + size) + 1.5}
            width={(count / largest) * (RIGHT - 20)}
            height={tall}
            rx={2}
          />
        );
      })}
    </g>
  );
}

function Level({ at, name, isDashed, y }: { at: number; name: string; isDashed: boolean; y: Scales["y"] }) {
  return (
    <g>
      <line
        x1={LEFT}
        x2={WIDTH - RIGHT}
        y1={y(at)}
        y2={y(at)}
        className={isDashed ? "stroke-muted" : "stroke-info"}
        strokeWidth={1.5}
        strokeDasharray={isDashed ? "5 4" : undefined}
      />
      <text
        x={isDashed ? LEFT + 4 : WIDTH - RIGHT - 4}
        y={y(at) - 5}
        textAnchor={isDashed ? "start" : "end"}
        className="fill-text text-[12px] font-semibold"
      >
        {name} {rupees(at)}
      </text>
    </g>
  );
}

/** One dot an account: time across, price up; crosses at the foot for refusals. */
export function DispersionChart({ report }: { report: Report }) {
  const all = scales(report);
  const { dots, crosses, x, y } = all;
  const middle = median(dots.map(({ pricePaise }) => pricePaise));
  return (
    <figure className="overflow-x-auto p-4">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={signalTexts.chartAlt(dots.length, crosses.length)}
        className="w-full min-w-[34rem]"
      >
        <Axes {...all} />
        <Margin {...all} />
        <Level at={report.signal.price_paise} name={signalTexts.signal} isDashed y={y} />
        {middle !== null && <Level at={middle} name={signalTexts.medianLine} isDashed={false} y={y} />}
        {dots.map(({ accountId, afterMs, pricePaise }) => (
          <circle key={accountId} cx={x(afterMs)} cy={y(pricePaise)} r={3.5} className="fill-info" fillOpacity={0.55} />
        ))}
        {crosses.map(({ accountId, afterMs }) => (
          <path
            key={accountId}
            d={`M${x(afterMs) - 4} ${HEIGHT - BOTTOM - 10}l8 8m0-8l-8 8`}
            className="stroke-danger"
            strokeWidth={2}
          />
        ))}
      </svg>
      {dots.length === 0 && <figcaption className="text-sm text-muted">{signalTexts.noDots}</figcaption>}
    </figure>
  );
}
