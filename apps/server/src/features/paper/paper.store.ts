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
  open(paper: NewPaper): Promise<boolean>;
  /** Resets capital and book; sessions end. `false` without an account, or with something open. */
  reset(paper: NewPaper, isIdle: (book: PaperBook) => boolean): Promise<"done" | "missing" | "busy">;
  ofUser(userId: string): Promise<PaperRecord | null>;
  ofAccounts(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, PaperRecord>>;
  listWorking(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}
