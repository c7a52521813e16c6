import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { approvalHandlers } from "../features/approval/approval.routes.ts";
import { createApprovalService } from "../features/approval/approval.service.ts";
import { createApprovalStore } from "../features/approval/approval.store.pg.ts";
import { createApprovalDesk } from "../features/approval/approval-desk.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import { poll } from "../platform/clock/poll.ts";
import { type Publish, publishMany } from "../platform/events/publish.ts";
import type { Closing } from "./closing.ts";
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
    start(executor: Executor, closing: Closing, schedule?: MarketSchedule): void {
      const work = deskFor(executor);
      closing.add("approvals", poll("approvals", work, DESK_EVERY_MS, log));
      schedule?.watch({ idle: work });
    },
  };
}
