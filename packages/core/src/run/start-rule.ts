import { tradingAgeOf } from "../account/rules.ts";
import { startEndOf } from "../schedule/day-plan.ts";
import type { Paise } from "../shared/money.ts";
import { err, type Result } from "../shared/result.ts";
import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDateOf } from "../time/ist.ts";
import { isTradingDay, type TradingCalendar } from "../time/trading-calendar.ts";
import { type CapitalRefusal, judgeCapital, PAPER_ROOM } from "./capital.ts";
import type { RunState } from "./run.ts";

/** In the order in which they are looked at. */
export const startRefusals = [
  "subscription_required",
  "dob_missing",
  "too_young_to_trade",
  "credentials_missing",
  "already_running",
  "market_closed",
  "start_too_late",
  "kill_switch_on",
  "still_closing",
] as const;
export type StartRefusal = (typeof startRefusals)[number] | CapitalRefusal;

export interface StartFacts {
  /** Market clock. */
  readonly now: EpochMs;
  readonly calendar: TradingCalendar;
  /** Paper needs no plan, and its capital counts against no band. */
  readonly isPaper: boolean;
  /** Of the plan that runs now; null: there is none. */
  readonly band: Paise | null;
  /** Null: never said. Nobody has to be of age for paper. */
  readonly dob: IstDate | null;
  readonly isConnected: boolean;
  readonly state: RunState;
  /** The day on which the person's kill switch was pressed and not lifted since. */
  readonly killedOn: IstDate | null;
  readonly capital: Paise;
  /** Of the person's runs at other brokers. */
  readonly elsewhere: Paise;
}

/** A switch of another day is lifted by the start itself. */
export const isKillSwitchOn = (killedOn: IstDate | null, today: IstDate): boolean =>
  killedOn !== null && killedOn >= today;

/** What stands in the way whatever capital was chosen. */
function refusalOf(facts: StartFacts): StartRefusal | null {
  const today = istDateOf(facts.now);
  const age = facts.isPaper ? "old_enough" : tradingAgeOf(today, facts.dob);
  const looks: Readonly<Record<(typeof startRefusals)[number], boolean>> = {
    subscription_required: facts.band === null && !facts.isPaper,
    dob_missing: age === "unknown",
    too_young_to_trade: age === "too_young",
    credentials_missing: !facts.isConnected,
    already_running: facts.state === "running",
    market_closed: !isTradingDay(facts.calendar, today),
    start_too_late: facts.now > startEndOf(today),
    kill_switch_on: isKillSwitchOn(facts.killedOn, today),
    still_closing: facts.state === "closing",
  };
  return startRefusals.find((refusal) => looks[refusal]) ?? null;
}

/** B6.2, B8.4, B9.4: the capital that the run gets, or the first reason why it does not start. */
export function judgeStart(facts: StartFacts): Result<Paise, StartRefusal> {
  const refusal = refusalOf(facts);
  if (refusal !== null) return err(refusal);
  return judgeCapital(facts.capital, facts.isPaper ? PAPER_ROOM : { band: facts.band, elsewhere: facts.elsewhere });
}

export interface ArmFacts {
  /** Market clock's. */
  readonly today: IstDate;
  readonly dob: IstDate | null;
  readonly band: Paise | null;
  /** The account was connected once and its owner did not disconnect it: a morning can bring it back. */
  readonly isLinked: boolean;
  readonly capital: Paise;
  /** What the person's other brokers start with by themselves. */
  readonly elsewhere: Paise;
}

export type ArmRefusal =
  | "subscription_required"
  | "dob_missing"
  | "too_young_to_trade"
  | "credentials_missing"
  | CapitalRefusal;

/** Whether every trading day may start by itself from the next one on. */
export function judgeArming({ today, dob, band, isLinked, capital, elsewhere }: ArmFacts): Result<Paise, ArmRefusal> {
  if (band === null) return err("subscription_required");
  const age = tradingAgeOf(today, dob);
  if (age !== "old_enough") return err(age === "unknown" ? "dob_missing" : "too_young_to_trade");
  if (!isLinked) return err("credentials_missing");
  return judgeCapital(capital, { band, elsewhere });
}

export interface DayRequestFacts {
  readonly day: IstDate;
  /** The first day of the standing wish to start; null: there is none. */
  readonly standingFrom: IstDate | null;
  /** The account's newest run of that day. */
  readonly runState: "none" | "running" | "stopped";
  readonly killedOn: IstDate | null;
  /** The day that its owner wants to skip. */
  readonly skippedOn?: IstDate | null;
}

export type DayRequest = "wanted" | "started" | "not_wanted";

/** Whether the morning starts an account. Whoever stopped a day is not started again on it. */
export function dayRequestOf({ day, standingFrom, runState, killedOn, skippedOn = null }: DayRequestFacts): DayRequest {
  if (runState === "running") return "started";
  if (runState === "stopped" || isKillSwitchOn(killedOn, day) || skippedOn === day) return "not_wanted";
  return standingFrom !== null && standingFrom <= day ? "wanted" : "not_wanted";
}
