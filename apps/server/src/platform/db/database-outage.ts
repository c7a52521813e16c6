import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import pg from "pg";

/** A disk that was full is taken for full so long after the last refusal. */
const FULL_FOR_MS = 30 * SECOND_MS;
const TOLD_EVERY_MS = 10 * SECOND_MS;

const DISK_FULL = "53100";
/** No connections left, shutting down, starting, gone (PostgreSQL's classes 08, 53 and 57). */
const AWAY_CODES = /^(?:08|53|57P0)/;
/** node-pg says this by words alone. */
const AWAY_WORDS = /Connection terminated|Client has encountered a connection error/;

/** No connection could be had; why is its cause. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super("no connection to the database could be had", { cause });
    this.name = "DatabaseAway";
  }
}

export interface DatabaseOutage {
  /** Null: the database has nothing to do with it. */
  note(error: unknown): { readonly isNews: boolean } | null;
  /** A write was refused a moment ago because the disk is full. */
  isDiskFull(): boolean;
}

/** The error and what it was made of: queries wrap what the database said. */
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

/** The connection was lost or none could be had: whether the last statement was carried out is not known. */
export const isConnectionLost = (error: unknown): boolean =>
  rootsOf(error).some((root) => (root instanceof pg.DatabaseError ? LOST_CODES.test(codeOf(root)) : isAway(root)));

/** A connection was there and was lost: what was asked over it may be stored. */
export const mayBeStored = (error: unknown): boolean =>
  isConnectionLost(error) && !rootsOf(error).some((root) => root instanceof DatabaseAway);

export function createDatabaseOutage(clock: HumanClock): DatabaseOutage {
  let fullAt: EpochMs | null = null;
  let toldAt: EpochMs | null = null;
  return {
    note(error) {
      const roots = rootsOf(error);
      if (!roots.some(isAway)) return null;
      const now = clock.now();
      if (roots.some((one) => codeOf(one) === DISK_FULL)) fullAt = now;
      const isNews = toldAt === null || now >= toldAt + TOLD_EVERY_MS;
      if (isNews) toldAt = now;
      return { isNews };
    },
    isDiskFull: () => fullAt !== null && clock.now() < fullAt + FULL_FOR_MS,
  };
}
