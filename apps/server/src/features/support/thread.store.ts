import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { SupportAuthor, SupportThreadState } from "@vriddhi/core/site/support-thread";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Thread {
  readonly id: string;
  readonly reference: string;
  /** Null: written by somebody who was not signed in. */
  readonly userId: string | null;
  readonly name: string;
  /** The account's address; as typed where there is no account. */
  readonly email: string;
  readonly topic: SupportTopic;
  readonly status: SupportThreadState;
  readonly createdAt: EpochMs;
  readonly writerAt: EpochMs;
  readonly deskAt: EpochMs | null;
  readonly writerReadAt: EpochMs | null;
  readonly deskReadAt: EpochMs | null;
  /** How the last message begins. */
  readonly excerpt: string;
}

export interface ThreadMessage {
  readonly id: string;
  readonly author: SupportAuthor;
  readonly body: string;
  readonly createdAt: EpochMs;
  /** Who at the desk wrote it. */
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

/** A side that has not looked for a while, with what it has not seen. */
export interface AwaySide {
  readonly thread: Thread;
  readonly bodies: readonly string[];
}

export interface CannedAnswer {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Whose threads: an account's, or those of the browser that holds the token. */
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
  /** How many wait for the desk. */
  countWaiting(): Promise<number>;
  /** `owner`: only if it is theirs. */
  find(id: string, owner?: ThreadOwner): Promise<Thread | null>;
  messagesOf(id: string): Promise<readonly ThreadMessage[]>;
  /** False: the person has as many open ones as one may have. */
  open(tx: Tx, thread: NewThread, most: number): Promise<boolean>;
  write(tx: Tx, message: NewMessage, status: SupportThreadState): Promise<void>;
  /** False: it is closed already. */
  close(tx: Tx, id: string): Promise<boolean>;
  markRead(id: string, side: SupportAuthor, at: EpochMs): Promise<void>;
  /** Claims what a side wrote before `before`, the other has not seen and was not mailed yet. */
  takeUnseen(tx: Tx, reader: SupportAuthor, before: EpochMs, now: EpochMs): Promise<readonly AwaySide[]>;
  /** Everybody at the desk, to be told. */
  listStaff(tx: Tx): Promise<readonly string[]>;
  listCanned(): Promise<readonly CannedAnswer[]>;
  /** False: there are as many as there may be. */
  addCanned(answer: CannedAnswer, at: EpochMs, most: number): Promise<boolean>;
  dropCanned(id: string): Promise<boolean>;
}
