import { randomUUID } from "node:crypto";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
} from "@vriddhi/core/notification/notification-kind";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { DraftMail, PostMail } from "../../platform/mail/mail.ts";
import type { Notice } from "./notice.ts";
import { factOf, testFact } from "./notice-fact.ts";
import { type NoticeWords, testWords, wordsOf } from "./notice-format.ts";
import { noticeMail } from "./notice-mail.ts";
import { isOfMarket, noiseAt, ruleOf, switchesAfter, usefulUntil } from "./notice-rules.ts";
import type { NotificationStore, Reach } from "./notification.store.ts";

/** The content for a device or a chat. It may hold a link that works once, so the queue stores it encrypted. */
export interface ShortMessage {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly isUrgent: boolean;
}

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
  readonly marketClock: MarketClock;
  readonly box: SecretBox;
  readonly postMail: PostMail;
  readonly queue: QueueDelivery;
  readonly publicUrl: URL;
  onNotified(tx: Tx, userId: string): Promise<void>;
}

export interface Notifier {
  /** Notifies a user once per key, by the channels of their choice, when the caller's transaction commits. */
  notify(tx: Tx, notice: Notice): Promise<void>;
  /** The same without the mail: a more detailed one is already queued. */
  notifyBesideMail(tx: Tx, notice: Notice): Promise<void>;
  /** The same as `notify`, with a mail that says more than the notice. */
  notifyWith(tx: Tx, notice: Notice, mail: DraftMail): Promise<void>;
  tryOut(tx: Tx, userId: string, channel: NotificationChannel): Promise<boolean>;
}

interface Outgoing {
  readonly notificationId: string;
  readonly userId: string;
  readonly words: NoticeWords;
  readonly isUrgent: boolean;
  readonly now: EpochMs;
  /** When it may be audible, and until when it is worth sending. */
  readonly from: EpochMs;
  readonly until: EpochMs;
  /** Replaces the mail built from the notice. */
  readonly mail: DraftMail | null;
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

const outgoingAt = (
  now: EpochMs,
  kind: NotificationKind,
  from: EpochMs,
  what: Pick<Outgoing, "notificationId" | "userId" | "words" | "mail">,
): Outgoing => ({ ...what, now, from, until: usefulUntil(kind, from), isUrgent: ruleOf(kind).isUrgent });

export function createNotifier(deps: NotifierDeps): Notifier {
  const { store, clock, marketClock, box, postMail, queue, publicUrl, onNotified } = deps;

  async function sendMail(tx: Tx, going: Outgoing, { person }: Reach): Promise<void> {
    // The mail queue takes over from here, with its own retries.
    await store.insertDelivery(tx, { ...deliveryOf(going, "mail"), state: "sent", attempts: 1 });
    await postMail(tx, going.mail ?? noticeMail({ name: person.name, address: person.email }, going.words));
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

  const outgoing = (kind: NotificationKind, from: EpochMs, what: Parameters<typeof outgoingAt>[3]): Outgoing =>
    outgoingAt(clock.now(), kind, from, what);

  async function deliver(
    tx: Tx,
    notice: Notice,
    ways: readonly NotificationChannel[],
    mail: DraftMail | null = null,
  ): Promise<void> {
    const { userId, key, ...content } = notice;
    const { kind } = content;
    const [id, now] = [randomUUID(), clock.now()];
    const { title, text, path } = factOf(content);
    const marketAt = isOfMarket(kind) ? marketClock.now() : null;
    if (!(await store.insertOnce(tx, { id, userId, kind, key, createdAt: now, marketAt, title, text, path }))) return;
    await onNotified(tx, userId);
    const reach = await store.reachOf(tx, userId);
    if (!reach) return;
    const what = { notificationId: id, userId, words: wordsOf(content, marketAt), mail };
    const going = outgoing(kind, noiseAt(kind, reach.hasQuietNights, now), what);
    for (const { channel, ...preference } of switchesAfter(reach.changes))
      if (preference.kind === kind && preference.isOn && ways.includes(channel)) await send(tx, going, channel, reach);
  }

  return {
    notify: (tx, notice) => deliver(tx, notice, notificationChannels),
    notifyBesideMail: (tx, notice) => deliver(tx, notice, ["push", "telegram"]),
    notifyWith: (tx, notice, mail) => deliver(tx, notice, notificationChannels, mail),
    async tryOut(tx, userId, channel) {
      const [id, now] = [randomUUID(), clock.now()];
      const reach = await store.reachOf(tx, userId);
      if (!reach) return false;
      const { title, text, path } = testFact(testWords);
      const notice = { id, userId, kind: "test", key: `test:${id}`, createdAt: now, marketAt: null } as const;
      await store.insertOnce(tx, { ...notice, title, text, path });
      await onNotified(tx, userId);
      const what = { notificationId: id, userId, words: testWords, mail: null };
      return send(tx, outgoing("approval", now, what), channel, reach);
    },
  };
}
