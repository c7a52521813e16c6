import type { TradingBroker } from "../broker/trading-broker.ts";
import { type ApprovalMode, approveDay } from "../risk/approval.ts";
import type { TradingHours } from "../risk/trading-hours.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, later, MINUTE_MS } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";

export const stopCauses = ["person", "kill_switch", "disconnected", "day_over"] as const;
export type StopCause = (typeof stopCauses)[number];

/** One user's strategy at one broker on one trading day. */
export interface Run {
  readonly broker: TradingBroker;
  readonly tradingDay: IstDate;
  readonly capital: Paise;
  readonly approvalMode: ApprovalMode;
  readonly isBackground: boolean;
  /** The automatic mode's one approval of the day, market clock; `null` while it is open. */
  readonly dayApprovedAt: EpochMs | null;
  /** When a page of the user was last seen, human clock. */
  readonly seenAt: EpochMs;
  /** `null` while running. */
  readonly stopCause: StopCause | null;
}

/** B4.1: a run that is not running is stopped; `closing` is a stopped run with a position that is being closed. */
export type RunState = "running" | "closing" | "stopped";

/** `isOpen`: the account holds something, or an order of it could still trade. */
export function runStateOf(run: Pick<Run, "stopCause"> | null, isOpen: boolean): RunState {
  if (run === null) return "stopped";
  if (run.stopCause === null) return "running";
  return isOpen ? "closing" : "stopped";
}

/** A run that ended before the day closes its positions. The day's own end finds nothing open. */
export const closesPositions = (cause: StopCause): boolean => cause !== "day_over";

/** Without background mode a run makes no entries when no page was seen for this long. */
export const PAGE_ABSENCE_MS = 2 * MINUTE_MS;

export const absentBefore = (now: EpochMs): EpochMs => later(now, -PAGE_ABSENCE_MS);

export const isPageAbsent = ({ isBackground, seenAt }: Pick<Run, "isBackground" | "seenAt">, now: EpochMs): boolean =>
  !isBackground && seenAt < absentBefore(now);

export type DayApprovalState = "not_needed" | "given" | "waiting" | "too_late";

/** Automatic mode needs one approval a day, while entries are possible; manual mode needs one for each entry. */
export function dayApprovalOf(
  { approvalMode, dayApprovedAt, tradingDay }: Pick<Run, "approvalMode" | "dayApprovedAt" | "tradingDay">,
  hours: TradingHours,
  marketNow: EpochMs,
): DayApprovalState {
  if (approvalMode === "manual") return "not_needed";
  if (dayApprovedAt !== null) return "given";
  return approveDay(hours, tradingDay, marketNow) === null ? "too_late" : "waiting";
}

/** The user's choice at this broker; else the broker's switch; else automatic. */
export function approvalModeOf(chosen: ApprovalMode | null, brokersSwitch: boolean | null): ApprovalMode {
  if (chosen !== null) return chosen;
  return brokersSwitch === false ? "manual" : "auto";
}
