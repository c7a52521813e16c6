import { randomUUID } from "node:crypto";
import { brand } from "@vriddhi/core/site/brand";
import { createEventHub } from "../features/event-stream/event-hub.ts";
import { eventStreamHandlers } from "../features/event-stream/event-stream.routes.ts";
import { createEventStreamStore } from "../features/event-stream/event-stream.store.pg.ts";
import { createDeliver } from "../features/notification/delivery.ts";
import { notificationHandlers } from "../features/notification/notification.routes.ts";
import { createNotificationService } from "../features/notification/notification.service.ts";
import { createNotificationStore } from "../features/notification/notification.store.pg.ts";
import { createNotifier, type Notifier } from "../features/notification/notifier.ts";
import { createReadUpdates } from "../features/notification/telegram-updates.ts";
import { createPushSender } from "../gateways/push/push-sender.ts";
import { createVapid } from "../gateways/push/vapid.ts";
import { createTelegramBot } from "../gateways/telegram/telegram-bot.ts";
import type { TelegramSettings } from "../platform/config/config.ts";
import type { Tx } from "../platform/db/database.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import { leadWith } from "../platform/events/leader.ts";
import { listenTo, pause } from "../platform/events/own-connection.ts";
import { createPublish, type Publish } from "../platform/events/publish.ts";
import { announceStreams, EVENTS_CHANNEL, startRelay } from "../platform/events/relay.ts";
import type { NotifySafety } from "../platform/mail/security-notice.ts";
import type { NotifySubscriber } from "../platform/mail/subscription-notice.ts";
import type { Closing } from "./closing.ts";
import { notifyWithin } from "./notify-by-id.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";

/** Arbitrary fixed number: the advisory lock of the process that polls the bot's updates. */
const BOT_LOCK = 7_262_004;
const BOT_REST_MS = 5_000;
/** Telegram answers one reader only: a second one on a half open connection does no harm meanwhile. */
const BOT_BEAT_MS = 10_000;
const SESSIONS_LOOKED_AT_EVERY_MS = 2_000;
const HEARTBEAT_EVERY_MS = 20_000;

export interface Notifications {
  readonly notify: Notifier["notify"];
  readonly notifySafety: NotifySafety;
  readonly notifySubscriber: NotifySubscriber;
  readonly publish: Publish;
  readonly handlers: ReturnType<typeof notificationHandlers> & ReturnType<typeof eventStreamHandlers>;
  start(): Promise<void>;
  /** Users with an open event stream in this process. */
  streaming(): readonly string[];
  closeStreams(): void;
}

export function composeNotifications(platform: Platform, surroundings: Surroundings, closing: Closing): Notifications {
  const { database, humanClock: clock, log } = platform;
  const publish = createPublish(clock);
  const streams = openStreams(platform, closing);
  const { service, notifier, deliver, readUpdates } = openNotifier(platform, surroundings, closing, (tx, userId) =>
    publish(tx, userId, "notifications"),
  );

  async function start(): Promise<void> {
    streams.start();
    await platform.work("notify", deliver);
    if (!platform.isWorker) return;
    closing.add("event relay", startRelay(database, log, platform.workWatch).stop);
    if (!readUpdates) return;
    const lead = { database, log, name: "bot updates", lock: BOT_LOCK, beatEveryMs: BOT_BEAT_MS };
    const reading = leadWith(lead, async (signal) => {
      while (!signal.aborted) if (!(await readUpdates(signal))) await pause(BOT_REST_MS, signal);
    });
    closing.add("bot updates", reading.stop);
  }

  return {
    notify: notifier.notify,
    async notifySafety(tx, { userId, what, mail }) {
      await platform.postMail(tx, mail);
      await notifier.notifyBesideMail(tx, {
        userId,
        kind: "security",
        key: `security:${randomUUID()}`,
        data: { what },
      });
    },
    notifySubscriber: createTellSubscriber(platform, notifier),
    publish,
    handlers: { ...notificationHandlers(service), ...streams.handlers },
    start,
    streaming: streams.listeners,
    closeStreams: streams.close,
  };
}

const createTellSubscriber =
  ({ postMail }: Pick<Platform, "postMail">, notifier: Notifier): NotifySubscriber =>
  async (tx, { userId, key, mail, isMailOwed }) => {
    const { heading, paragraphs } = mail.parts;
    const data = { title: heading, sentences: paragraphs.slice(0, 1) };
    const notice = { userId, kind: "subscription", key: `subscription:${key}`, data } as const;
    if (!isMailOwed) return notifier.notifyWith(tx, notice, mail);
    await postMail(tx, mail);
    await notifier.notifyBesideMail(tx, notice);
  };

function openBot(settings: TelegramSettings, { log, watch }: Pick<Platform, "log" | "watch">, closing: Closing) {
  const bot = createTelegramBot({ ...settings, log });
  closing.add("telegram bot", bot.close);
  return watchCalls(bot, ["startAddress", "send", "updates"], watch, "Telegram was asked");
}

function openNotifier(
  { config, log, database, watch, box, limiter, postMail, send, keyFor, humanClock: clock, marketClock }: Platform,
  surroundings: Surroundings,
  closing: Closing,
  onChanged: (tx: Tx, userId: string) => Promise<void>,
) {
  const store = createNotificationStore(database);
  const vapid = createVapid({
    privateKey: config.vapidPrivateKey,
    seed: keyFor("vapid"),
    subject: `mailto:${brand.supportEmail}`,
  });
  const sender = createPushSender({ vapid, clock, log, otherOrigins: surroundings.pushOrigins });
  closing.add("push sender", sender.close);
  const push = watchCalls(sender, ["send"], watch, "a push message was sent");
  const bot = surroundings.telegram && openBot(surroundings.telegram, { log, watch }, closing);
  const queue = (tx: Tx, job: object, delaySeconds?: number) => send(tx, "notify", job, delaySeconds);
  const notifier = createNotifier({
    store,
    clock,
    marketClock,
    box,
    postMail,
    queue,
    publicUrl: config.publicUrl,
    onNotified: onChanged,
  });
  // By mail alone: the newly linked chat may belong to an attacker.
  const byMail: NotifySafety = (tx, { mail }) => postMail(tx, mail);
  const notifyLinked = (tx: Tx, userId: string) =>
    notifyWithin(tx, byMail, { userId, what: "A Telegram chat was linked", done: { at: clock.now(), device: null } });
  return {
    notifier,
    service: createNotificationService({ store, clock, box, limiter, notifier, push, bot, onChanged }),
    deliver: createDeliver({ store, clock, box, queue, push, bot, log }),
    readUpdates: bot && createReadUpdates({ store, clock, bot, onChanged, notifyLinked }),
  };
}

function openStreams({ config, database, log, humanClock }: Platform, closing: Closing) {
  const hub = createEventHub({
    store: createEventStreamStore(database, humanClock),
    log,
    onFirst: () => void announceOpen(),
  });
  const servesApi = config.role === "all" || config.role === "api";
  const announceOpen = () =>
    announceStreams(database).catch((cause: unknown) =>
      log.warn({ err: cause }, "live events: open streams not announced"),
    );
  const beat = () => {
    hub.beat();
    if (hub.size > 0) void announceOpen();
  };
  const watch = () =>
    hub
      .checkSessions()
      .catch((cause: unknown) => log.warn({ err: cause }, "live events: sessions of open streams not checked"));
  return {
    handlers: eventStreamHandlers(hub),
    start() {
      if (!servesApi) return;
      closing.add("event listener", listenTo(database, log, EVENTS_CHANNEL, hub.wake).stop);
      const timers = [setInterval(watch, SESSIONS_LOOKED_AT_EVERY_MS), setInterval(beat, HEARTBEAT_EVERY_MS)];
      closing.add("event streams", () => timers.map(clearInterval));
    },
    listeners: hub.listeners,
    close: hub.closeAll,
  };
}
