import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { PaperBook } from "@vriddhi/core/paper/paper-model";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface PaperRecord {
  readonly id: string;
  readonly userId: string;
  readonly accountId: AccountId;
  readonly capital: Paise;
  readonly sessionNo: number;
  readonly openedAt: EpochMs;
}

export interface NewPaper {
  readonly userId: string;
  readonly capital: Paise;
  readonly day: IstDate;
  readonly at: EpochMs;
}

export interface PaperStore {
  /** False: the person has one already. */
  open(paper: NewPaper): Promise<boolean>;
  /** Begins anew with this capital and an empty book; sessions end. False: there is none, or something is open in it. */
  reset(paper: NewPaper, isIdle: (book: PaperBook) => boolean): Promise<"done" | "missing" | "busy">;
  ofUser(userId: string): Promise<PaperRecord | null>;
  /** Of those that are on paper. */
  ofAccounts(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, PaperRecord>>;
  /** Who has working orders, by the share. */
  listWorking(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}
