import type { NotificationChannel, NotificationKind } from "@vriddhi/core/notification/notification-kind";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { NoticeFact } from "./notice-fact.ts";
import type { Switch } from "./notice-rules.ts";

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface PushDevice {
  readonly id: string;
  readonly userId: string;
  readonly endpoint: string;
  readonly sealedKeys: string;
  readonly name: string;
  readonly createdAt: EpochMs;
}

export interface TelegramChat {
  readonly userId: string;
  readonly chatId: string;
  readonly name: string;
  readonly linkedAt: EpochMs;
}

export interface Delivery {
  readonly id: string;
  readonly notificationId: string;
  readonly userId: string;
  readonly channel: NotificationChannel;
  readonly target: string;
  readonly state: "queued" | "sent" | "gone" | "refused" | "failed" | "expired";
  readonly attempts: number;
  readonly reason: string | null;
  readonly usefulUntil: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface KeptNotice extends NoticeFact {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: EpochMs;
  /** Market clock; `null` when it is no market event. */
  readonly marketAt: EpochMs | null;
  readonly seenAt: EpochMs | null;
}

/** The last notice of a page; the next page begins after it. */
export type PlaceInList = Pick<KeptNotice, "id" | "createdAt">;

export interface Reach {
  readonly person: Person;
  readonly changes: readonly Switch[];
  readonly hasQuietNights: boolean;
  readonly devices: readonly PushDevice[];
  readonly chat: TelegramChat | null;
}

export interface NotificationStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  reachOf(tx: Tx, userId: string): Promise<Reach | null>;
  /** `false` when the key exists. */
  insertOnce(
    tx: Tx,
    notification: NoticeFact & {
      id: string;
      userId: string;
      kind: NotificationKind | "test";
      key: string;
      createdAt: EpochMs;
      marketAt: EpochMs | null;
    },
  ): Promise<boolean>;
  listNotices(userId: string, before: PlaceInList | null, limit: number): Promise<readonly KeptNotice[]>;
  countUnseen(userId: string): Promise<number>;
  markSeen(userId: string, until: EpochMs, now: EpochMs): Promise<void>;
  insertDelivery(tx: Tx, delivery: Delivery): Promise<void>;
  findDelivery(id: string): Promise<Delivery | null>;
  /** Only while the delivery is queued. */
  settle(tx: Tx, id: string, outcome: Pick<Delivery, "state" | "attempts" | "reason" | "updatedAt">): Promise<void>;
  changeSwitches(tx: Tx, userId: string, changes: readonly Switch[]): Promise<void>;
  setQuietNights(tx: Tx, userId: string, hasQuietNights: boolean): Promise<void>;
  findDevice(id: string): Promise<PushDevice | null>;
  /** The endpoint belongs to one browser: it moves to the user who uses that browser now. */
  saveDevice(tx: Tx, device: PushDevice): Promise<string>;
  removeDevice(tx: Tx, id: string, userId: string): Promise<boolean>;
  findChat(userId: string): Promise<TelegramChat | null>;
  saveToken(tx: Tx, token: { tokenHash: Buffer; userId: string; expiresAt: EpochMs }): Promise<void>;
  useToken(tx: Tx, tokenHash: Buffer, now: EpochMs): Promise<string | null>;
  saveChat(tx: Tx, chat: TelegramChat): Promise<void>;
  removeChat(tx: Tx, by: { userId: string } | { chatId: string }): Promise<string | null>;
  nextUpdate(): Promise<number>;
  /** `false` when another reader already processed this update. */
  passUpdate(tx: Tx, updateId: number): Promise<boolean>;
}
