import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { approvalHandlers } from "../features/approval/approval.routes.ts";
import { createApprovalService } from "../features/approval/approval.service.ts";
import { APPROVALS_WAIT, createApprovalStore } from "../features/approval/approval.store.pg.ts";
import { createApprovalDesk } from "../features/approval/approval-desk.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import { listenTo } from "../platform/events/own-connection.ts";
import { type Publish, publishMany } from "../platform/events/publish.ts";
import type { WorkWatch } from "../platform/events/work-watch.ts";
import type { Closing } from "./closing.ts";
import { SIGNALS_CHANNEL } from "./fan-out.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import type { Platform } from "./platform.ts";

const DESK_EVERY_MS = 250;

export interface ApprovalDeps {
  readonly platform: Pick<Platform, "database" | "humanClock" | "marketClock" | "log">;
  readonly prices: PricePort;
  readonly publish: Publish;
  readonly notify: Notifier["notify"];
}

export function composeApprovals({ platform, prices, publish, notify }: ApprovalDeps) {
  const { database, humanClock, marketClock, log } = platform;
  const store = createApprovalStore(database);
  const service = createApprovalService({
    store,
    clock: humanClock,
    executable(isin, side) {
      const now = humanClock.now();
      const [quote] = prices
        .quotes(isin)
        .filter(({ receivedAt }) => now - receivedAt < FEED_SILENT_MS)
        .sort((a, b) => b.receivedAt - a.receivedAt);
      if (quote === undefined) return null;
      return (side === "buy" ? quote.ask : quote.bid) ?? quote.last;
    },
    notifyPages: (tx, userId) => publish(tx, userId, "approval"),
  });
  const deskFor = (executor: Executor) =>
    oneAtATime(
      createApprovalDesk({
        store,
        humanClock,
        marketClock,
        executor,
        notify,
        notifyPages: (tx, userIds) => publishMany(tx, userIds, "approval", humanClock.now()),
      }),
    );
  return {
    service,
    handlers: approvalHandlers(service),
    deskFor,
    start(executor: Executor, closing: Closing, workWatch: WorkWatch, schedule?: MarketSchedule): void {
      const work = deskFor(executor);
      const whileOpen = { everyMs: DESK_EVERY_MS, waits: APPROVALS_WAIT };
      const { wake, stop } = workWatch.pollWhile("approvals", work, whileOpen);
      closing.add("approvals", stop);
      // A signal's entries follow within milliseconds, and while one waits for its person this keeps polling.
      closing.add("approvals' listener", listenTo(database, log, SIGNALS_CHANNEL, wake).stop);
      schedule?.watch({ idle: work });
    },
  };
}
