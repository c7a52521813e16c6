import { randomUUID } from "node:crypto";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
} from "@vriddhi/core/notification/notification-kind";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";
import type { Notice } from "./notice.ts";
import { factOf, testFact } from "./notice-fact.ts";
import { noiseAt, ruleOf, switchesAfter, usefulUntil } from "./notice-rules.ts";
import { type NoticeWords, testWords, wordsOf } from "./notice-words.ts";
import type { NotificationStore, Reach } from "./notification.store.ts";

/** What a device or a chat is sent; it may hold a link that works once, so it lies encrypted in the queue. */
export interface ShortMessage {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly isUrgent: boolean;
}

/** Puts one delivery into the queue, in the caller's transaction. */
export type QueueDelivery = (
  tx: Tx,
  job: { readonly deliveryId: string; readonly sealed: string },
  delaySeconds?: number,
) => Promise<void>;

export const messagePlace = (deliveryId: string, userId: string) => ({
  table: "notification_deliveries",
  column: "message",
  row: deliveryId,
  user: userId,
});

export interface NotifierDeps {
  readonly store: NotificationStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly postMail: PostMail;
  readonly queue: QueueDelivery;
  readonly publicUrl: URL;
  /** There is something new to read for a person. */
  onTold(tx: Tx, userId: string): Promise<void>;
}

export interface Notifier {
  /** Tells a person something once for each key, by the ways that they chose, when the caller's transaction commits. */
  notify(tx: Tx, notice: Notice): Promise<void>;
  /** The same without the mail: one with more in it is on its way already. */
  notifyBesideMail(tx: Tx, notice: Notice): Promise<void>;
  /** False: there is nothing to try, because that way is not set up. */
  tryOut(tx: Tx, userId: string, channel: NotificationChannel): Promise<boolean>;
}

interface Outgoing {
  readonly notificationId: string;
  readonly userId: string;
  readonly words: NoticeWords;
  readonly isUrgent: boolean;
  readonly now: EpochMs;
  /** When it may make a noise, and until when it is worth sending. */
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const deliveryOf = (going: Outgoing, channel: NotificationChannel, target = "") => ({
  id: randomUUID(),
  notificationId: going.notificationId,
  userId: going.userId,
  channel,
  target,
  state: "queued" as const,
  attempts: 0,
  reason: null,
  usefulUntil: going.until,
  updatedAt: going.now,
});

export function createNotifier(deps: NotifierDeps): Notifier {
  const { store, clock, box, postMail, queue, publicUrl, onTold } = deps;

  async function sendMail(tx: Tx, going: Outgoing, { person }: Reach): Promise<void> {
    const { title, paragraphs, closing } = going.words;
    // From here on it is the mail queue's, which tries again by itself.
    await store.insertDelivery(tx, { ...deliveryOf(going, "mail"), state: "sent", attempts: 1 });
    await postMail(tx, {
      to: { name: person.name, address: person.email },
      subject: title,
      ...renderMail({ heading: title, paragraphs, closing }),
    });
  }

  async function queueShort(tx: Tx, going: Outgoing, channel: "push" | "telegram", target: string): Promise<void> {
    const delivery = deliveryOf(going, channel, target);
    const { title, short, leadsTo } = going.words;
    const url = new URL(leadsTo, publicUrl).href;
    const message: ShortMessage = { title, text: short, url, isUrgent: going.isUrgent };
    await store.insertDelivery(tx, delivery);
    const sealed = box.seal(JSON.stringify(message), messagePlace(delivery.id, going.userId));
    await queue(tx, { deliveryId: delivery.id, sealed }, Math.ceil((going.from - going.now) / 1000));
  }

  async function send(tx: Tx, going: Outgoing, channel: NotificationChannel, reach: Reach): Promise<boolean> {
    switch (channel) {
      case "mail":
        await sendMail(tx, going, reach);
        return true;
      case "push":
        for (const { id } of reach.devices) await queueShort(tx, going, "push", id);
        return reach.devices.length > 0;
      case "telegram":
        if (reach.chat) await queueShort(tx, going, "telegram", "");
        return reach.chat !== null;
    }
  }

  const outgoing = (
    userId: string,
    id: string,
    kind: NotificationKind,
    words: NoticeWords,
    from: EpochMs,
  ): Outgoing => ({
    ...{ notificationId: id, userId, words, now: clock.now(), from },
    ...{ until: usefulUntil(kind, from), isUrgent: ruleOf(kind).isUrgent },
  });

  async function tell(tx: Tx, notice: Notice, ways: readonly NotificationChannel[]): Promise<void> {
    const { userId, key, ...content } = notice;
    const { kind } = content;
    const [id, now] = [randomUUID(), clock.now()];
    const { title, text, path } = factOf(content);
    if (!(await store.insertOnce(tx, { id, userId, kind, key, createdAt: now, title, text, path }))) return;
    await onTold(tx, userId);
    const reach = await store.reachOf(tx, userId);
    if (!reach) return;
    const going = outgoing(userId, id, kind, wordsOf(content), noiseAt(kind, reach.hasQuietNights, now));
    for (const { channel, ...wish } of switchesAfter(reach.changes))
      if (wish.kind === kind && wish.isOn && ways.includes(channel)) await send(tx, going, channel, reach);
  }

  return {
    notify: (tx, notice) => tell(tx, notice, notificationChannels),
    notifyBesideMail: (tx, notice) => tell(tx, notice, ["push", "telegram"]),
    async tryOut(tx, userId, channel) {
      const [id, now] = [randomUUID(), clock.now()];
      const reach = await store.reachOf(tx, userId);
      if (!reach) return false;
      const { title, text, path } = testFact(testWords);
      await store.insertOnce(tx, { id, userId, kind: "test", key: `test:${id}`, createdAt: now, title, text, path });
      await onTold(tx, userId);
      return send(tx, outgoing(userId, id, "approval", testWords, now), channel, reach);
    },
  };
}
