import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { NotificationKind } from "@vriddhi/core/notification/notification-kind";

/** The data of each kind of notice. Sentences end with a full stop. */
export interface NoticeData {
  readonly login_link: {
    readonly broker: BrokerName;
    readonly url: string;
    /** A login that works once, or the form for correcting the stored credentials. */
    readonly opens: "login" | "form";
    readonly isLast: boolean;
    readonly refusal: string | null;
  };
  readonly session_lost: {
    readonly broker: BrokerName;
    readonly isTriedAgain: boolean;
  };
  readonly readiness: { readonly broker: BrokerName; readonly isReady: boolean; readonly reasons: readonly string[] };
  readonly morning_failed: { readonly broker: BrokerName; readonly cause: "broker_unavailable" | "not_started" };
  readonly day_approval: { readonly broker: BrokerName };
  readonly approval: {
    readonly until: string;
    /** Opens the approval dialog; opening it decides nothing. */
    readonly url: string;
  };
  readonly order_filled: { readonly sentence: string };
  readonly position_closed: { readonly sentence: string };
  readonly trading_alert: { readonly sentence: string };
  readonly daily_summary: { readonly day: string; readonly sentences: readonly string[] };
  readonly subscription: { readonly title: string; readonly sentences: readonly string[] };
  readonly security: { readonly what: string };
}

export type NoticeContent = {
  readonly [Kind in NotificationKind]: { readonly kind: Kind; readonly data: NoticeData[Kind] };
}[NotificationKind];

/** For one user; a second notice with the same key is dropped. */
export type Notice = NoticeContent & { readonly userId: string; readonly key: string };
