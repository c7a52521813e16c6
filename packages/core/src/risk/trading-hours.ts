import { madeOnce } from "../shared/made-once.ts";
import { DAY_MS, type EpochMs, MINUTE_MS } from "../time/clock.ts";
import { type IstDate, type IstMinute, istInstant, istMinute } from "../time/ist.ts";

/** Cut-offs of a trading day on the market clock. Continuous trading in stocks with derivatives ends at 15:15. */
export interface TradingHours {
  readonly entriesFrom: IstMinute;
  /** No entries from this minute on. */
  readonly entriesUntil: IstMinute;
  /** Everything is closed from this minute on. */
  readonly closingFrom: IstMinute;
  /** Everything is flat by then. */
  readonly flatBy: IstMinute;
  readonly brokerSquareOff: IstMinute;
}

export const TRADING_HOURS: TradingHours = {
  entriesFrom: istMinute(9, 15),
  entriesUntil: istMinute(14, 45),
  closingFrom: istMinute(15, 0),
  flatBy: istMinute(15, 10),
  brokerSquareOff: istMinute(15, 12),
};

/** No new exit is placed this long before the broker's square-off: its order and ours would be one too many. */
const HANDS_OFF_MINUTES = 1;

export type DayPhase = "before_open" | "entries" | "no_entries" | "closing" | "late" | "hands_off" | "handed_over";

interface PhaseStart {
  readonly phase: DayPhase;
  readonly minute: number;
}

/** Last first. */
const listStarts = (hours: TradingHours): readonly PhaseStart[] => [
  { phase: "handed_over", minute: hours.brokerSquareOff },
  { phase: "hands_off", minute: hours.brokerSquareOff - HANDS_OFF_MINUTES },
  { phase: "late", minute: hours.flatBy },
  { phase: "closing", minute: hours.closingFrom },
  { phase: "no_entries", minute: hours.entriesUntil },
  { phase: "entries", minute: hours.entriesFrom },
];

/** Called in every turn of every account, so the list is cached per hours. */
const phaseStarts = madeOnce(listStarts);

const MIDNIGHT = istMinute(0, 0);

/** The part of `day`; on another day it has not begun or is over. */
export function phaseOfDay(hours: TradingHours, day: IstDate, marketNow: EpochMs): DayPhase {
  const sinceMs = marketNow - istInstant(day, MIDNIGHT);
  if (sinceMs >= DAY_MS) return "handed_over";
  for (const { phase, minute } of phaseStarts(hours)) if (sinceMs >= minute * MINUTE_MS) return phase;
  return "before_open";
}

export const isClosingPhase = (phase: DayPhase): boolean => phase === "closing" || phase === "late";

export function nextPhaseAt(hours: TradingHours, day: IstDate, marketNow: EpochMs): EpochMs | null {
  const instants = phaseStarts(hours).map(({ minute }) => istInstant(day, minute as IstMinute));
  const ahead = instants.filter((instant) => instant > marketNow);
  return ahead.length === 0 ? null : (Math.min(...ahead) as EpochMs);
}
