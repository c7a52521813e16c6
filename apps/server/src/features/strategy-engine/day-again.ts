import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { readTickBlock } from "@vriddhi/core/market/tick-block";
import type { DaySummary } from "@vriddhi/core/strategy/daily-history";
import { checkRecording, DayTicks, type RecordingCheck } from "@vriddhi/core/strategy/day-ticks";
import type { NamedEntry } from "@vriddhi/core/strategy/drift";
import type { RankingModel } from "@vriddhi/core/strategy/model/ranking-model";
import type { OpeningRangeSettings } from "@vriddhi/core/strategy/opening-range/settings";
import { type Judged, type RecordedMinute, StrategyDay } from "@vriddhi/core/strategy/strategy-day";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { type IstDate, type IstMinute, istInstant } from "@vriddhi/core/time/ist";
import type { ShareNumbers } from "./share-numbers.ts";
import type { DeskRecord } from "./strategy-engine.store.ts";
import type { StoredBlock, TickStore } from "./tick.store.ts";

/** Blocks per read, and minutes of replay between pauses in which the process does other work. */
const BLOCKS_AT_ONCE = 16;
const MINUTES_AT_ONCE = 15;

export interface DayAgainDeps {
  readonly ticks: Pick<TickStore, "next">;
  readonly numbers: ShareNumbers;
  readonly models: readonly RankingModel[];
  readonly settings: OpeningRangeSettings;
}

export interface EndedDay {
  readonly desk: StrategyFeed;
  readonly day: IstDate;
  readonly session: { readonly open: IstMinute; readonly close: IstMinute };
  readonly record: DeskRecord;
}

export interface DayAgain extends RecordingCheck {
  readonly ticks: number;
  readonly entries: readonly NamedEntry[];
}

const restABit = () => new Promise<void>((resolve) => setImmediate(resolve));

function beginAgain({ numbers, models, settings }: DayAgainDeps, { day, session, record }: EndedDay): StrategyDay {
  const desk = new StrategyDay({ day, session, symbols: numbers.symbols, index: numbers.index, models, settings });
  desk.begin(numbers.fromStoredFacts(record.facts));
  if (record.quotes !== null) desk.list(numbers.fromStoredQuotes(record.quotes));
  return desk;
}

const minutesOf = ({ numbers }: Pick<DayAgainDeps, "numbers">, { record }: EndedDay): readonly RecordedMinute[] =>
  record.minutes.map(({ minute, isWhole, bars }) => ({ minute, isWhole, bars: numbers.fromStoredBars(bars) }));

export function summariseAgain(deps: DayAgainDeps, ended: EndedDay): readonly DaySummary[] {
  const desk = beginAgain(deps, ended);
  desk.replay(minutesOf(deps, ended));
  return desk.summary();
}

/** Derives from the block numbers of each leader which minutes the missing blocks covered. */
class Losses {
  readonly minutes = new Set<number>();
  readonly #opensAt: number;
  readonly #open: number;
  #epoch = 0;
  #seq = 0;
  #until: number;

  constructor({ day, session }: EndedDay) {
    this.#open = session.open;
    this.#opensAt = istInstant(day, session.open);
    this.#until = this.#opensAt;
  }

  meet({ epoch, seq }: StoredBlock, from: number, until: number): void {
    const isNewLead = epoch !== this.#epoch;
    const expected = isNewLead ? 1 : this.#seq + 1;
    if (seq !== expected) this.#lose(isNewLead ? this.#opensAt : this.#until, from);
    this.#epoch = epoch;
    this.#seq = seq;
    this.#until = until;
  }

  #lose(from: number, until: number): void {
    for (let at = Math.max(from, this.#opensAt); at < until + MINUTE_MS; at += MINUTE_MS)
      this.minutes.add(this.#open + Math.floor((Math.min(at, until) - this.#opensAt) / MINUTE_MS));
  }
}

async function readTicks(deps: DayAgainDeps, ended: EndedDay) {
  const { ticks: store, numbers } = deps;
  const { desk, day, session } = ended;
  const ticks = new DayTicks(istInstant(day, session.open));
  const losses = new Losses(ended);
  const take = (block: StoredBlock): void => {
    const shares = block.isins.map((isin) => numbers.numberOf(isin));
    let [from, until] = [Number.POSITIVE_INFINITY, 0];
    readTickBlock(block.data, (number, { at, price, dayVolume }) => {
      const share = shares[number] ?? null;
      from = Math.min(from, at);
      until = Math.max(until, at);
      if (share !== null) ticks.add(share, at, price, dayVolume);
    });
    losses.meet(block, from, until);
  };
  let last: StoredBlock | null = null;
  do {
    const blocks: readonly StoredBlock[] = await store.next(desk, day, last, BLOCKS_AT_ONCE);
    for (const block of blocks) take(block);
    last = blocks.at(-1) ?? null;
  } while (last !== null);
  return { ticks, lost: losses.minutes };
}

export async function decideAgain(deps: DayAgainDeps, ended: EndedDay): Promise<DayAgain> {
  const { numbers, settings } = deps;
  const { ticks, lost } = await readTicks(deps, ended);
  const desk = beginAgain(deps, ended);
  const minutes: RecordedMinute[] = [];
  const judged: Judged[] = [];
  let closed = 0;
  for (const { record, decisions } of ticks.replayTo(desk)) {
    if (record !== null) minutes.push(record);
    judged.push(...decisions);
    closed++;
    if (closed % MINUTES_AT_ONCE === 0) await restABit();
  }
  const { minutesUnrecorded, barsDiffering } = checkRecording(
    minutesOf(deps, ended),
    minutes,
    lost,
    settings.candidatesUntil,
  );
  const entries = judged
    .filter(({ kind }) => kind === "enter")
    .map(({ share, side }) => ({ isin: numbers.shareOf(share).isin, side }));
  return { ticks: ticks.count, entries, minutesUnrecorded, barsDiffering };
}
