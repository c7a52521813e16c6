import assert from "node:assert/strict";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { CONNECT_WITHIN_MS } from "../db/database.ts";

/** Longer than several tries to renew it; a step of a process that died is taken up again after it. */
export const LEASE_MS = MINUTE_MS;
/** Of the human clock. */
export const RENEW_EVERY_MS = 10 * SECOND_MS;
/** How long steps that run may take when the process is to stop. */
export const STOP_WITHIN_MS = 10 * SECOND_MS;
/** Runners look that often for steps that fell due; in between, whenever a step has ended. */
export const LOOK_EVERY_MS = SECOND_MS / 2;
/** A step whose work throws so often is broken: somebody has to look at it. */
export const FAILURES_MAX = 30;

/** Connections that no step's closing transaction takes: one for the next claim, one for what steps read. */
const SPARE_CONNECTIONS = 2;
/** What a step does with a connection, when it has one, takes hardly ever longer. */
const CONNECTION_HELD_MS = 250;

export interface StepLimits {
  /** How many steps of each lane run at once. */
  readonly widths: Readonly<Record<string, number>>;
  /** Closing transactions at once; each holds a connection. */
  readonly closingMax: number;
}

/**
 * Steps mostly wait for brokers, without a connection; more of them than connections may therefore run at once. But
 * those that hold one must be fewer than there are, and nobody may wait so long for one that the call fails.
 */
export function stepLimits(widths: Readonly<Record<string, number>>, poolMax: number): StepLimits {
  const closingMax = poolMax - SPARE_CONNECTIONS;
  assert(closingMax >= 1, `POOL_STEPS_MAX=${poolMax} leaves no connection for the steps' own transactions`);
  const atOnce = Object.values(widths).reduce((sum, width) => sum + width, 0);
  const longestWaitMs = (atOnce / poolMax) * CONNECTION_HELD_MS;
  assert(
    longestWaitMs < CONNECT_WITHIN_MS,
    `${atOnce} steps at once would wait too long for one of ${poolMax} connections: raise POOL_STEPS_MAX`,
  );
  assert(RENEW_EVERY_MS * 3 < LEASE_MS, "the lease must be longer than three renewal intervals");
  return { widths, closingMax };
}
