import type { MarketStateName } from "@vriddhi/core/time/market-state";
import { brokerLabel } from "./broker-label.ts";
import type { Day } from "./day-types.ts";
import { todayTexts } from "./today.texts.ts";

const { lead } = todayTexts;

interface LeadFacts {
  readonly day: Day;
  readonly state: MarketStateName;
  /** The next trading day in words. */
  readonly nextDay: string;
  readonly isRunning: boolean;
  readonly startsToday: boolean;
}

export const isClosing = ({ notes, positions, run }: Day): boolean =>
  positions.length > 0 &&
  (run?.stopped_at !== null ||
    notes.some(({ kind, position }) => kind === "position_closing" && isOf(positions, position)));

const isOf = (positions: Day["positions"], tag: string | null): boolean => positions.some((each) => each.tag === tag);

/** Something that stops the loss rests at the broker. */
export const isStopResting = ({ orders }: Day): boolean =>
  orders.some(
    ({ leg, trigger_paise: trigger, status }) =>
      leg === "exit" && trigger !== null && (status === "accepted" || status === "partly_filled"),
  );

function leadOfOpen(day: Day): readonly string[] | null {
  const [position] = day.positions;
  if (position === undefined || day.broker === null) return day.is_open ? lead.working : null;
  if (isClosing(day)) return lead.closing(position.symbol);
  return isStopResting(day) ? lead.open(position.symbol, brokerLabel(day.broker)) : lead.openBare(position.symbol);
}

function leadOfQuiet({ day, state, nextDay, isRunning, startsToday }: LeadFacts): readonly string[] {
  switch (state) {
    case "holiday":
      return lead.holiday(nextDay);
    case "before_open":
      return isRunning || startsToday ? lead.before : lead.beforeStopped;
    case "open":
      if (day.fills.length > 0) return lead.flatOpen;
      return isRunning ? lead.waiting : lead.stopped;
    case "after_close":
      return day.fills.length > 0 ? lead.flat : lead.overQuiet;
  }
}

/** One sentence: must I do something? Its first part is the answer. */
export function leadOf(facts: LeadFacts): readonly string[] {
  const { day } = facts;
  return leadOfOpen(day) ?? (day.daily_stop.is_hit ? lead.locked : leadOfQuiet(facts));
}
