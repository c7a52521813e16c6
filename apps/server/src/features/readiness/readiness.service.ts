import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { FundsFact } from "@vriddhi/core/readiness/readiness";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { StepWork } from "../../platform/due-step/step-closing.ts";
import { type Action, explain } from "./readiness.messages.ts";
import type { ReadinessAccount } from "./readiness-accounts.ts";
import { type CheckDeps, createReadinessCheck } from "./readiness-check.ts";
import { createReadinessEvaluator, type EvaluatorDeps, type Moment } from "./readiness-evaluator.ts";

export type ReadinessDeps = Omit<CheckDeps, "evaluator"> & EvaluatorDeps;

export interface BrokerReadiness {
  readonly broker: BrokerName;
  readonly reason: ReadinessReason | null;
  readonly detail: string | null;
  readonly refusal: string | null;
  readonly action: Action | null;
  readonly sessionUntil: EpochMs | null;
}

export interface DayReadiness {
  readonly day: IstDate;
  readonly checkedAt: EpochMs | null;
  readonly brokers: readonly BrokerReadiness[];
}

export interface ReadinessService {
  readonly check: StepWork;
  of(userId: string): Promise<DayReadiness>;
}

const UNREAD: FundsFact = { kind: "unread" };

export function createReadinessService(deps: ReadinessDeps): ReadinessService {
  const { store, accounts, calendar } = deps;
  const evaluator = createReadinessEvaluator(deps);

  async function show(account: ReadinessAccount, funds: FundsFact, at: Moment): Promise<BrokerReadiness> {
    const reason = await evaluator.evaluate(account, funds, at);
    const context = evaluator.contextOf(account, at);
    const sentence = reason === null ? null : explain(reason, context);
    return {
      broker: account.broker,
      reason,
      detail: sentence?.detail ?? null,
      refusal: reason === "credentials_refused" ? context.refusal : null,
      action: sentence?.action ?? null,
      sessionUntil: account.isConnected ? account.sessionUntil : null,
    };
  }

  return {
    check: createReadinessCheck({ ...deps, evaluator }),
    /** Stored facts are evaluated now; the broker's answers come from the last check. */
    async of(userId) {
      const at = evaluator.moment();
      const day = tradingDayFrom(calendar, at.today) ?? at.today;
      const listed = await accounts.listOf(userId);
      const linkIds = listed.map(({ linkId }) => linkId);
      const records = await store.listOf(linkIds, day);
      const brokers: BrokerReadiness[] = [];
      for (const account of listed) {
        const funds = records.find(({ linkId }) => linkId === account.linkId)?.funds ?? UNREAD;
        brokers.push(await show(account, funds, at));
      }
      const [oldest] = records.map(({ checkedAt }) => checkedAt).sort((a, b) => a - b);
      return { day, brokers, checkedAt: oldest ?? null };
    },
  };
}
