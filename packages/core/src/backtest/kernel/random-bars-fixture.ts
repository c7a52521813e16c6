import { type BarRow, type BarSeries, seriesOf } from "../../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../../market/bar-time.ts";
import { createSeededRandom } from "../../shared/random.ts";
import { SESSION_CLOSE, SESSION_OPEN } from "../../time/session-hours.ts";

const FIRST_DAY = 20_270;

export interface RandomBars {
  readonly days: number;
  /** Missing bars per thousand. */
  readonly missing: number;
  /** The largest move of a bar, in paise: a small one makes many ties. */
  readonly step: number;
}

export function randomBars(seed: number, { days, missing, step }: RandomBars): BarSeries {
  const random = createSeededRandom(seed);
  const rows: BarRow[] = [];
  let price = 10_000;
  const moved = (size: number): number => Math.max(100, price + random.int(-size, size));
  for (let day = FIRST_DAY; day < FIRST_DAY + days; day += 1) {
    price = moved(step * 20);
    const last = random.int(0, 9) === 0 ? random.int(SESSION_OPEN, SESSION_CLOSE) : SESSION_CLOSE;
    for (let time: number = SESSION_OPEN; time < last; time += 1) {
      const open = random.int(0, 3) === 0 ? moved(step) : price;
      const close = moved(step);
      const high = Math.max(open, close) + random.int(0, step);
      const low = Math.max(50, Math.min(open, close) - random.int(0, step));
      if (random.int(0, 999) >= missing)
        rows.push({ minute: day * MINUTES_PER_DAY + time, open, high, low, close, volume: random.int(0, 900) });
      price = close;
    }
  }
  return seriesOf("RANDOM", rows);
}
