import { ACTIVE_ACCOUNTS_POOL, type ConcurrencyPool, poolOf } from "@vriddhi/core/schedule/concurrency-pool";
import { type PlannedStep, planDay, planStep, type StepKind } from "@vriddhi/core/schedule/day-plan";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { DueStepStore, NewStep } from "../../platform/due-step/due-step.store.ts";
import type { StepResult } from "../../platform/due-step/step-closing.ts";
import type { KeptAccount, MorningAccounts, OtherSubjects } from "./morning-ports.ts";

/** The subject of the step that plans one step for each account. */
export const ALL_ACCOUNTS = "*";
const BATCH = 1_000;

const toStep = (planned: PlannedStep, subject: string, lane: ConcurrencyPool): NewStep => ({
  ...planned,
  subject,
  lane,
});

export const planActiveAccountSteps = (calendar: TradingCalendar, now: EpochMs): readonly NewStep[] =>
  planDay(calendar, istDateOf(now)).map((planned) => toStep(planned, ALL_ACCOUNTS, ACTIVE_ACCOUNTS_POOL));

export interface ActiveAccountStepsDeps {
  readonly steps: DueStepStore;
  readonly accounts: MorningAccounts;
  readonly others: OtherSubjects;
}

export function createDeliveryCheck({ steps, accounts, others }: ActiveAccountStepsDeps) {
  async function callAccounts(tx: Tx, planned: PlannedStep): Promise<void> {
    for (let after: string | null = null; ; ) {
      const kept: readonly KeptAccount[] = await accounts.list(tx, after, BATCH);
      const rows = kept.map(({ linkId, broker }) => toStep(planned, linkId, poolOf(planned.kind, broker)));
      await steps.add(rows, tx);
      after = kept.at(-1)?.linkId ?? null;
      if (kept.length < BATCH) return;
    }
  }

  /** Checks readiness again, also for accounts that connected earlier. */
  async function callAgain(tx: Tx, planned: PlannedStep): Promise<void> {
    await callAccounts(tx, planned);
    await steps.reopenAll(tx, planned);
  }

  return async (kind: StepKind, day: IstDate): Promise<StepResult> => {
    const planned = planStep(kind, day);
    const named = others[kind];
    return {
      kind: "done",
      outcome: "called",
      async effect(tx) {
        if (named)
          return steps.add(
            named.map((subject) => toStep(planned, subject, poolOf(planned.kind, null))),
            tx,
          );
        return kind === "readiness" ? callAgain(tx, planned) : callAccounts(tx, planned);
      },
    };
  };
}
