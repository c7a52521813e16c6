import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { SupportAuthor, SupportThreadState } from "@vriddhi/core/site/support-thread";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Thread {
  readonly id: string;
  readonly reference: string;
  readonly userId: string | null;
  readonly name: string;
  /** The account's address; the typed one without an account. */
  readonly email: string;
  readonly topic: SupportTopic;
  readonly status: SupportThreadState;
  readonly createdAt: EpochMs;
  readonly writerAt: EpochMs;
  readonly deskAt: EpochMs | null;
  readonly writerReadAt: EpochMs | null;
  readonly deskReadAt: EpochMs | null;
  readonly excerpt: string;
}

export interface ThreadMessage {
  readonly id: string;
  readonly author: SupportAuthor;
  readonly body: string;
  readonly createdAt: EpochMs;
  readonly by: string | null;
}

export interface NewMessage {
  readonly id: string;
  readonly threadId: string;
  readonly author: SupportAuthor;
  readonly body: string;
  readonly byUserId: string | null;
  readonly createdAt: EpochMs;
}

export interface NewThread {
  readonly id: string;
  readonly reference: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly createdAt: EpochMs;
}

export interface AwaySide {
  readonly thread: Thread;
  readonly bodies: readonly string[];
}

export interface CannedAnswer {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

export type ThreadOwner = { readonly userId: string } | { readonly visitorHash: Buffer };

export interface ThreadFilter {
  readonly status?: SupportThreadState | undefined;
  readonly userId?: string | undefined;
  readonly limit: number;
}

export interface ThreadStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  listOf(owner: ThreadOwner): Promise<readonly Thread[]>;
  listAll(filter: ThreadFilter): Promise<readonly Thread[]>;
  countWaiting(): Promise<number>;
  find(id: string, owner?: ThreadOwner): Promise<Thread | null>;
  messagesOf(id: string): Promise<readonly ThreadMessage[]>;
  /** `false` when the user has reached the limit of open threads. */
  open(tx: Tx, thread: NewThread, most: number): Promise<boolean>;
  write(tx: Tx, message: NewMessage, status: SupportThreadState): Promise<void>;
  close(tx: Tx, id: string): Promise<boolean>;
  markRead(id: string, side: SupportAuthor, at: EpochMs): Promise<void>;
  /** Claims messages written before `before` that the other side has neither read nor been mailed. */
  takeUnseen(tx: Tx, reader: SupportAuthor, before: EpochMs, now: EpochMs): Promise<readonly AwaySide[]>;
  listStaff(tx: Tx): Promise<readonly string[]>;
  listCanned(): Promise<readonly CannedAnswer[]>;
  addCanned(answer: CannedAnswer, at: EpochMs, most: number): Promise<boolean>;
  dropCanned(id: string): Promise<boolean>;
}
