import { type EpochMs, epochMs, later, type MarketClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Tx } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";
import type { ClaimedStep, DueStepStore } from "./due-step.store.ts";
import { FAILURES_MAX } from "./step-limits.ts";

/** A step's result. The effect commits with the step's end, or not at all. */
export type StepResult =
  | { readonly kind: "done"; readonly outcome: string; readonly effect?: (tx: Tx) => Promise<void> }
  /** Retried then, on the market clock, until it expires. */
  | { readonly kind: "later"; readonly outcome: string; readonly at: EpochMs };

/** May call external services; must tolerate a rerun after a crash. */
export type StepWork = (step: ClaimedStep) => Promise<StepResult>;

export interface StepClosingDeps {
  readonly store: DueStepStore;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  readonly closingMax: number;
  /** Steps before the product's first start do not count as late. */
  isBeforeFirstStart(dueAt: EpochMs): boolean;
  work(kind: string): StepWork | null;
}

const LATE_AFTER_MS = MINUTE_MS;
/** Retry interval of a step that failed. */
const AGAIN_AFTER_MS = MINUTE_MS;
const AGAIN_AT_LEAST_MS = SECOND_MS;

class LeaseLost extends Error {}

function createGate(max: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= max) await new Promise<void>((enter) => waiting.push(enter));
    else inside++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}

/** Runs one step and stores its result. Never throws. */
export function createStepClosing(deps: StepClosingDeps) {
  const { store, marketClock, log, closingMax, isBeforeFirstStart, work } = deps;
  const gate = createGate(closingMax);

  const endOf = (step: ClaimedStep, outcome: string) => {
    const at = marketClock.now();
    // A step that ends too late is missed even when it began in time.
    const state = at > step.usefulUntil ? ("missed" as const) : ("done" as const);
    return { state, outcome, at, isLate: at - step.dueAt > LATE_AFTER_MS };
  };

  async function finish(step: ClaimedStep, outcome: string, tx?: Tx) {
    const end = endOf(step, outcome);
    if (!(await store.finish(step, end, tx))) throw new LeaseLost();
    return end;
  }

  async function close(step: ClaimedStep, result: StepResult): Promise<void> {
    if (result.kind === "later") {
      // Never at once: a step that cannot finish must not starve the others.
      const earliest = later(marketClock.now(), AGAIN_AT_LEAST_MS);
      return store.postpone(step, epochMs(Math.max(result.at, earliest)), result.outcome);
    }
    const { outcome, effect } = result;
    const end =
      effect === undefined
        ? await finish(step, outcome)
        : await store.transaction(async (tx) => {
            // The end first: without the lease, or too late, the effect must not commit.
            const ended = await finish(step, outcome, tx);
            if (ended.state === "done") await effect(tx);
            return ended;
          });
    const fields = { kind: step.kind, subject: step.subject, day: step.day, lane: step.lane, outcome };
    if (end.state === "missed") log.warn(fields, "due steps: finished too late, no effect");
    else if (end.isLate && !isBeforeFirstStart(step.dueAt)) log.info(fields, "due steps: ran late");
    else log.debug(fields, "due steps: ran");
  }

  async function fail(step: ClaimedStep, cause: unknown): Promise<void> {
    const fields = { err: cause, kind: step.kind, subject: step.subject, attempts: step.attempts };
    if (cause instanceof LeaseLost) return log.warn(fields, "due steps: lease lost to another runner");
    if (step.attempts < FAILURES_MAX) {
      log.warn(fields, "due steps: failed, retrying");
      return store.postpone(step, later(marketClock.now(), AGAIN_AFTER_MS), "failed");
    }
    log.error(fields, "due steps: failed too often, given up");
    await store.finish(step, { ...endOf(step, "failed"), state: "missed" });
  }

  return async (step: ClaimedStep): Promise<void> => {
    try {
      const result = await work(step.kind)?.(step);
      await gate(() => close(step, result ?? { kind: "done", outcome: "unknown" }));
    } catch (cause) {
      await gate(() => fail(step, cause)).catch((error: unknown) =>
        log.error({ err: error, kind: step.kind, subject: step.subject }, "due steps: claimed step not released"),
      );
    }
  };
}
