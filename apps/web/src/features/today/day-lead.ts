import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { MarketStateName } from "@vriddhi/core/time/market-state";
import { brokerLabel } from "./broker-label.ts";
import type { AllRuns, Day, StrategyState } from "./day-types.ts";
import type { NextStep } from "./next-step.ts";
import { todayTexts } from "./today.texts.ts";

const { lead } = todayTexts;

interface LeadFacts {
  readonly day: Day;
  readonly state: MarketStateName;
  readonly nextDay: string;
  readonly runs: AllRuns;
  readonly startsToday: boolean;
  /** `undefined`: not read yet. */
  readonly strategy: StrategyState | undefined;
  readonly step: NextStep;
}

const strategyTexts: Partial<Record<StrategyState, StrategyTexts>> = todayTexts.strategy;
interface StrategyTexts {
  readonly lead: readonly string[];
  readonly card: string;
}

/** The algorithm's state in the open market; `null`: not known, or nothing runs any more. */
export const strategyTextsOf = (state: StrategyState | undefined): StrategyTexts | null =>
  (state === undefined ? undefined : strategyTexts[state]) ?? null;

/** In these states no entry is possible any more today. */
const DECIDED: readonly StrategyState[] = [
  "signal_made",
  "prices_missing",
  "range_unseen",
  "decision_late",
  "entries_over",
];
export const areEntriesOver = (state: StrategyState | undefined): boolean =>
  state !== undefined && DECIDED.includes(state);

export const isClosing = ({ notes, positions, run }: Day): boolean =>
  positions.length > 0 &&
  (run?.stopped_at !== null ||
    notes.some(({ kind, position }) => kind === "position_closing" && isOf(positions, position)));

const isOf = (positions: Day["positions"], tag: string | null): boolean => positions.some((each) => each.tag === tag);

export const isStopResting = ({ orders }: Day): boolean =>
  orders.some(
    ({ leg, trigger_paise: trigger, status }) =>
      leg === "exit" && trigger !== null && (status === "accepted" || status === "partly_filled"),
  );

function leadOfOpen(day: Day): readonly string[] | null {
  const [position] = day.positions;
  if (position === undefined || day.broker === null) return day.is_open ? lead.working : null;
  if (isClosing(day)) return lead.closing(position.symbol);
  if (!isStopResting(day)) return lead.openBare(position.symbol);
  return day.broker === "paper"
    ? lead.openOnPaper(position.symbol)
    : lead.open(position.symbol, brokerLabel(day.broker));
}

/** Another account's open position that this day does not include; `null`: there is none. */
function leadOfElsewhere(day: Day, runs: AllRuns): readonly string[] | null {
  const others = day.accounts.filter(({ broker }) => broker !== day.broker);
  const closing = tradingBrokers.find((broker) => broker !== day.broker && runs[broker].closing);
  if (closing !== undefined) return lead.closingAt(brokerLabel(closing));
  const held = others.find(({ positions }) => positions > 0);
  if (held !== undefined) return lead.openAt(brokerLabel(held.broker));
  const working = others.find(({ is_open: isOpen }) => isOpen);
  return working === undefined ? null : lead.workingAt(brokerLabel(working.broker));
}

/** Where something was traded today; `null`: nowhere. */
const tradedAt = ({ broker, fills, accounts }: Day): TradingBroker | null =>
  fills.length > 0 ? broker : (accounts.find(({ has_traded: hasTraded }) => hasTraded)?.broker ?? null);

/** "Flat" describes all accounts only when none of the others runs. */
function leadOfFlat(traded: TradingBroker, runs: AllRuns, whole: readonly string[]): readonly string[] {
  const isElsewhere = tradingBrokers.some((other) => other !== traded && runs[other].status === "running");
  return isElsewhere ? lead.flatAt(brokerLabel(traded)) : whole;
}

function leadOfQuiet({ day, state, nextDay, runs, startsToday, strategy }: LeadFacts): readonly string[] {
  const isRunning = tradingBrokers.some((broker) => runs[broker].status === "running");
  const traded = tradedAt(day);
  switch (state) {
    case "holiday":
      return lead.holiday(nextDay);
    case "before_open":
      return isRunning || startsToday ? lead.before : lead.beforeStopped;
    case "open":
      if (traded !== null) return leadOfFlat(traded, runs, lead.flatOpen);
      return isRunning ? (strategyTextsOf(strategy)?.lead ?? lead.quiet) : lead.stopped;
    case "after_close":
      return traded === null ? lead.overQuiet : leadOfFlat(traded, runs, lead.flat);
  }
}

/** Never says "nothing to do" above a card that asks for something. */
function leadOfStep(step: NextStep): readonly string[] {
  if (step.kind === "mend") return lead.mend(brokerLabel(step.account.broker));
  return step.kind === "approve_day" ? lead.approve : [];
}

/** One sentence: must the user do something? Its first part is the answer. */
export function leadOf(facts: LeadFacts): readonly string[] {
  const { day } = facts;
  const open = leadOfOpen(day) ?? leadOfElsewhere(day, facts.runs);
  const [asked, why = ""] = leadOfStep(facts.step);
  if (asked !== undefined) return [asked, open?.[1] ?? why];
  return open ?? (day.daily_stop.is_hit ? lead.locked : leadOfQuiet(facts));
}
