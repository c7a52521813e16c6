import { readTickBlock, TickBlockWriter } from "@vriddhi/core/market/tick-block";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DayTicks } from "@vriddhi/core/strategy/day-ticks";
import { DeskDay } from "@vriddhi/core/strategy/desk-day";
import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { MARKET_INDEX, UNIVERSE } from "@vriddhi/core/strategy/universe";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant } from "@vriddhi/core/time/ist";
import { SESSION_CLOSE, SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import type { Row } from "../report.ts";
import { bestCpuSeconds } from "./cpu-time.ts";

const DAY = istDate("2026-11-17");
const SHARES = [...UNIVERSE, MARKET_INDEX];
/** Half an hour of a feed that tells of each share every second. */
const SECONDS = 1_800;
const RECORD_MAX_US = 1;
const REPLAY_MAX_US = 2;

interface Heard {
  readonly share: number;
  readonly tick: { readonly at: number; readonly price: number; readonly dayVolume: number };
}

function makeTicks(): readonly Heard[] {
  const random = createSeededRandom(7);
  const opensAt = istInstant(DAY, SESSION_OPEN);
  const prices = SHARES.map((_, share) => 20_000 + share * 3_700);
  const volumes = SHARES.map(() => 50_000);
  const ticks: Heard[] = [];
  for (let second = 0; second < SECONDS; second += 1)
    for (let share = 0; share < SHARES.length; share += 1) {
      prices[share] = (prices[share] as number) + 5 * random.int(-2, 2);
      volumes[share] = (volumes[share] as number) + random.int(0, 400);
      const tick = {
        at: opensAt + second * SECOND_MS,
        price: prices[share] as number,
        dayVolume: volumes[share] as number,
      };
      ticks.push({ share, tick });
    }
  return ticks;
}

const openDay = (): DeskDay =>
  new DeskDay({
    day: DAY,
    session: { open: SESSION_OPEN, close: SESSION_CLOSE },
    symbols: SHARES.map(({ symbol }) => symbol),
    index: SHARES.length - 1,
    models: OPENING_RANGE_MODELS,
    settings: OPENING_RANGE,
  });

function perTick(name: string, microseconds: number, limit: number): Row {
  return {
    benchmark: `ticks: ${name}`,
    measured: `${microseconds.toFixed(2)} µs of CPU a tick`,
    target: `≤ ${limit} µs`,
    verdict: microseconds <= limit ? "PASS" : "FAIL",
  };
}

/** What it costs to write a tick down while the desk listens, and to decide the day again from what was written. */
export async function benchTicks(): Promise<readonly Row[]> {
  const ticks = makeTicks();
  const writer = new TickBlockWriter();
  let block: Uint8Array = new Uint8Array();
  const recorded = bestCpuSeconds(() => {
    for (const { share, tick } of ticks) writer.add(share, tick);
    block = writer.take();
  });
  const replayed = bestCpuSeconds(() => {
    const day = new DayTicks(istInstant(DAY, SESSION_OPEN));
    readTickBlock(block, (share, { at, price, dayVolume }) => day.add(share, at, price, dayVolume));
    for (const _ of day.replayTo(openDay()));
  });
  const bytes = block.length / ticks.length;
  const dayMb = (bytes * SHARES.length * (SESSION_CLOSE - SESSION_OPEN) * 60) / 2 ** 20;
  return [
    perTick("written down while a desk listens", (recorded / ticks.length) * 1e6, RECORD_MAX_US),
    perTick("read, made into bars and decided on again", (replayed / ticks.length) * 1e6, REPLAY_MAX_US),
    {
      benchmark: "ticks: room",
      measured: `${bytes.toFixed(1)} bytes a tick, ${dayMb.toFixed(1)} MB for a desk's day with a tick of each share every second`,
      target: "–",
      verdict: "–",
    },
  ];
}
