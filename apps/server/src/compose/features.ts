import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { accountMessages } from "../features/account/account.messages.ts";
import { runMessages } from "../features/algorithm-run/run.messages.ts";
import { approvalMessages } from "../features/approval/approval.messages.ts";
import { backtestMessages } from "../features/backtest/backtest.messages.ts";
import { linkMessages } from "../features/broker-link/link.messages.ts";
import type { LinkService } from "../features/broker-link/link.service.ts";
import { googleMessages } from "../features/google/google.messages.ts";
import { notificationMessages } from "../features/notification/notification.messages.ts";
import { operationsHandlers } from "../features/operations/operations.routes.ts";
import { paperMessages } from "../features/paper/paper.messages.ts";
import { phoneMessages } from "../features/phone/phone.messages.ts";
import { tradingWishMessages } from "../features/trading-wishes/trading-wishes.messages.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Handlers, Messages, SessionReader } from "../platform/http/handler.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import { composeAccounts } from "./accounts.ts";
import { composeAlgorithm } from "./algorithm.ts";
import { composeApprovals } from "./approvals.ts";
import { composeBacktests } from "./backtests.ts";
import { type Billing, billingMessages, openBilling } from "./billing.ts";
import { composeBrokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { composeEngine } from "./engine.ts";
import { composeMornings } from "./mornings.ts";
import { composeNotifications, type Notifications } from "./notifications.ts";
import { startOrderPath } from "./order-path.ts";
import { composePaper, startPaper } from "./paper.ts";
import type { Platform } from "./platform.ts";
import { isReady } from "./readiness.ts";
import { sandboxMessages } from "./sandbox/sandbox.messages.ts";
import { composeSupport } from "./support.ts";
import type { Surroundings } from "./surroundings.ts";
import { composeTrading } from "./trading.ts";
import { createTradingPrices } from "./trading-prices.ts";
import { composeTradingWishes } from "./trading-wishes.ts";
import { watchRuns } from "./watch-market.ts";

export type ProductHandlers = Handlers<Exclude<EndpointName, keyof typeof sandboxEndpoints>>;

export const messages: Messages = {
  ...commonMessages,
  ...accountMessages,
  ...approvalMessages,
  ...googleMessages,
  ...phoneMessages,
  ...linkMessages,
  ...runMessages,
  ...billingMessages,
  ...notificationMessages,
  ...paperMessages,
  ...tradingWishMessages,
  ...backtestMessages,
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
  startAccounts(): Promise<void>;
  startTrading(): Promise<void>;
} {
  const { database } = platform;
  const billing = openBilling(platform, surroundings.payment, closing);
  const notifications = composeNotifications(platform, surroundings, closing);
  const { notify, publish, tellSafety } = notifications;
  const trading = composeTrading(platform);
  watchRuns(surroundings.schedule, database);
  const accounts = composeAccounts(platform, surroundings, closing, {
    subscriptions: billing.subscriptions,
    tellSafety,
    hasOpenPosition: trading.isAnyOpen,
  });
  const brokers = composeBrokers(platform, surroundings.brokers, closing, trading.hasOpenPosition);
  brokers.onChanged(trading.bindAccount);
  brokers.onChanged(async (tx, { userId }, what) => {
    if (what === "connected") await billing.noteLinkedAccounts(tx, userId);
  });
  const isSubscribed = async (userId: string) => (await billing.subscriptions.planOf(userId)) !== null;
  brokers.onChanged((tx, { userId, broker }, what) => publish(tx, userId, "broker_status", { broker, what }));
  const { runningOf } = billing.subscriptions;
  const { streaming } = notifications;
  const runGround = { platform, surroundings, brokers, trading, closing, notify, streaming, runningOf };
  const algorithm = composeAlgorithm(runGround);
  const engine = algorithm.mornings;
  const mornings = composeMornings({ platform, surroundings, brokers, closing, isSubscribed, engine, notify, count });
  const prices = createTradingPrices(mornings.feed, platform.humanClock);
  const desks = composeEngine({ platform, surroundings, brokers, mornings, closing, prices, count });
  const paperGround = { platform, feed: mornings.feed };
  const paper = composePaper(paperGround);
  if (platform.config.role !== "api") startPaper(paper, paperGround, closing, surroundings.schedule);
  const wishes = composeTradingWishes(platform, publish);
  const approvals = composeApprovals({ platform, prices, publish, notify });
  const handlers: ProductHandlers = {
    ...operationsHandlers({ isReady: () => isReady(platform) }),
    ...accounts.handlers,
    ...billing.handlers,
    ...composeSupport(platform),
    ...composeBacktests(platform, closing),
    ...brokers.handlers,
    ...mornings.handlers,
    ...desks.handlers,
    ...algorithm.handlers,
    ...paper.handlers,
    ...notifications.handlers,
    ...trading.handlers,
    ...trading.dayHandlers(prices),
    ...approvals.handlers,
    ...wishes.handlers,
  };
  const { instruments } = mornings;
  const startTrading = () =>
    startOrderPath({
      ...{ platform, surroundings, closing, trading, brokers, paper },
      prices,
      instruments,
      approvals,
      wishes,
      notify,
      runningOf,
    });
  const { sessions, start: startAccounts } = accounts;
  return { handlers, sessions, startAccounts, jobs: billing, notifications, links: brokers.links, startTrading };
}
