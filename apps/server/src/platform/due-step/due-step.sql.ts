import { HUMAN_NOW, MARKET_DAY, MARKET_NOW } from "../events/work-watch.ts";

/** Statements over `due_steps`. A step is open while it is due, held or running. */

const OPEN = "IN ('due', 'held', 'running')";

/** An earlier step of the same subject that has not run yet; a step that waits for a retry holds no other. */
const hasPredecessor = (step: string, condition = ""): string => `EXISTS (
    SELECT 1 FROM due_steps e
    WHERE e.subject = ${step}.subject AND e.trading_day = ${step}.trading_day AND e.state ${OPEN}
      AND (e.due_at, e.rank) < (${step}.due_at, ${step}.rank)
      AND (e.state <> 'due' OR e.attempts = 0) ${condition})`;

/** $1 to $7: the columns of the new steps. */
export const ADD = `
  INSERT INTO due_steps (kind, subject, trading_day, due_at, useful_until, rank, lane, run_at, state)
  SELECT t.kind, t.subject, t.trading_day, t.due_at, t.useful_until, t.rank, t.lane, t.due_at,
    CASE WHEN t.place > 1 OR ${hasPredecessor("t")} THEN 'held' ELSE 'due' END
  FROM (
    SELECT *, row_number() OVER (PARTITION BY subject, trading_day ORDER BY due_at, rank) AS place
    FROM unnest($1::text[], $2::text[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::smallint[], $7::text[])
      AS given (kind, subject, trading_day, due_at, useful_until, rank, lane)) t
  ON CONFLICT DO NOTHING`;

/** $1 market, $2 human. */
export const CLOSE_MISSED = `
  UPDATE due_steps s SET state = 'missed', ran_at = $1, lease = NULL, lease_until = NULL
  WHERE s.useful_until < $1 AND s.state ${OPEN} AND (s.state <> 'running' OR s.lease_until < $2)
  RETURNING s.kind, s.subject, s.trading_day, s.due_at`;

/** $1 human. */
export const FREE_ABANDONED = `
  UPDATE due_steps s SET state = 'due', lease = NULL, lease_until = NULL
  WHERE s.state = 'running' AND s.lease_until < $1`;

export const RELEASE_HELD = `UPDATE due_steps s SET state = 'due' WHERE s.state = 'held' AND NOT ${hasPredecessor("s")}`;

/** A step can be claimed, is over, was abandoned, or is due and held back by none. */
export const STEPS_WAIT = `EXISTS (SELECT FROM due_steps WHERE state = 'due' AND run_at <= ${MARKET_NOW})
  OR EXISTS (SELECT FROM due_steps s WHERE s.useful_until < ${MARKET_NOW} AND s.state ${OPEN}
    AND (s.state <> 'running' OR s.lease_until < ${HUMAN_NOW}))
  OR EXISTS (SELECT FROM due_steps WHERE state = 'running')
  OR EXISTS (SELECT FROM due_steps s WHERE s.state = 'held' AND s.run_at <= ${MARKET_NOW} AND NOT ${hasPredecessor("s")})`;

/** The day's steps of these kinds, as a text that changes with each that is done. */
export const stepsDone = (kinds: readonly string[]): string => `SELECT string_agg(concat(kind, subject, ran_at), ','
  ORDER BY kind, subject) FROM due_steps WHERE trading_day = ${MARKET_DAY} AND kind IN (${kinds.map((kind) => `'${kind}'`).join()})`;

/** The runnable steps of one lane: $1 market. */
const ready = (attempts: string): string => `
    SELECT s.kind, s.subject, s.trading_day, s.due_at, s.rank, s.lane FROM due_steps s
    WHERE s.lane = room.lane AND s.state = 'due' AND s.attempts ${attempts}
      AND s.run_at <= $1 AND s.useful_until >= $1
      AND NOT EXISTS (
        SELECT 1 FROM due_steps r WHERE r.subject = s.subject AND r.trading_day = s.trading_day AND r.state = 'running')
    ORDER BY s.run_at, s.rank LIMIT room.places FOR UPDATE SKIP LOCKED`;

/** $1 market, $2 lanes, $3 how many of each, $4 the end of the lease. */
export const CLAIM = `
  WITH room AS (SELECT * FROM unnest($2::text[], $3::int[]) AS given (lane, places)),
  fresh AS (SELECT step.* FROM room CROSS JOIN LATERAL (${ready("= 0")}) step),
  rest AS (
    SELECT room.lane, (room.places - count(fresh.lane))::int AS places
    FROM room LEFT JOIN fresh ON fresh.lane = room.lane GROUP BY room.lane, room.places),
  again AS (SELECT step.* FROM rest AS room CROSS JOIN LATERAL (${ready("> 0")}) step WHERE room.places > 0),
  chosen AS (
    SELECT DISTINCT ON (subject, trading_day) kind, subject, trading_day
    FROM (SELECT * FROM fresh UNION ALL SELECT * FROM again) step
    ORDER BY subject, trading_day, due_at, rank)
  UPDATE due_steps s SET state = 'running', lease = gen_random_uuid(), lease_until = $4, attempts = s.attempts + 1
  FROM chosen c
  WHERE s.kind = c.kind AND s.subject = c.subject AND s.trading_day = c.trading_day
  RETURNING s.kind, s.subject, s.trading_day, s.due_at, s.useful_until, s.rank, s.lane, s.run_at, s.lease, s.attempts`;

/** $1 leases, $2 their new end. */
export const RENEW = "UPDATE due_steps SET lease_until = $2 WHERE state = 'running' AND lease = ANY ($1::uuid[])";

/** $1 kind, $2 subject, $3 day, $4 lease. Releases the steps held behind it in the same statement. */
const ending = (change: string): string => `
  WITH ended AS (
    UPDATE due_steps s SET lease = NULL, lease_until = NULL, ${change}
    WHERE s.kind = $1 AND s.subject = $2 AND s.trading_day = $3 AND s.state = 'running' AND s.lease = $4
    RETURNING 1),
  released AS (
    UPDATE due_steps s SET state = 'due' FROM ended
    WHERE s.subject = $2 AND s.trading_day = $3 AND s.state = 'held'
      AND NOT ${hasPredecessor("s", "AND e.kind <> $1")})
  SELECT 1 FROM ended`;

/** $5 state, $6 outcome, $7 when, $8 whether it was late. */
export const FINISH = ending("state = $5, outcome = $6, ran_at = $7, is_late = $8");

/** $5 until when, $6 outcome, $7 the claimed step's `run_at`: a different value means that it was hastened. */
export const POSTPONE = ending(`state = 'due', outcome = $6,
      run_at = CASE WHEN s.run_at = $7 THEN $5 ELSE least(s.run_at, $5::timestamptz) END`);
