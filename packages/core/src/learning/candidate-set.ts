import type { Side } from "../order/order.ts";
import type { IstDate } from "../time/ist.ts";
import type { Samples } from "./ridge.ts";

export interface CandidateSet {
  readonly featureNames: readonly string[];
  /** All sessions, including those without a candidate. */
  readonly sessions: readonly IstDate[];
  /** Session number of each candidate, never falling. */
  readonly session: Int32Array;
  readonly symbol: readonly string[];
  readonly side: readonly Side[];
  readonly features: Float64Array;
  readonly net: Float64Array;
}

/** Cap on one trade's result in training, in basis points. */
const RESULT_LIMIT = 300;

export const samplesOf = ({ featureNames, features, net }: CandidateSet): Samples => ({
  width: featureNames.length,
  features,
  results: net.map((value) => Math.min(RESULT_LIMIT, Math.max(-RESULT_LIMIT, value))),
});

export function rowsIn({ session }: CandidateSet, sessions: readonly number[]): readonly number[] {
  const wanted = new Set(sessions);
  const rows: number[] = [];
  for (let row = 0; row < session.length; row++) if (wanted.has(session[row] as number)) rows.push(row);
  return rows;
}

export function bestOfSessions(
  { session }: CandidateSet,
  rows: readonly number[],
  score: (row: number) => number,
): readonly number[] {
  const best = new Map<number, number>();
  for (const row of rows) {
    const number = session[row] as number;
    best.set(number, Math.max(best.get(number) ?? Number.NEGATIVE_INFINITY, score(row)));
  }
  return [...best.values()];
}

/** The first accepted candidate of each session: the would-be trade. */
export function firstTaken(
  { session }: CandidateSet,
  rows: readonly number[],
  isTaken: (row: number) => boolean,
): readonly number[] {
  const taken: number[] = [];
  let done = -1;
  for (const row of rows) {
    const number = session[row] as number;
    if (number === done || !isTaken(row)) continue;
    taken.push(row);
    done = number;
  }
  return taken;
}
