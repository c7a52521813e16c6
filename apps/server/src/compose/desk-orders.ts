import { needsSecondAdmin, ORDERS_WAIT_MS } from "@vriddhi/core/back-office/four-eyes";
import type { TypedRow } from "@vriddhi/core/back-office/order-row";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { err, ok } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { createActiveAccountStore } from "../features/admin-order/active-account.store.pg.ts";
import { adminOrderHandlers } from "../features/admin-order/admin-order.routes.ts";
import {
  createAdminOrderStore,
  OPERATOR_ORDERS_CHANNEL,
  OPERATOR_ORDERS_OF_DAY,
  OPERATOR_ORDERS_VALID,
} from "../features/admin-order/admin-order.store.pg.ts";
import type { AdminOrderStore } from "../features/admin-order/admin-order.store.ts";
import { adminOrderMessages } from "../features/admin-order/admin-order.texts.ts";
import { type BulkService, createBulkService } from "../features/admin-order/bulk.service.ts";
import { bulkSentence, ORDERS_STORED, placedSentence } from "../features/admin-order/bulk.texts.ts";
import type { PlacingKey } from "../features/admin-order/bulk-placing.ts";
import { createOperatorFanOut } from "../features/admin-order/operator-fan-out.ts";
import { createPlacementService } from "../features/admin-order/placement.service.ts";
import { fourEyesTexts } from "../features/four-eyes/four-eyes.messages.ts";
import type { FourEyes } from "../features/four-eyes/four-eyes.service.ts";
import type { InstrumentService } from "../features/instrument-map/instrument.service.ts";
import { scheduledOrderHandlers } from "../features/scheduled-order/scheduled-order.routes.ts";
import { createScheduledOrderService } from "../features/scheduled-order/scheduled-order.service.ts";
import { createScheduledOrderStore, ORDERS_PENDING } from "../features/scheduled-order/scheduled-order.store.pg.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { Database } from "../platform/db/database.ts";
import { listenTo } from "../platform/events/own-connection.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";

const LOOK_EVERY_MS = 250;
/** Once every row of the day is past its time. */
const LATE_LOOK_EVERY_MS = SECOND_MS;
const SCHEDULED_EVERY_MS = SECOND_MS / 2;

export const deskOrderMessages = adminOrderMessages;

const BULK_ORDERS = "bulk_orders";

export interface DeskOrdersDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "schedule">;
  readonly closing: Closing;
  readonly prices: PricePort;
  readonly fourEyes: FourEyes;
  readonly reader: Database;
}

/** Re-validates and re-prices bulk orders when the second admin approves. */
function registerBulk(fourEyes: FourEyes, bulk: BulkService): void {
  fourEyes.register(BULK_ORDERS, async ({ rows }, { askedBy, confirmedBy, ip }, { id, note }) => {
    const plan = await bulk.plan(rows as readonly TypedRow[], true);
    if (!plan.ok) return typeof plan.error === "string" ? adminOrderMessages[plan.error] : plan.error.detail;
    const key: PlacingKey = {
      id,
      mark: (tx) => note(tx, ORDERS_STORED),
      keep: (tx, report) => note(tx, placedSentence(report)),
    };
    return placedSentence(await bulk.place(plan.value, { userId: askedBy, ip, confirmedBy }, key));
  });
}

export function composeDeskOrders(deps: DeskOrdersDeps) {
  const { platform, surroundings, closing, prices, fourEyes, reader } = deps;
  const { config, database, humanClock, marketClock, calendar, audit, isWorker, workWatch } = platform;
  const log = platform.log.child({ feature: "desk-orders" });
  const store = createAdminOrderStore(database);
  const placements = createPlacementService({
    store,
    active: createActiveAccountStore(database),
    prices,
    humanClock,
    marketClock,
    timers: realTimers,
  });
  const scheduled = createScheduledOrderService({
    store: createScheduledOrderStore(database),
    audit,
    humanClock,
    marketClock,
    log,
    async prepare({ symbol, side, totalQuantity, limit, byUserId }) {
      const prepared = await placements.prepare([{ n: 1, symbol, side, totalQuantity, limit, dueAt: null }]);
      if (!prepared.ok) return err(typeof prepared.error === "string" ? prepared.error : prepared.error.detail);
      return ok((tx) => placements.store(tx, prepared.value, { userId: byUserId, source: "schedule" }));
    },
  });
  const bulk = createBulkService({
    placements,
    store,
    audit,
    calendar,
    marketClock,
    humanClock,
    timers: realTimers,
    isValueWanted: config.fourEyes.isOn,
    schedule: scheduled.add,
  });
  registerBulk(fourEyes, bulk);
  surroundings.schedule.add({ stopsBetween: scheduled.stopsBetween, runDue: scheduled.runDue });
  if (isWorker) {
    const whilePending = { everyMs: SCHEDULED_EVERY_MS, waits: ORDERS_PENDING };
    closing.add("scheduled orders", workWatch.pollWhile("scheduled orders", scheduled.runDue, whilePending).stop);
  }
  return {
    handlers: {
      ...adminOrderHandlers({
        placements,
        bulk,
        store: createAdminOrderStore(reader),
        humanClock,
        async askSecondAdmin(plan, rows, by, keep) {
          if (!needsSecondAdmin(config.fourEyes, plan.value)) return null;
          const act = { kind: BULK_ORDERS, sentence: bulkSentence(plan), input: { rows }, waitsMs: ORDERS_WAIT_MS };
          const toWaiting = (id: string) => ({ id, sentence: fourEyesTexts.waiting });
          return toWaiting(await fourEyes.ask(act, by, (tx, id) => keep(tx, toWaiting(id))));
        },
      }),
      ...scheduledOrderHandlers(scheduled, marketClock),
    },
    start: (executor: Executor, instruments: Pick<InstrumentService, "listOn">) =>
      startDeskOrders(deps, store, executor, instruments),
  };
}

function startDeskOrders(
  { platform, surroundings, closing, prices }: DeskOrdersDeps,
  store: AdminOrderStore,
  executor: Executor,
  instruments: Pick<InstrumentService, "listOn">,
): void {
  const { database, humanClock, marketClock, workWatch } = platform;
  const log = platform.log.child({ feature: "desk-orders" });
  const fanOut = createOperatorFanOut({
    store,
    executor,
    prices,
    humanClock,
    marketClock,
    log,
    async instrumentsOf(isin, day) {
      const found = new Map<BrokerName, BrokerInstrument>();
      for (const broker of brokerNames) {
        const [listed] = await instruments.listOn(broker, day, [isin]);
        if (listed !== undefined) found.set(broker, listed);
      }
      return found;
    },
  });
  const whileValid = { everyMs: LOOK_EVERY_MS, waits: OPERATOR_ORDERS_VALID };
  const { wake, stop } = workWatch.pollWhile("desk orders", fanOut.look, whileValid);
  closing.add("desk orders", stop);
  const whilePlaced = { everyMs: LATE_LOOK_EVERY_MS, waits: OPERATOR_ORDERS_OF_DAY };
  closing.add("past desk orders", workWatch.pollWhile("past desk orders", fanOut.look, whilePlaced).stop);
  closing.add("desk orders' listener", listenTo(database, log, OPERATOR_ORDERS_CHANNEL, wake).stop);
  surroundings.schedule.watch({ idle: fanOut.look });
}
