import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from "@vriddhi/core/notification/notification-kind";
import { DAY_MS, type EpochMs, HOUR_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute, istMinuteOf } from "@vriddhi/core/time/ist";

interface NoticeRule {
  readonly by: readonly NotificationChannel[];
  /** Ignores quiet nights. */
  readonly isUrgent: boolean;
  /** After this time the notice would only confuse. */
  readonly usefulMs: number;
}

const everyWay = notificationChannels;

const rules: Readonly<Record<NotificationKind, NoticeRule>> = {
  login_link: { by: everyWay, isUrgent: true, usefulMs: HOUR_MS },
  session_lost: { by: everyWay, isUrgent: true, usefulMs: 2 * HOUR_MS },
  readiness: { by: ["push", "telegram"], isUrgent: false, usefulMs: 6 * HOUR_MS },
  morning_failed: { by: everyWay, isUrgent: true, usefulMs: 6 * HOUR_MS },
  // Entries end at 14:45, and a run starts at 9:00 at the earliest.
  day_approval: { by: everyWay, isUrgent: true, usefulMs: 5 * HOUR_MS },
  approval: { by: ["push", "telegram"], isUrgent: true, usefulMs: 2 * MINUTE_MS },
  order_filled: { by: ["push", "telegram"], isUrgent: true, usefulMs: HOUR_MS },
  position_closed: { by: ["push", "telegram"], isUrgent: true, usefulMs: HOUR_MS },
  trading_alert: { by: everyWay, isUrgent: true, usefulMs: 6 * HOUR_MS },
  daily_summary: { by: ["mail"], isUrgent: false, usefulMs: DAY_MS },
  subscription: { by: ["mail"], isUrgent: false, usefulMs: 2 * DAY_MS },
  security: { by: everyWay, isUrgent: true, usefulMs: DAY_MS },
};

export const ruleOf = (kind: NotificationKind): NoticeRule => rules[kind];

/** A market event carries the market's time instead of the wall clock's. */
export const isOfMarket = (kind: NotificationKind): boolean => kind !== "subscription" && kind !== "security";

/** A security notice cannot be switched off: an attacker with a session must not silence it. */
export const isLocked = (kind: NotificationKind): boolean => kind === "security";

export interface Switch {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
  readonly isOn: boolean;
}

export function switchesAfter(changes: readonly Switch[]): readonly (Switch & { readonly isLocked: boolean })[] {
  return notificationKinds.flatMap((kind) =>
    notificationChannels.map((channel) => {
      const change = changes.find((other) => other.kind === kind && other.channel === channel);
      const isOn = isLocked(kind) || (change?.isOn ?? rules[kind].by.includes(channel));
      return { kind, channel, isOn, isLocked: isLocked(kind) };
    }),
  );
}

const NIGHT_FROM = istMinute(22, 0);
const NIGHT_UNTIL = istMinute(7, 0);

/** When an audible message may be sent: now, or at the end of the quiet night if it can wait. */
export function noiseAt(kind: NotificationKind, hasQuietNights: boolean, now: EpochMs): EpochMs {
  const minute = istMinuteOf(now);
  const isNight = minute >= NIGHT_FROM || minute < NIGHT_UNTIL;
  if (!hasQuietNights || rules[kind].isUrgent || !isNight) return now;
  const today = istDateOf(now);
  return istInstant(minute >= NIGHT_FROM ? addDays(today, 1) : today, NIGHT_UNTIL);
}

/** Counted from the time it may be sent: a message that waited for the morning is not late. */
export const usefulUntil = (kind: NotificationKind, from: EpochMs): EpochMs => later(from, rules[kind].usefulMs);

const RETRY_AFTER_S = [5, 60, 300, 1_800];

/** Backoff: seconds until the next attempt, at least what the service asks for; `null` after the last attempt. */
export function nextTryAfter(attempts: number, asked: number | null): number | null {
  const own = RETRY_AFTER_S[attempts - 1];
  return own === undefined ? null : Math.max(own, asked ?? 0);
}
