import { assert } from "../shared/assert.ts";
import { type IstDate, yearOf } from "../time/ist.ts";

/** Sessions between training and test data: features look back and must not overlap. */
export const EMBARGO_SESSIONS = 5;

export interface Fold {
  /** The first day that the fit may decide on. */
  readonly validFrom: IstDate;
  /** Session numbers, both in order. */
  readonly train: readonly number[];
  readonly test: readonly number[];
}

const january = (year: number): IstDate => `${year}-01-01` as IstDate;

/** One fold per year but the first. Trades end on their day, so training results never reach into the test year. */
export function yearlyFolds(sessions: readonly IstDate[], embargo = EMBARGO_SESSIONS): readonly Fold[] {
  for (let place = 1; place < sessions.length; place++)
    assert((sessions[place - 1] as IstDate) < (sessions[place] as IstDate), "sessions stand in the order of time");
  const years = [...new Set(sessions.map(yearOf))].slice(1);
  return years.map((year) => {
    const first = sessions.findIndex((day) => yearOf(day) === year);
    const numbers = sessions.map((_, number) => number);
    return {
      validFrom: january(year),
      train: numbers.slice(0, Math.max(0, first - embargo)),
      test: numbers.filter((number) => yearOf(sessions[number] as IstDate) === year),
    };
  });
}

/** Blocks of neighbouring sessions, each tested by a fit on the others without the embargo on both its sides. */
export function blockedFolds(
  sessions: readonly number[],
  blocks: number,
  embargo = EMBARGO_SESSIONS,
): readonly Omit<Fold, "validFrom">[] {
  assert(blocks > 1 && sessions.length >= blocks, "at least two blocks with a session each");
  return Array.from({ length: blocks }, (_, block) => {
    const from = Math.floor((block * sessions.length) / blocks);
    const until = Math.floor(((block + 1) * sessions.length) / blocks);
    return {
      test: sessions.slice(from, until),
      train: sessions.filter((_session, place) => place < from - embargo || place >= until + embargo),
    };
  });
}
