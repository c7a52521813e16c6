import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { accountMessages } from "../features/account/account.messages.ts";
import { runMessages } from "../features/algorithm-run/run.messages.ts";
import { approvalMessages } from "../features/approval/approval.messages.ts";
import { backtestMessages } from "../features/backtest/backtest.messages.ts";
import { linkMessages } from "../features/broker-link/link.messages.ts";
import type { LinkService } from "../features/broker-link/link.service.ts";
import { deskCouponMessages } from "../features/desk-coupon/desk-coupon.messages.ts";
import { deskGuaranteeMessages } from "../features/desk-guarantee/desk-guarantee.messages.ts";
import { deskUserMessages } from "../features/desk-user/desk-user.messages.ts";
import { googleMessages } from "../features/google/google.messages.ts";
import { calendarMessages } from "../features/market-calendar/calendar.messages.ts";
import { notificationMessages } from "../features/notification/notification.messages.ts";
import { operationsHandlers } from "../features/operations/operations.routes.ts";
import { paperMessages } from "../features/paper/paper.messages.ts";
import { phoneMessages } from "../features/phone/phone.messages.ts";
import { threadMessages } from "../features/support/thread.messages.ts";
import { tradingPreferenceMessages } from "../features/trading-preferences/trading-preferences.messages.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Handlers, Messages, SessionReader, StaffReader } from "../platform/http/handler.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import { composeAccounts } from "./accounts.ts";
import { composeAlgorithm } from "./algorithm.ts";
import { composeApprovals } from "./approvals.ts";
import { backOfficeMessages, composeBackOffice } from "./back-office.ts";
import { composeBacktests } from "./backtests.ts";
import { type Billing, billingMessages, openBilling } from "./billing.ts";
import { blogMessagesAll, type ComposedBlog, composeBlog } from "./blog.ts";
import { composeBrokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { composeDeskPeople, withSuspensions, withSuspensionWords } from "./desk-people.ts";
import { composeEngine } from "./engine.ts";
import { composeMornings } from "./mornings.ts";
import { composeNotifications, type Notifications } from "./notifications.ts";
import { createNotifyLinked } from "./notify-linked.ts";
import { observeTrading } from "./observability.ts";
import { startOrderPath } from "./order-path.ts";
import { composePaper, startPaper } from "./paper.ts";
import type { Platform } from "./platform.ts";
import { isReady } from "./readiness.ts";
import { sandboxMessages } from "./sandbox/sandbox.messages.ts";
import { composeServiceStatus } from "./service-status.ts";
import { composeSupport } from "./support.ts";
import type { Surroundings } from "./surroundings.ts";
import { composeTrading } from "./trading.ts";
import { composeTradingPreferences } from "./trading-preferences.ts";
import { createTradingPrices } from "./trading-prices.ts";
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
  ...tradingPreferenceMessages,
  ...backtestMessages,
  ...backOfficeMessages,
  ...threadMessages,
  ...deskUserMessages,
  ...deskCouponMessages,
  ...deskGuaranteeMessages,
  ...calendarMessages,
  ...blogMessagesAll,
  ...sandboxMessages,
};

interface MarketDeps {
  readonly platform: Platform;
  readonly surroundings: Surroundings;
  readonly closing: Closing;
  readonly count: Metrics["count"];
  readonly billing: ReturnType<typeof openBilling>;
  readonly notifications: ReturnType<typeof composeNotifications>;
  readonly trading: ReturnType<typeof composeTrading>;
}

function composeMarket(deps: MarketDeps) {
  const { platform, surroundings, closing, count, billing, notifications, trading } = deps;
  const { notify, publish } = notifications;
  const brokers = composeBrokers(platform, surroundings.brokers, closing, trading.hasOpenPosition);
  brokers.onChanged(trading.bindAccount);
  brokers.onChanged(async (tx, { userId }, what) => {
    if (what === "connected") await billing.noteLinkedAccounts(tx, userId);
  });
  const isSubscribed = async (userId: string) => (await billing.subscriptions.planOf(userId)) !== null;
  brokers.onChanged((tx, { userId, broker }, what) => publish(tx, userId, "broker_status", { broker, what }));
  brokers.onLinked(createNotifyLinked(platform.humanClock, notifications.notifySafety));
  const { runningOf } = billing.subscriptions;
  const { streaming } = notifications;
  const runDeps = { platform, surroundings, brokers, trading, closing, notify, streaming, runningOf };
  const algorithm = composeAlgorithm(runDeps);
  const engine = algorithm.mornings;
  const mornings = composeMornings({ platform, surroundings, brokers, closing, isSubscribed, engine, notify, count });
  const prices = createTradingPrices(mornings.feed, platform.humanClock);
  const desks = composeEngine({ platform, surroundings, brokers, mornings, closing, prices, count, notify });
  const paperDeps = { platform, feed: mornings.feed };
  const paper = composePaper(paperDeps);
  if (platform.config.role !== "api") startPaper(paper, paperDeps, closing, surroundings.schedule);
  const preferences = composeTradingPreferences(platform, publish);
  const approvals = composeApprovals({ platform, prices, publish, notify });
  return {
    brokers,
    algorithm,
    instruments: mornings.instruments,
    prices,
    paper,
    preferences,
    approvals,
    isSubscribed,
    handlers: {
      ...brokers.handlers,
      ...mornings.handlers,
      ...desks.handlers,
      ...algorithm.handlers,
      ...paper.handlers,
      ...approvals.handlers,
      ...preferences.handlers,
    },
  };
}

interface ComposedFeatures {
  handlers: ProductHandlers;
  sessions: SessionReader;
  staff: StaffReader;
  jobs: Pick<Billing, "dailyBilling" | "runPaymentUpkeep">;
  notifications: Pick<Notifications, "start" | "closeStreams">;
  links: LinkService;
  blog: ComposedBlog;
  startAccounts(): Promise<void>;
  startTrading(): Promise<void>;
}

export function composeFeatures(
  platform: Platform,
  surroundings: Surroundings,
  closing: Closing,
  metrics: Metrics,
): ComposedFeatures {
  const { count, countAlert } = metrics;
  const notifications = composeNotifications(platform, surroundings, closing);
  const opened = openBilling(platform, surroundings.payment, closing, notifications.notifySubscriber);
  const billing = withSuspensions(opened, platform);
  const trading = composeTrading(platform, countAlert, observeTrading(platform, metrics, closing));
  watchRuns(surroundings.schedule, platform.database);
  const accounts = composeAccounts(platform, surroundings, closing, {
    subscriptions: billing.subscriptions,
    notifySafety: notifications.notifySafety,
    hasOpenPosition: trading.isAnyOpen,
  });
  const market = composeMarket({ platform, surroundings, closing, count, billing, notifications, trading });
  const { brokers, prices } = market;
  const desk = composeBackOffice({
    platform,
    surroundings,
    closing,
    ways: accounts.ways,
    brokers,
    algorithm: market.algorithm,
    prices,
    sentences: messages,
    notify: notifications.notify,
    isSubscribed: market.isSubscribed,
  });
  const blog = composeBlog(platform, surroundings, closing);
  const handlers: ProductHandlers = {
    ...blog.handlers,
    ...composeServiceStatus(platform),
    ...operationsHandlers({ isReady: () => isReady(platform) }),
    ...accounts.handlers,
    ...billing.handlers,
    ...composeSupport(platform, closing, notifications.publish),
    ...composeBacktests(platform, closing),
    ...withSuspensionWords(market.handlers, platform),
    ...notifications.handlers,
    ...trading.handlers,
    ...trading.dayHandlers(prices),
    ...desk.handlers,
    ...composeDeskPeople({ platform, billing: opened, trading, readiness: market.handlers, desk }),
  };
  const { paper, instruments, approvals, preferences } = market;
  const ordered = {
    paper,
    prices,
    instruments,
    approvals,
    preferences,
    notify: notifications.notify,
    runningOf: billing.subscriptions.runningOf,
    desk: { start: desk.startOrders },
  };
  const startTrading = () => startOrderPath({ platform, surroundings, closing, trading, brokers, ...ordered });
  return {
    handlers,
    sessions: accounts.sessions,
    staff: desk.staff,
    startAccounts: accounts.start,
    jobs: billing,
    notifications,
    links: brokers.links,
    blog,
    startTrading,
  };
}
