import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { TRIAL_BAND } from "@vriddhi/core/billing/plans";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { accountMessages } from "../features/account/account.messages.ts";
import { linkMessages } from "../features/broker-link/link.messages.ts";
import type { LinkService } from "../features/broker-link/link.service.ts";
import { googleMessages } from "../features/google/google.messages.ts";
import { notificationMessages } from "../features/notification/notification.messages.ts";
import { operationsHandlers } from "../features/operations/operations.routes.ts";
import { phoneMessages } from "../features/phone/phone.messages.ts";
import { poll } from "../platform/clock/poll.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Handlers, Messages, SessionReader } from "../platform/http/handler.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import { composeAccounts } from "./accounts.ts";
import { type Billing, billingMessages, openBilling } from "./billing.ts";
import { composeBrokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { composeMornings } from "./mornings.ts";
import { composeNotifications, type Notifications } from "./notifications.ts";
import type { Platform } from "./platform.ts";
import { sandboxMessages } from "./sandbox/sandbox.messages.ts";
import { composeSupport } from "./support.ts";
import type { Surroundings } from "./surroundings.ts";
import { composeTrading } from "./trading.ts";
import { createTradingAccounts } from "./trading-accounts.ts";
import { createTradingPrices } from "./trading-prices.ts";
import { machineTime, startTradingWorker } from "./trading-worker.ts";

const ALERTS_EVERY_MS = SECOND_MS;

export type ProductHandlers = Handlers<Exclude<EndpointName, keyof typeof sandboxEndpoints>>;

export const messages: Messages = {
  ...commonMessages,
  ...accountMessages,
  ...googleMessages,
  ...phoneMessages,
  ...linkMessages,
  ...billingMessages,
  ...notificationMessages,
  ...sandboxMessages,
};

/** Every feature, built by hand; the few things they need of each other are handed over here. */
export function composeFeatures(
  platform: Platform,
  surroundings: Surroundings,
  closing: Closing,
  count: Metrics["count"],
): {
  handlers: ProductHandlers;
  sessions: SessionReader;
  jobs: Pick<Billing, "stopsBetween" | "runDueBilling" | "runPaymentUpkeep">;
  notifications: Pick<Notifications, "start" | "closeStreams">;
  links: LinkService;
  startTrading(): Promise<void>;
} {
  const { database } = platform;
  const billing = openBilling(platform, surroundings.payment, closing);
  const notifications = composeNotifications(platform, surroundings, closing);
  const { notify, publish, tellSafety } = notifications;
  const trading = composeTrading(platform);
  const accounts = composeAccounts(platform, surroundings, closing, {
    subscriptions: billing.subscriptions,
    tellSafety,
    hasOpenPosition: trading.isAnyOpen,
  });
  const brokers = composeBrokers(platform, surroundings.brokers, closing, trading.hasOpenPosition);
  brokers.onChanged(trading.bindAccount);
  const isSubscribed = async (userId: string) => (await billing.subscriptions.planOf(userId)) !== null;
  brokers.onChanged((tx, { userId, broker }, what) => publish(tx, userId, "broker_status", { broker, what }));
  const mornings = composeMornings({ platform, surroundings, brokers, closing, isSubscribed, notify, count });
  const isReady = () =>
    database.pool.query("SELECT 1").then(
      () => true,
      () => false,
    );
  const handlers: ProductHandlers = {
    ...operationsHandlers({ isReady }),
    ...accounts.handlers,
    ...billing.handlers,
    ...composeSupport(platform),
    ...brokers.handlers,
    ...mornings.handlers,
    ...notifications.handlers,
    ...trading.handlers,
  };
  const { orders, upkeep } = trading;
  // Whose plan ends in the day still closes what is open, with the smallest capital that there is.
  const capitalOf = async (userId: string) => (await billing.subscriptions.runningOf(userId))?.band ?? TRIAL_BAND;
  async function startTrading(): Promise<void> {
    if (!platform.isWorker) return;
    const executor = await startTradingWorker({
      ...{ platform, orders, upkeep, closing, time: machineTime },
      accounts: createTradingAccounts({ accounts: trading.accounts, brokers, capitalOf }),
      prices: createTradingPrices(mornings.feed, platform.humanClock),
    });
    trading.hear(brokers, executor);
    const tellAlerts = trading.tellAlerts(notify);
    closing.add("order alerts", poll("order alerts", tellAlerts, ALERTS_EVERY_MS, platform.log));
  }
  const { sessions } = accounts;
  return { handlers, sessions, jobs: billing, notifications, links: brokers.links, startTrading };
}
