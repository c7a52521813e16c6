import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { accountMessages } from "../features/account/account.messages.ts";
import { linkMessages } from "../features/broker-link/link.messages.ts";
import type { LinkService } from "../features/broker-link/link.service.ts";
import { googleMessages } from "../features/google/google.messages.ts";
import { notificationMessages } from "../features/notification/notification.messages.ts";
import { operationsHandlers } from "../features/operations/operations.routes.ts";
import { phoneMessages } from "../features/phone/phone.messages.ts";
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
  return { handlers, sessions: accounts.sessions, jobs: billing, notifications, links: brokers.links };
}
