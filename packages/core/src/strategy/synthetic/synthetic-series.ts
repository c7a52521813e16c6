import { type BarSeries, emptySeries } from "../../market/bar-series.ts";
import { dayNumberOf, MINUTES_PER_DAY } from "../../market/bar-time.ts";
import { addDays, type IstDate, isWeekend } from "../../time/ist.ts";
import { createSyntheticMarket, type SyntheticBars, type SyntheticSetup } from "./synthetic-market.ts";

export function weekdaysFrom(first: IstDate, count: number): readonly IstDate[] {
  const days: IstDate[] = [];
  for (let day = first; days.length < count; day = addDays(day, 1)) if (!isWeekend(day)) days.push(day);
  return days;
}

function join(symbol: string, days: readonly IstDate[], sessions: readonly SyntheticBars[]): BarSeries {
  const each = sessions[0]?.minute.length ?? 0;
  const series = emptySeries(symbol, each * sessions.length);
  for (const [number, bars] of sessions.entries()) {
    const start = dayNumberOf(days[number] as IstDate) * MINUTES_PER_DAY;
    series.minute.set(
      bars.minute.map((minute) => start + minute),
      number * each,
    );
    series.open.set(bars.open, number * each);
    series.high.set(bars.high, number * each);
    series.low.set(bars.low, number * each);
    series.close.set(bars.close, number * each);
    series.volume.set(bars.volume, number * each);
  }
  return series;
}

export function syntheticSeries(
  setup: SyntheticSetup,
  first: IstDate,
  sessions: number,
  onSession: (drawn: number) => void = () => undefined,
): readonly BarSeries[] {
  const market = createSyntheticMarket(setup);
  const days = weekdaysFrom(first, sessions);
  const drawn = days.map((_, number) => {
    onSession(number);
    return market.nextDay();
  });
  return setup.symbols.map((symbol, share) =>
    join(
      symbol,
      days,
      drawn.map((session) => session[share] as SyntheticBars),
    ),
  );
}
