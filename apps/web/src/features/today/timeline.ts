import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, type IstMinute, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { brokerLabel } from "./broker-label.ts";
import { planTexts } from "./timeline.texts.ts";

/** done and trade are facts, next is a plan, needs is a plan that waits for the user. */
export type TimelineTone = "done" | "trade" | "next" | "needs" | "fault";

export interface TimelineItem {
  readonly key: string;
  readonly at: EpochMs;
  readonly tone: TimelineTone;
  readonly title: string;
  readonly body: string | null;
}

export interface PlanFacts {
  readonly day: IstDate;
  readonly now: EpochMs;
  readonly isTradingDay: boolean;
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  readonly areEntriesOver: boolean;
  readonly startsToday: boolean;
  readonly loginNeeded: readonly TradingBroker[];
}

const START_END = istMinute(9, 10);
const START = istMinute(9, 0);

export function planOf(facts: PlanFacts): readonly TimelineItem[] {
  const { day, now, isTradingDay, isRunning, isOpen, areEntriesOver, startsToday, loginNeeded } = facts;
  if (!isTradingDay) return [];
  const step = (minute: IstMinute, title: string, body: string | null = null, tone: TimelineTone = "next") => {
    const at = istInstant(day, minute);
    return { key: `next ${minute} ${title}`, at, tone, title, body };
  };
  const next = planTexts;
  const isTrading = isRunning || startsToday;
  const steps: TimelineItem[] = [
    ...loginNeeded.map((broker) => step(START_END, next.login(brokerLabel(broker)), next.loginBody, "needs")),
    ...(startsToday ? [step(START, next.start)] : []),
    step(SESSION_OPEN, next.opens, isTrading ? next.opensBody : null),
    ...(isTrading && !isOpen && !areEntriesOver ? [step(TRADING_HOURS.entriesUntil, next.lastEntry)] : []),
    ...(isTrading || isOpen
      ? [step(TRADING_HOURS.closingFrom, next.closing), step(TRADING_HOURS.flatBy, next.flat)]
      : []),
  ];
  return steps.filter(({ at }) => at > now).sort((a, b) => a.at - b.at);
}

export const dayOf = (text: string): IstDate => istDate(text);
