import { randomInt } from "node:crypto";
import { createAdapter } from "@vriddhi/brokers/adapters";
import type { BrokerAddresses } from "@vriddhi/brokers/port/broker-address";
import {
  createInstrumentListThread,
  type InstrumentListThread,
} from "@vriddhi/brokers/transport/instrument-list-thread";
import { createSendingThread, type SendingThread } from "@vriddhi/brokers/transport/sending-thread";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { type LimitedAdapter, withLimits } from "@vriddhi/brokers/transport/with-limits";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { angelOneHandlers } from "../features/broker-link/angelone.routes.ts";
import { connectHandlers } from "../features/broker-link/connect.routes.ts";
import { egressHandlers } from "../features/broker-link/egress.routes.ts";
import { fyersHandlers } from "../features/broker-link/fyers.routes.ts";
import { createLinkService, type LinkService } from "../features/broker-link/link.service.ts";
import { createLinkStore } from "../features/broker-link/link.store.pg.ts";
import { createLinkSecrets } from "../features/broker-link/link-secrets.ts";
import type { LinkDeps } from "../features/broker-link/link-types.ts";
import { type OrderHintListener, type PostbackDeps, postbackHandlers } from "../features/broker-link/postback.ts";
import { zerodhaHandlers } from "../features/broker-link/zerodha.routes.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { withTimeout } from "../platform/clock/with-timeout.ts";
import type { Logger } from "../platform/log/logger.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

/** Called in the transaction that changes the link. */
export type LinkListener = LinkDeps["onChanged"];

export interface Brokers {
  /** Every call counts against the limits of its account. */
  readonly adapters: Readonly<Record<BrokerName, LimitedAdapter>>;
  readonly links: LinkService;
  onChanged(listener: LinkListener): void;
  /** Called in the transaction that binds an account to a link. */
  onLinked(listener: LinkDeps["onLinked"]): void;
  onHint(listener: OrderHintListener): void;
  readonly handlers: ReturnType<typeof linkHandlers>;
}

const linkHandlers = (deps: Parameters<typeof fyersHandlers>[0] & PostbackDeps) => ({
  ...fyersHandlers(deps),
  ...angelOneHandlers(deps),
  ...zerodhaHandlers(deps),
  ...connectHandlers(deps.links),
  ...egressHandlers(deps.links),
  ...postbackHandlers(deps),
});

export type LinkInputs = Pick<
  Platform,
  | "config"
  | "log"
  | "database"
  | "humanClock"
  | "marketClock"
  | "limiter"
  | "audit"
  | "box"
  | "watch"
  | "listThread"
  | "sendingThread"
>;

function openListThread(closing: Closing): InstrumentListThread {
  const thread = createInstrumentListThread(realTimers);
  closing.add("the thread for instrument lists", thread.close);
  return thread;
}

function openSendingThread(closing: Closing, log: Logger): SendingThread {
  const thread = createSendingThread((broken) =>
    log.error(broken, "brokers: sending thread crashed, calls in flight are looked up and not resent"),
  );
  closing.add("the thread that sends to brokers", thread.close);
  return thread;
}

export function composeBrokers(
  platform: LinkInputs,
  addresses: BrokerAddresses | null,
  closing: Closing,
  hasOpenPosition: LinkDeps["hasOpenPosition"],
): Brokers {
  const { config, log, database, humanClock, marketClock, limiter, audit, box } = platform;
  const adapterDeps = {
    listThread: platform.listThread ?? openListThread(closing),
    random: createSeededRandom(randomInt(2 ** 31)),
    timers: realTimers,
    clock: humanClock,
    guard: () => platform.watch.check("a broker was asked"),
    // The sending thread checks an order's send deadline and knows only the machine's clock.
    ...(humanClock === systemClock ? { sendingThread: platform.sendingThread ?? openSendingThread(closing, log) } : {}),
  };
  // Brokers count rate limits in machine time, whatever the product's clocks say.
  const limits = { clock: systemClock, timers: realTimers };
  const adapters = recordOf(brokerNames, (broker) =>
    withLimits(createAdapter[broker](addresses?.[broker] ?? null, adapterDeps), limits),
  );
  for (const [broker, adapter] of Object.entries(adapters)) closing.add(`${broker} connections`, adapter.close);
  const secrets = createLinkSecrets(box);
  const listeners: LinkListener[] = [];
  const linkedListeners: LinkDeps["onLinked"][] = [];
  const store = createLinkStore(database);
  const hintListeners: OrderHintListener[] = [];
  const links = createLinkService({
    store,
    secrets,
    adapters,
    humanClock,
    marketClock,
    limiter,
    audit,
    log,
    publicUrl: config.publicUrl,
    egressAddresses: config.egressAddresses,
    publicAddresses: config.egressPublicAddresses,
    hasOpenPosition,
    async onChanged(tx, link, what) {
      for (const listener of listeners) await listener(tx, link, what);
    },
    async onLinked(tx, linked) {
      for (const listener of linkedListeners) await listener(tx, linked);
    },
  });
  return {
    adapters,
    links,
    onChanged: (listener) => void listeners.push(listener),
    onLinked: (listener) => void linkedListeners.push(listener),
    onHint: (listener) => void hintListeners.push(listener),
    handlers: linkHandlers({
      links,
      secrets,
      within: withTimeout,
      store,
      log,
      hints: { hint: (...order) => hintListeners.forEach((listener) => void listener.hint(...order)) },
    }),
  };
}
