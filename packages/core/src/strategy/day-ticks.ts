import { MINUTE_MS } from "../time/clock.ts";
import type { ShareNumber } from "./strategy.ts";
import type { ClosedMinute, RecordedBar, RecordedMinute, StrategyDay } from "./strategy-day.ts";
import { BAR_GRACE_MS } from "./strategy-hours.ts";

const FIRST_TICKS = 256;
/** Share, time, price and day volume. */
const STRIDE = 4;

/** One minute's ticks in chronological order; ties keep insertion order. */
class MinuteTicks {
  #rows = new Float64Array(FIRST_TICKS * STRIDE);
  #count = 0;
  #isInOrder = true;

  add(share: ShareNumber, at: number, price: number, dayVolume: number): void {
    const place = this.#count * STRIDE;
    if (place === this.#rows.length) {
      const larger = new Float64Array(place * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    if (place > 0 && (this.#rows[place - STRIDE + 1] as number) > at) this.#isInOrder = false;
    this.#rows[place] = share;
    this.#rows[place + 1] = at;
    this.#rows[place + 2] = price;
    this.#rows[place + 3] = dayVolume;
    this.#count++;
  }

  replayInto(desk: StrategyDay): void {
    const rows = this.#rows;
    const order = Array.from({ length: this.#count }, (_, place) => place * STRIDE);
    if (!this.#isInOrder) order.sort((one, other) => (rows[one + 1] as number) - (rows[other + 1] as number));
    for (const place of order)
      desk.receive(rows[place] as number, {
        at: rows[place + 1] as number,
        price: rows[place + 2] as number,
        dayVolume: rows[place + 3] as number,
      });
  }
}

/** A day's recorded ticks, sorted into minutes. A late tick is at its exchange time. */
export class DayTicks {
  readonly #opensAt: number;
  readonly #before = new MinuteTicks();
  readonly #minutes = new Map<number, MinuteTicks>();
  #count = 0;

  constructor(opensAt: number) {
    this.#opensAt = opensAt;
  }

  get count(): number {
    return this.#count;
  }

  add(share: ShareNumber, at: number, price: number, dayVolume: number): void {
    this.#count++;
    this.#placed(at).add(share, at, price, dayVolume);
  }

  /** The auction's ticks, then minute after minute; a generator, so that the caller may yield in between. */
  *replayTo(desk: StrategyDay): Generator<ClosedMinute> {
    this.#before.replayInto(desk);
    for (let place = 0; !desk.isOver; place++) {
      this.#minutes.get(place)?.replayInto(desk);
      yield* desk.closeUntil(this.#opensAt + (place + 1) * MINUTE_MS + BAR_GRACE_MS);
    }
  }

  #placed(at: number): MinuteTicks {
    if (at < this.#opensAt) return this.#before;
    const place = Math.floor((at - this.#opensAt) / MINUTE_MS);
    const known = this.#minutes.get(place);
    if (known !== undefined) return known;
    const made = new MinuteTicks();
    this.#minutes.set(place, made);
    return made;
  }
}

export interface RecordingCheck {
  /** Minutes that were received live and not recorded completely. */
  readonly minutesUnrecorded: number;
  /** Bars in the other minutes that differ from the live ones. */
  readonly barsDiffering: number;
}

const textOf = ({ open, high, low, close, volume }: RecordedBar): string => [open, high, low, close, volume].join(" ");

function countDiffering(live: readonly RecordedBar[], again: readonly RecordedBar[]): number {
  const left = new Map(again.map((bar) => [bar.share, textOf(bar)]));
  let differing = 0;
  for (const bar of live) {
    if (left.get(bar.share) !== textOf(bar)) differing++;
    left.delete(bar.share);
  }
  return differing + left.size;
}

/** Compares the bars from recorded ticks with the live bars, up to the last deciding minute. */
export function checkRecording(
  live: readonly RecordedMinute[],
  again: readonly RecordedMinute[],
  lostMinutes: ReadonlySet<number>,
  until: number,
): RecordingCheck {
  const received = new Map(live.filter(({ minute }) => minute < until).map((each) => [each.minute, each]));
  const rebuilt = new Map(again.filter(({ minute }) => minute < until).map((each) => [each.minute, each]));
  let [minutesUnrecorded, barsDiffering] = [0, 0];
  for (const minute of new Set([...received.keys(), ...rebuilt.keys()])) {
    const [one, other] = [received.get(minute), rebuilt.get(minute)];
    const isTorn = one !== undefined && (other === undefined || (one.isWhole && !other.isWhole));
    if (isTorn || (one !== undefined && lostMinutes.has(minute))) minutesUnrecorded++;
    else barsDiffering += countDiffering(one?.bars ?? [], other?.bars ?? []);
  }
  return { minutesUnrecorded, barsDiffering };
}
