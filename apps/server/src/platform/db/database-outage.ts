import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import pg from "pg";

/** How long after the last refused write the disk counts as full. */
const FULL_FOR_MS = 30 * SECOND_MS;
const LOGGED_EVERY_MS = 10 * SECOND_MS;

const DISK_FULL = "53100";
/** Out of connections, shutting down, starting, gone (PostgreSQL's classes 08, 53 and 57). */
const AWAY_CODES = /^(?:08|53|57P0)/;
/** node-pg reports these by text only. */
const AWAY_WORDS = /Connection terminated|Client has encountered a connection error/;

/** No connection was available; `cause` says why. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super("no connection to the database could be had", { cause });
    this.name = "DatabaseAway";
  }
}

export interface DatabaseOutage {
  note(error: unknown): { readonly isNews: boolean } | null;
  isDiskFull(): boolean;
}

/** The error and its causes: query errors wrap the database's. */
export function rootsOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  const within = error instanceof AggregateError ? error.errors.flatMap(rootsOf) : [];
  return [error, ...within, ...rootsOf(error.cause)];
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? "");

function isAway(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_CODES.test(codeOf(error));
  return error instanceof DatabaseAway || AWAY_WORDS.test(error.message);
}

const LOST_CODES = /^(?:08|57P0)/;

/** The connection was lost or unavailable: the outcome of the last statement is unknown. */
export const isConnectionLost = (error: unknown): boolean =>
  rootsOf(error).some((root) => (root instanceof pg.DatabaseError ? LOST_CODES.test(codeOf(root)) : isAway(root)));

/** An open connection was lost: its last statement may have committed. */
export const mayBeStored = (error: unknown): boolean =>
  isConnectionLost(error) && !rootsOf(error).some((root) => root instanceof DatabaseAway);

export function createDatabaseOutage(clock: HumanClock): DatabaseOutage {
  let fullAt: EpochMs | null = null;
  let loggedAt: EpochMs | null = null;
  return {
    note(error) {
      const roots = rootsOf(error);
      if (!roots.some(isAway)) return null;
      const now = clock.now();
      if (roots.some((one) => codeOf(one) === DISK_FULL)) fullAt = now;
      const isNews = loggedAt === null || now >= loggedAt + LOGGED_EVERY_MS;
      if (isNews) loggedAt = now;
      return { isNews };
    },
    isDiskFull: () => fullAt !== null && clock.now() < fullAt + FULL_FOR_MS,
  };
}
