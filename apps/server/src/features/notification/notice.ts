import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { NotificationKind } from "@vriddhi/core/notification/notification-kind";

/** What each kind of notice has to say. Sentences end with a full stop. */
export interface NoticeData {
  readonly login_link: {
    readonly broker: BrokerName;
    readonly url: string;
    /** A login that works once, or the form where what is stored can be put right. */
    readonly opens: "login" | "form";
    readonly isLast: boolean;
    /** In the broker's words, why it did not take what is stored. */
    readonly refusal: string | null;
  };
  readonly session_lost: {
    readonly broker: BrokerName;
    /** We log in again with what is stored. */
    readonly isTriedAgain: boolean;
  };
  readonly readiness: { readonly broker: BrokerName; readonly isReady: boolean; readonly reasons: readonly string[] };
  readonly morning_failed: { readonly broker: BrokerName; readonly cause: "broker_unavailable" | "not_started" };
  /** A run that started by itself makes no entries before its owner has said yes to the day. */
  readonly day_approval: { readonly broker: BrokerName };
  readonly approval: {
    readonly until: string;
    /** Opens the sheet that asks; nothing is decided by opening it. */
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

/** For one person; a second one with the same key says nothing new and goes nowhere. */
export type Notice = NoticeContent & { readonly userId: string; readonly key: string };
