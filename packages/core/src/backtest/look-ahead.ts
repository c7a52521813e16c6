import { type BarSeries, emptySeries, firstBarFrom } from "../market/bar-series.ts";
import type { Random } from "../shared/random.ts";
import type { Decision, Strategy } from "./strategy-port.ts";
import { walkBars } from "./walk-bars.ts";

export function decisionsOf<State>(strategy: Strategy<State>, series: readonly BarSeries[]): readonly string[] {
  const state = strategy.start(series.map(({ symbol }) => symbol));
  const made: string[] = [];
  const keep = (minute: number, decisions: readonly Decision[]): void => {
    for (const decision of decisions) made.push(`${minute} ${JSON.stringify(decision)}`);
  };
  walkBars(series, {
    startDay: (day) => keep(0, strategy.step(state, { kind: "day_start", day })),
    endDay: () => undefined,
    bar: (bar) => keep(bar.minute, strategy.step(state, bar)),
  });
  return made;
}

/** A copy in which every bar after `minute` differs; the times stay. */
function withOtherFuture(series: BarSeries, minute: number, random: Random): BarSeries {
  const copy = emptySeries(series.symbol, series.length);
  copy.minute.set(series.minute);
  copy.open.set(series.open);
  copy.high.set(series.high);
  copy.low.set(series.low);
  copy.close.set(series.close);
  copy.volume.set(series.volume);
  for (let index = firstBarFrom(series, minute + 1); index < series.length; index += 1) perturb(copy, index, random);
  return copy;
}

function perturb({ open, high, low, close, volume }: BarSeries, index: number, random: Random): void {
  const other = (price: number): number => Math.max(1, Math.round((price * random.int(50, 150)) / 100));
  open[index] = other(open[index] as number);
  close[index] = other(close[index] as number);
  const [first, last] = [open[index] as number, close[index] as number];
  high[index] = Math.max(first, last) + random.int(0, 50);
  low[index] = Math.max(1, Math.min(first, last) - random.int(0, 50));
  volume[index] = random.int(0, 1_000_000);
}

export interface LookAhead {
  readonly cut: number;
  /** Decisions up to it with the true future, and with another. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const upTo = (decisions: readonly string[], minute: number): readonly string[] =>
  decisions.filter((line) => Number.parseInt(line, 10) <= minute);

/** `null` if no decision before a cut depends on later bars. `make` gets the bars, so that tests can look ahead. */
export function findLookAhead<State>(
  make: (series: readonly BarSeries[]) => Strategy<State>,
  series: readonly BarSeries[],
  cuts: number,
  random: Random,
): LookAhead | null {
  const whole = decisionsOf(make(series), series);
  for (let round = 0; round < cuts; round += 1) {
    const { minute, length } = random.pick(series);
    const cut = minute[random.int(0, length - 1)] as number;
    const other = series.map((each) => withOtherFuture(each, cut, random));
    const before = upTo(whole, cut);
    const after = upTo(decisionsOf(make(other), other), cut);
    if (before.join("\n") !== after.join("\n")) return { cut, before, after };
  }
  return null;
}
