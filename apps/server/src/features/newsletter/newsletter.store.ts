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
  /** The reader of this address, new where there was none, and locked until the transaction ends. */
  open(tx: Tx, email: string, now: EpochMs): Promise<Reader>;
  /** The only link that confirms this reader from now on. */
  setToken(tx: Tx, id: string, tokenHash: string, until: EpochMs): Promise<void>;
  findByToken(tokenHash: string): Promise<Reader | null>;
  confirm(id: string, now: EpochMs): Promise<void>;
  /** Nothing goes there any more, not even of a sending that runs. False: there is no such reader. */
  end(id: string, state: "unsubscribed" | "bounced", now: EpochMs): Promise<boolean>;
  /** One that came back for now; tells how many so far. Null: there is no such reader. */
  noteSoftBounce(email: string): Promise<{ readonly id: string; readonly count: number } | null>;
  findByEmail(email: string): Promise<Reader | null>;
  /** Its last mail came back. */
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
  /** False: it is no draft any more, or there is none. */
  change(id: string, text: IssueText, now: EpochMs): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** From now on workers serve everybody who is confirmed. "empty": nobody is, and it stays a draft. */
  begin(id: string, now: EpochMs): Promise<"begun" | "empty" | "no draft">;
}

export interface Addressee {
  readonly readerId: string;
  readonly email: string;
}

export type DeliveryOutcome = "sent" | "refused" | "unknown" | "waiting";

export interface DeliveryStore {
  /** Issues whose sending is not over. */
  running(): Promise<readonly Issue[]>;
  /** Puts the next readers of a sending on its list, so many at once that no statement takes long. False: all are on it. */
  fill(issueId: string, limit: number, now: EpochMs): Promise<boolean>;
  /** Marks the next readers as being sent to by this process, and only then tells who they are. */
  claim(issueId: string, limit: number, owner: string, now: EpochMs): Promise<readonly Addressee[]>;
  settle(
    issueId: string,
    outcomes: readonly { readonly readerId: string; readonly outcome: DeliveryOutcome }[],
    owner: string,
    now: EpochMs,
  ): Promise<void>;
  /** Processes that have readers in hand. */
  owners(): Promise<readonly string[]>;
  /** What these had in hand is unknown from now on, and so is what anybody has had for too long. */
  giveUp(owners: readonly string[], before: EpochMs, now: EpochMs): Promise<number>;
  /** Over, when all are on its list, nobody waits and nothing is under way. */
  finish(issueId: string, now: EpochMs): Promise<boolean>;
}
