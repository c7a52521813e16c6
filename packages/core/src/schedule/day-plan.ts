import type { DayPhase } from "../readiness/readiness.ts";
import type { EpochMs } from "../time/clock.ts";
import {
  addDays,
  type IstDate,
  type IstMinute,
  istDateOf,
  istInstant,
  istMinute,
  istMinuteOf,
  yearOf,
} from "../time/ist.ts";
import {
  type EndlessCalendar,
  isTradingDay,
  nextTradingDay,
  type TradingCalendar,
  tradingDayFrom,
} from "../time/trading-calendar.ts";

/**
 * B9.5; the other times are ours. Instruments come in two rounds: brokers without ISINs are mapped by the others.
 * Readiness too: what the first check finds broken can still be fixed before 9:00.
 */
export const stepKinds = [
  "disconnect",
  "ask_early",
  "reconnect",
  "desk_login",
  "ask_again",
  "instruments",
  "instruments_by_symbol",
  "readiness_early",
  "ask_last",
  "start",
  "readiness",
  "tell_failed",
  "warm",
  "warm_again",
] as const;

export type StepKind = (typeof stepKinds)[number];

export const isStepKind = (text: string): text is StepKind => stepKinds.some((kind) => kind === text);

interface StepTime {
  readonly due: IstMinute;
  /** The last minute at which the step is still useful; its first instant counts, nothing after. */
  readonly usefulUntil: IstMinute;
}

const EIGHT = istMinute(8, 0);
const START = istMinute(9, 0);
const START_END = istMinute(9, 10);
const CLOSE = istMinute(15, 30);

/** A late disconnection would end a trading user's session, a late question would be pointless. */
const stepTimes: Readonly<Record<StepKind, StepTime>> = {
  disconnect: { due: EIGHT, usefulUntil: istMinute(8, 30) },
  ask_early: { due: istMinute(8, 5), usefulUntil: istMinute(8, 30) },
  reconnect: { due: istMinute(8, 30), usefulUntil: CLOSE },
  desk_login: { due: istMinute(8, 30), usefulUntil: CLOSE },
  ask_again: { due: istMinute(8, 30), usefulUntil: istMinute(8, 50) },
  instruments: { due: istMinute(8, 35), usefulUntil: CLOSE },
  instruments_by_symbol: { due: istMinute(8, 37), usefulUntil: CLOSE },
  readiness_early: { due: istMinute(8, 45), usefulUntil: istMinute(9, 5) },
  ask_last: { due: istMinute(8, 50), usefulUntil: START_END },
  start: { due: START, usefulUntil: START_END },
  readiness: { due: istMinute(9, 5), usefulUntil: CLOSE },
  tell_failed: { due: START_END, usefulUntil: CLOSE },
  // The first entries are possible from 9:30 on, and everything is closed from 15:00 on.
  warm: { due: istMinute(9, 28), usefulUntil: istMinute(9, 32) },
  warm_again: { due: istMinute(14, 58), usefulUntil: istMinute(15, 2) },
};

const phases: readonly { readonly name: DayPhase; readonly until: IstMinute }[] = [
  { name: "early", until: stepTimes.reconnect.due },
  { name: "logins", until: stepTimes.instruments.due },
  { name: "morning", until: START_END },
];

export interface PlannedStep {
  readonly kind: StepKind;
  readonly day: IstDate;
  readonly dueAt: EpochMs;
  readonly usefulUntil: EpochMs;
  /** Orders steps of the same instant. */
  readonly rank: number;
}

export function planStep(kind: StepKind, day: IstDate): PlannedStep {
  const { due, usefulUntil } = stepTimes[kind];
  return {
    kind,
    day,
    dueAt: istInstant(day, due),
    usefulUntil: istInstant(day, usefulUntil),
    rank: stepKinds.indexOf(kind),
  };
}

/** Empty on a day without trading. */
export function planDay(calendar: TradingCalendar, day: IstDate): readonly PlannedStep[] {
  return isTradingDay(calendar, day) ? stepKinds.map((kind) => planStep(kind, day)) : [];
}

/** The due instants in (from, to], in order, each once. */
export function stopsBetween(calendar: TradingCalendar, from: EpochMs, to: EpochMs): readonly EpochMs[] {
  const stops = new Set<EpochMs>();
  for (let day = istDateOf(from); day <= istDateOf(to); day = addDays(day, 1))
    for (const { dueAt } of planDay(calendar, day)) if (dueAt > from && dueAt <= to) stops.add(dueAt);
  return [...stops].sort((a, b) => a - b);
}

export type ScheduledAction = "disconnect" | "reconnect" | "start";

const actions: readonly ScheduledAction[] = ["disconnect", "reconnect", "start"];

export interface NextAction {
  readonly action: ScheduledAction;
  readonly at: EpochMs;
}

/** The next of the three actions that users see; `null` where the calendar ends first. */
export function nextAction(calendar: EndlessCalendar, now: EpochMs): NextAction;
export function nextAction(calendar: TradingCalendar, now: EpochMs): NextAction | null;
export function nextAction(calendar: TradingCalendar, now: EpochMs): NextAction | null {
  let day = tradingDayFrom(calendar, istDateOf(now));
  for (; day !== null; day = nextTradingDay(calendar, day))
    for (const action of actions) {
      const at = planStep(action, day).dueAt;
      if (at > now) return { action, at };
    }
  return null;
}

export function phaseOf(calendar: TradingCalendar, now: EpochMs): DayPhase {
  const day = istDateOf(now);
  if (!calendar.knows(yearOf(day))) return "unknown";
  const session = calendar.sessionOf(day);
  if (!isTradingDay(calendar, day) || session.kind === "closed") return "closed";
  const minute = istMinuteOf(now);
  if (minute >= session.close) return "over";
  return phases.find(({ until }) => minute < until)?.name ?? (minute < session.open ? "started" : "open");
}

export const startEndOf = (day: IstDate): EpochMs => istInstant(day, START_END);

/** Continuous trading; outside it no tick is expected. */
export function isExchangeOpen(calendar: TradingCalendar, now: EpochMs): boolean {
  const day = istDateOf(now);
  const { open, close } = calendar.sessionOf(day);
  if (!isTradingDay(calendar, day) || open === null) return false;
  return now >= istInstant(day, open) && now < istInstant(day, close);
}
