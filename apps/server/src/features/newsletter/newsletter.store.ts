import type { NewsletterCategory } from "@vriddhi/core/blog/newsletter";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export type ReaderState = "unconfirmed" | "confirmed" | "unsubscribed" | "bounced";

export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly state: ReaderState;
  readonly confirmUntil: EpochMs | null;
}

export interface ReaderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The reader of this address, created if missing and locked until the transaction ends. */
  open(tx: Tx, email: string, now: EpochMs): Promise<Reader>;
  setToken(tx: Tx, id: string, tokenHash: string, until: EpochMs): Promise<void>;
  findByToken(tokenHash: string): Promise<Reader | null>;
  confirm(id: string, now: EpochMs): Promise<void>;
  /** Stops all mail to the reader, also of a running sending. `false` for an unknown reader. */
  end(id: string, state: "unsubscribed" | "bounced", now: EpochMs): Promise<boolean>;
  noteSoftBounce(email: string): Promise<{ readonly id: string; readonly count: number } | null>;
  findByEmail(email: string): Promise<Reader | null>;
  markLastBounced(id: string, now: EpochMs): Promise<void>;
  counts(): Promise<Readonly<Record<ReaderState, number>>>;
}

export interface SendingTotals {
  readonly readers: number;
  readonly waiting: number;
  readonly sent: number;
  readonly refused: number;
  readonly unknown: number;
  readonly bounced: number;
}

export interface IssueText {
  readonly title: string;
  readonly category: NewsletterCategory;
  readonly content: string;
  readonly html: string;
}

export interface Issue extends IssueText {
  readonly id: string;
  readonly state: "draft" | "sending" | "sent";
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs | null;
  readonly sendingAt: EpochMs | null;
  readonly sentAt: EpochMs | null;
  readonly totals: SendingTotals | null;
}

export interface IssueStore {
  list(): Promise<readonly Issue[]>;
  listSent(offset: number, limit: number): Promise<readonly Issue[]>;
  find(id: string): Promise<Issue | null>;
  add(id: string, text: IssueText, now: EpochMs): Promise<void>;
  change(id: string, text: IssueText, now: EpochMs): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Starts the sending to all confirmed readers. "empty": there are none, and the issue stays a draft. */
  begin(id: string, now: EpochMs): Promise<"begun" | "empty" | "no draft">;
}

export interface Addressee {
  readonly readerId: string;
  readonly email: string;
}

export type DeliveryOutcome = "sent" | "refused" | "unknown" | "waiting";

export interface DeliveryStore {
  running(): Promise<readonly Issue[]>;
  /** Enqueues the next readers of a sending, few enough for a short statement. `false` when all are enqueued. */
  fill(issueId: string, limit: number, now: EpochMs): Promise<boolean>;
  /** Claims the next readers for this process, then returns them. */
  claim(issueId: string, limit: number, owner: string, now: EpochMs): Promise<readonly Addressee[]>;
  settle(
    issueId: string,
    outcomes: readonly { readonly readerId: string; readonly outcome: DeliveryOutcome }[],
    owner: string,
    now: EpochMs,
  ): Promise<void>;
  owners(): Promise<readonly string[]>;
  /** Marks the claims of these owners, and claims older than `before`, as unknown. */
  giveUp(owners: readonly string[], before: EpochMs, now: EpochMs): Promise<number>;
  finish(issueId: string, now: EpochMs): Promise<boolean>;
}
