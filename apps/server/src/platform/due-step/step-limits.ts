import assert from "node:assert/strict";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { CONNECT_WITHIN_MS } from "../db/database.ts";

/** Longer than several renewals; steps of a crashed process are retaken after it. */
export const LEASE_MS = MINUTE_MS;
/** On the human clock. */
export const RENEW_EVERY_MS = 10 * SECOND_MS;
export const STOP_WITHIN_MS = 10 * SECOND_MS;
/** Poll interval; a finished step polls at once. */
export const LOOK_EVERY_MS = SECOND_MS / 2;
/** A step that throws this often is broken and needs an engineer. */
export const FAILURES_MAX = 30;

/** Connections that closing transactions leave free: one for the next claim, one for reads of steps. */
const SPARE_CONNECTIONS = 2;
/** Upper estimate of how long a step holds a connection. */
const CONNECTION_HELD_MS = 250;

export interface StepLimits {
  readonly widths: Readonly<Record<string, number>>;
  readonly closingMax: number;
}

/** More steps than connections may run: they wait for brokers. Closing transactions must stay below the pool size. */
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
