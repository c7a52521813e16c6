import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import type { AllRuns, BrokerReadiness, Run } from "./day-types.ts";

export type NextStep =
  | { readonly kind: "plan" }
  | { readonly kind: "broker" }
  | { readonly kind: "capital"; readonly broker: BrokerName }
  /** Everything is set up, and nothing runs or is scheduled. */
  | { readonly kind: "activate"; readonly broker: BrokerName }
  /** An account cannot trade today unless the user acts. */
  | { readonly kind: "mend"; readonly account: BrokerReadiness }
  /** An automatically started run makes no entry before its day is approved. */
  | { readonly kind: "approve_day"; readonly broker: TradingBroker }
  | { readonly kind: "killed" }
  | { readonly kind: "nothing" };

export interface StepFacts {
  /** `null`: not known yet; the plans are not offered before the answer. */
  readonly isSubscribed: boolean | null;
  readonly accounts: readonly BrokerReadiness[];
  /** The capital that all brokers but Fyers share. `null`: not known yet. */
  readonly hasCapital: boolean | null;
  readonly runs: AllRuns;
  /** The market opens later today. */
  readonly isDayAhead: boolean;
  readonly isMarketOpen: boolean;
}

const entriesOf = (runs: AllRuns): readonly (readonly [TradingBroker, Run])[] =>
  tradingBrokers.map((broker) => [broker, runs[broker]] as const);

const isActive = ({ status, closing, next_start: nextStart }: Run): boolean =>
  status === "running" || closing || nextStart !== null;

const brokersOf = (accounts: readonly BrokerReadiness[]): readonly BrokerName[] =>
  brokerNames.filter((name) => accounts.some(({ broker }) => broker === name));

/** In rupees: the default before the user has chosen anything. B9.1 */
const UNCHOSEN = CAPITAL_MIN / PAISE_PER_RUPEE;

/** The setup steps to a first start; `null`: completed. */
function firstRunStep({ isSubscribed, accounts, hasCapital, runs }: StepFacts): NextStep | null {
  if (entriesOf(runs).some(([, run]) => isActive(run) || run.started_at !== null)) return null;
  const [broker] = brokersOf(accounts);
  if (isSubscribed === false) return { kind: "plan" };
  if (broker === undefined) return { kind: "broker" };
  // B7.8: Fyers has a value of its own, which its run contains.
  if (hasCapital === false && runs[broker].capital <= UNCHOSEN) return { kind: "capital", broker };
  return { kind: "activate", broker };
}

/** Without a login no order can be sent for a run; other faults do not stop one that continues. */
const NO_LOGIN: readonly BrokerReadiness["reason"][] = ["login_needed", "disconnected", "credentials_refused"];

/** Whether this run waits for the user: before the open any run that will start, then any run that continues. */
function isAwaited({ broker, reason }: BrokerReadiness, { runs, isDayAhead, isMarketOpen }: StepFacts): boolean {
  const { status, closing } = runs[broker];
  if (isDayAhead) return isActive(runs[broker]);
  return isMarketOpen && (status === "running" || closing) && NO_LOGIN.includes(reason);
}

const mendable = (facts: StepFacts): BrokerReadiness | undefined =>
  facts.accounts.find((account) => !account.is_ready && account.action !== null && isAwaited(account, facts));

export function nextStepOf(facts: StepFacts): NextStep {
  const runs = entriesOf(facts.runs);
  const waiting = runs.find(([, run]) => run.day_approval === "waiting");
  if (waiting !== undefined) return { kind: "approve_day", broker: waiting[0] };
  if (runs.some(([, run]) => run.kill_switch)) return { kind: "killed" };
  const account = mendable(facts);
  if (account !== undefined) return { kind: "mend", account };
  return firstRunStep(facts) ?? { kind: "nothing" };
}
