import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness";
import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ReadinessService } from "./readiness.service.ts";

const TITLES: Readonly<Record<BrokerName, string>> = { fyers: "Fyers", zerodha: "Zerodha", angelone: "Angel One" };

/** What is missing and what to do. */
const SENTENCES: Readonly<Record<ReadinessReason, (title: string) => string>> = {
  not_linked: (title) => `No ${title} account is linked. Link one under ${title} Connection.`,
  subscription_missing: () => "There is no active subscription. Choose a plan to trade.",
  session_missing: (title) => `${title} is not connected today. Log in under ${title} Connection.`,
  broker_unavailable: (title) => `${title} does not answer right now. We keep asking.`,
  funds_unread: (title) => `The funds at ${title} have not been read yet. They are read before 9:10 AM.`,
  funds_too_low: (title) => `There is less than ₹500 to trade with at ${title}. Add funds there.`,
  egress_missing: () => "Your account has no network address of its own yet. Please write to support.",
  algo_id_missing: (title) =>
    `${title} asks for an algorithm id that your account does not have yet. Please write to support.`,
  instruments_stale: (title) => `Today's list of shares from ${title} is not here yet. We keep asking.`,
  feed_silent: () => "The market feed is silent. Nothing is bought until it is back.",
};

const isoOf = (instant: EpochMs | null): string | null => (instant === null ? null : new Date(instant).toISOString());

export const readinessHandlers = (readiness: ReadinessService): Handlers<"readBrokerReadiness"> => ({
  async readBrokerReadiness({ caller }) {
    const { day, checkedAt, brokers } = await readiness.of(caller.userId);
    return ok({
      trading_day: day,
      checked_at: isoOf(checkedAt),
      brokers: brokers.map(({ broker, reason, sessionUntil }) => ({
        broker,
        is_ready: reason === null,
        reason,
        detail: reason === null ? null : SENTENCES[reason](TITLES[broker]),
        session_expires_at: isoOf(sessionUntil),
      })),
    });
  },
});
