import type { TradingBroker } from "../broker/trading-broker.ts";
import { type ApprovalMode, approveDay } from "../risk/approval.ts";
import type { TradingHours } from "../risk/trading-hours.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, later, MINUTE_MS } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";

/** Why a run came to its end. */
export const stopCauses = ["person", "kill_switch", "disconnected", "day_over"] as const;
export type StopCause = (typeof stopCauses)[number];

/** One person's strategy at one broker on one trading day. */
export interface Run {
  readonly broker: TradingBroker;
  readonly tradingDay: IstDate;
  readonly capital: Paise;
  readonly approvalMode: ApprovalMode;
  readonly isBackground: boolean;
  /** The automatic mode's one approval of the day, on the market clock; null: still waited for. */
  readonly dayApprovedAt: EpochMs | null;
  /** When a page of its owner was last seen, on the human clock. */
  readonly seenAt: EpochMs;
  /** Null: it runs. */
  readonly stopCause: StopCause | null;
}

/** B4.1: whatever does not run is stopped; `closing` is a stopped run whose position is on its way out. */
export type RunState = "running" | "closing" | "stopped";

/** `isOpen`: something is held in the account, or an order of it could still trade. */
export function runStateOf(run: Pick<Run, "stopCause"> | null, isOpen: boolean): RunState {
  if (run === null) return "stopped";
  if (run.stopCause === null) return "running";
  return isOpen ? "closing" : "stopped";
}

/** Somebody or something ended it before the day did: what is open is closed. The day's own end finds nothing open. */
export const closesPositions = (cause: StopCause): boolean => cause !== "day_over";

/** Without background mode a run makes no entries when no page was seen for so long. */
export const PAGE_ABSENCE_MS = 2 * MINUTE_MS;

/** Before this instant a page must not have been seen for its run to be called absent. */
export const absentBefore = (now: EpochMs): EpochMs => later(now, -PAGE_ABSENCE_MS);

export const isPageAbsent = ({ isBackground, seenAt }: Pick<Run, "isBackground" | "seenAt">, now: EpochMs): boolean =>
  !isBackground && seenAt < absentBefore(now);

export type DayApprovalState = "not_needed" | "given" | "waiting" | "too_late";

/** Automatic mode is approved once a day, and while entries are still possible; manual mode asks for each entry. */
export function dayApprovalOf(
  { approvalMode, dayApprovedAt, tradingDay }: Pick<Run, "approvalMode" | "dayApprovedAt" | "tradingDay">,
  hours: TradingHours,
  marketNow: EpochMs,
): DayApprovalState {
  if (approvalMode === "manual") return "not_needed";
  if (dayApprovedAt !== null) return "given";
  return approveDay(hours, tradingDay, marketNow) === null ? "too_late" : "waiting";
}

/** What the person chose at this broker; without a choice the broker's own switch decides, and without one it is automatic. */
export function approvalModeOf(chosen: ApprovalMode | null, brokersSwitch: boolean | null): ApprovalMode {
  if (chosen !== null) return chosen;
  return brokersSwitch === false ? "manual" : "auto";
}
