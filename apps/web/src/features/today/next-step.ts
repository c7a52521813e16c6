import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import type { AllRuns, BrokerReadiness, Run } from "./day-types.ts";

/** The one thing that its person can do now, the most pressing first. */
export type NextStep =
  /** No plan runs. */
  | { readonly kind: "plan" }
  /** No account is linked. */
  | { readonly kind: "broker" }
  /** No capital was ever chosen. */
  | { readonly kind: "capital"; readonly broker: BrokerName }
  /** Everything is there, and nothing runs or is to start. */
  | { readonly kind: "activate"; readonly broker: BrokerName }
  /** An account cannot trade today unless its person acts. */
  | { readonly kind: "mend"; readonly account: BrokerReadiness }
  /** A run that started by itself makes no entry before its day is approved. */
  | { readonly kind: "approve_day"; readonly broker: TradingBroker }
  /** The kill switch was pressed. */
  | { readonly kind: "killed" }
  | { readonly kind: "nothing" };

export interface StepFacts {
  /** Null: not known yet; nobody is sent to buy on a guess. */
  readonly isSubscribed: boolean | null;
  readonly accounts: readonly BrokerReadiness[];
  /** Of the capital that all brokers but Fyers share. Null: not known yet. */
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

/** In rupees: what stands where nobody has chosen anything. B9.1 */
const UNCHOSEN = CAPITAL_MIN / PAISE_PER_RUPEE;

/** The way from nothing to a first start; null: it has been walked. */
function firstRunStep({ isSubscribed, accounts, hasCapital, runs }: StepFacts): NextStep | null {
  if (entriesOf(runs).some(([, run]) => isActive(run) || run.started_at !== null)) return null;
  const [broker] = brokersOf(accounts);
  if (isSubscribed === false) return { kind: "plan" };
  if (broker === undefined) return { kind: "broker" };
  // B7.8: Fyers has a value of its own, which its run tells.
  if (hasCapital === false && runs[broker].capital <= UNCHOSEN) return { kind: "capital", broker };
  return { kind: "activate", broker };
}

/** Without a login nothing can be sent for a run; what else is amiss does not stop one that goes on. */
const NO_LOGIN: readonly BrokerReadiness["reason"][] = ["login_needed", "disconnected", "credentials_refused"];

/** Whether the run of this account waits for its person: before the open all that is to start, then what goes on. */
function isAwaited({ broker, reason }: BrokerReadiness, { runs, isDayAhead, isMarketOpen }: StepFacts): boolean {
  const { status, closing } = runs[broker];
  if (isDayAhead) return isActive(runs[broker]);
  return isMarketOpen && (status === "running" || closing) && NO_LOGIN.includes(reason);
}

/** Accounts that only their person can bring to trade, where a run waits for them. */
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
