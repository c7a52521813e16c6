import { tradingAgeOf } from "../account/rules.ts";
import { startEndOf } from "../schedule/day-plan.ts";
import type { Paise } from "../shared/money.ts";
import { err, type Result } from "../shared/result.ts";
import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDateOf } from "../time/ist.ts";
import { isTradingDay, type TradingCalendar } from "../time/trading-calendar.ts";
import { type CapitalRefusal, judgeCapital, PAPER_ROOM } from "./capital.ts";
import type { RunState } from "./run.ts";

/** In order of precedence. */
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
  /** Paper needs no plan, and its capital uses no band. */
  readonly isPaper: boolean;
  /** Of the running plan; `null` without one. */
  readonly band: Paise | null;
  /** `null` if never given. Paper has no age limit. */
  readonly dob: IstDate | null;
  readonly isConnected: boolean;
  readonly state: RunState;
  /** Day of the last kill switch that was not lifted. */
  readonly killedOn: IstDate | null;
  readonly capital: Paise;
  /** Of the user's runs at other brokers. */
  readonly elsewhere: Paise;
}

/** A start lifts a switch of another day. */
export const isKillSwitchOn = (killedOn: IstDate | null, today: IstDate): boolean =>
  killedOn !== null && killedOn >= today;

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

/** B6.2, B8.4, B9.4: the capital of the run, or the first reason against its start. */
export function judgeStart(facts: StartFacts): Result<Paise, StartRefusal> {
  const refusal = refusalOf(facts);
  if (refusal !== null) return err(refusal);
  return judgeCapital(facts.capital, facts.isPaper ? PAPER_ROOM : { band: facts.band, elsewhere: facts.elsewhere });
}

export interface ArmFacts {
  /** Market clock. */
  readonly today: IstDate;
  readonly dob: IstDate | null;
  readonly band: Paise | null;
  /** The account was connected and not disconnected by the user: a morning can reconnect it. */
  readonly isLinked: boolean;
  readonly capital: Paise;
  /** Automatic start capital of the user's other brokers. */
  readonly elsewhere: Paise;
}

export type ArmRefusal =
  | "subscription_required"
  | "dob_missing"
  | "too_young_to_trade"
  | "credentials_missing"
  | CapitalRefusal;

export function judgeArming({ today, dob, band, isLinked, capital, elsewhere }: ArmFacts): Result<Paise, ArmRefusal> {
  if (band === null) return err("subscription_required");
  const age = tradingAgeOf(today, dob);
  if (age !== "old_enough") return err(age === "unknown" ? "dob_missing" : "too_young_to_trade");
  if (!isLinked) return err("credentials_missing");
  return judgeCapital(capital, { band, elsewhere });
}

export interface DayRequestFacts {
  readonly day: IstDate;
  /** First day of the standing request to start; `null` without one. */
  readonly standingFrom: IstDate | null;
  readonly runState: "none" | "running" | "stopped";
  readonly killedOn: IstDate | null;
  readonly skippedOn?: IstDate | null;
}

export type DayRequest = "wanted" | "started" | "not_wanted";

/** Whether the morning starts an account. A stopped day is not restarted. */
export function dayRequestOf({ day, standingFrom, runState, killedOn, skippedOn = null }: DayRequestFacts): DayRequest {
  if (runState === "running") return "started";
  if (runState === "stopped" || isKillSwitchOn(killedOn, day) || skippedOn === day) return "not_wanted";
  return standingFrom !== null && standingFrom <= day ? "wanted" : "not_wanted";
}
