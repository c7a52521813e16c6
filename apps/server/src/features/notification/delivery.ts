import type { HumanClock } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { PushSender } from "../../gateways/push/push-sender.ts";
import type { SendOutcome } from "../../gateways/push/send-outcome.ts";
import type { TelegramBot } from "../../gateways/telegram/telegram-bot.ts";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { nextTryAfter } from "./notice-rules.ts";
import type { Delivery, NotificationStore } from "./notification.store.ts";
import { messagePlace, type QueueDelivery, type ShortMessage } from "./notifier.ts";
import { keysPlace } from "./push-keys.ts";

const jobShape = z.object({ deliveryId: z.uuid(), sealed: z.string() });
const messageShape = z.object({ title: z.string(), text: z.string(), url: z.string(), isUrgent: z.boolean() });
const keysShape = z.object({ p256dh: z.string(), auth: z.string() });
const TOPIC_LENGTH = 32;

export interface DeliveryDeps {
  readonly store: NotificationStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly queue: QueueDelivery;
  readonly push: PushSender;
  readonly bot: TelegramBot | null;
  readonly log: Logger;
}

const GONE: SendOutcome = { kind: "gone" };

function stateAfter({ kind }: SendOutcome, isTriedAgain: boolean): Delivery["state"] {
  if (kind !== "again") return kind;
  return isTriedAgain ? "queued" : "failed";
}

/** A job may run twice; a settled delivery stays settled. Devices show a resent message once: both share a tag. */
export function createDeliver(deps: DeliveryDeps): (payload: unknown) => Promise<void> {
  const { store, clock, box, queue, push, bot, log } = deps;

  async function sendPush(delivery: Delivery, message: ShortMessage): Promise<SendOutcome> {
    const device = await store.findDevice(delivery.target);
    if (!device || device.userId !== delivery.userId) return GONE;
    const keys = keysShape.parse(JSON.parse(box.open(device.sealedKeys, keysPlace(device))));
    const { title, text: body, url } = message;
    const tag = delivery.notificationId;
    return push.send(
      { endpoint: device.endpoint, keys },
      {
        payload: JSON.stringify({ title, body, url, tag }),
        ttlSeconds: Math.max(0, Math.floor((delivery.usefulUntil - clock.now()) / 1000)),
        urgency: message.isUrgent ? "high" : "normal",
        topic: tag.replaceAll("-", "").slice(0, TOPIC_LENGTH),
      },
    );
  }

  async function sendChat(delivery: Delivery, { title, text, url }: ShortMessage): Promise<SendOutcome> {
    const chat = await store.findChat(delivery.userId);
    if (!chat || !bot) return GONE;
    return bot.send(chat.chatId, `${title}\n\n${text}\n${url}`);
  }

  const sendOnce = (delivery: Delivery, message: ShortMessage): Promise<SendOutcome> =>
    delivery.channel === "push" ? sendPush(delivery, message) : sendChat(delivery, message);

  /** The recipient is gone: deletes the target. */
  const forget = (tx: Tx, { channel, target, userId }: Delivery) =>
    channel === "push" ? store.removeDevice(tx, target, userId) : store.removeChat(tx, { userId });

  async function settle(delivery: Delivery, sealed: string, outcome: SendOutcome): Promise<void> {
    const { id, channel } = delivery;
    const attempts = delivery.attempts + 1;
    const reason = "reason" in outcome ? outcome.reason : null;
    const delaySeconds = outcome.kind === "again" ? nextTryAfter(attempts, outcome.afterSeconds) : null;
    const state = stateAfter(outcome, delaySeconds !== null);
    await store.transaction(async (tx) => {
      await store.settle(tx, id, { state, attempts, reason, updatedAt: clock.now() });
      if (state === "gone") await forget(tx, delivery);
      if (delaySeconds !== null) await queue(tx, { deliveryId: id, sealed }, delaySeconds);
    });
    if (state === "refused" || state === "failed") log.warn({ channel, reason }, "notification: delivery failed");
  }

  return async (payload) => {
    const { deliveryId, sealed } = jobShape.parse(payload);
    const delivery = await store.findDelivery(deliveryId);
    if (delivery?.state !== "queued") return;
    if (clock.now() >= delivery.usefulUntil) {
      const { attempts } = delivery;
      const late = { state: "expired" as const, attempts, reason: null, updatedAt: clock.now() };
      return store.transaction((tx) => store.settle(tx, deliveryId, late));
    }
    const message = messageShape.parse(JSON.parse(box.open(sealed, messagePlace(delivery.id, delivery.userId))));
    await settle(delivery, sealed, await sendOnce(delivery, message));
  };
}
