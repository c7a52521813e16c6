import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import type { Run, StopCause } from "@vriddhi/core/run/run";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface StoredRun extends Run {
  readonly id: string;
  readonly userId: string;
  readonly linkId: string;
  readonly accountId: AccountId;
  /** Human clock. */
  readonly startedAt: EpochMs;
  readonly startedBy: "person" | "schedule" | "operator";
  readonly stoppedAt: EpochMs | null;
}

/** The user's instruction to start on each trading day, from a day on. */
export interface DailyStart {
  readonly capital: Paise;
  readonly from: IstDate;
}

export interface RunSetting {
  readonly broker: TradingBroker;
  readonly approvalMode: ApprovalMode | null;
  readonly dailyStart: DailyStart | null;
}

export interface PersonRuns {
  readonly runs: readonly StoredRun[];
  readonly settings: readonly RunSetting[];
  /** The day of a kill switch that is still on. */
  readonly killedOn: IstDate | null;
  readonly skippedOn: IstDate | null;
  readonly hasConsent: boolean;
  readonly dob: IstDate | null;
  readonly saved: { readonly fyers: Paise | null; readonly account: Paise | null };
}

export interface ShortlistedStock {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly reason: string;
}

/** `other_account`: the link leads to another account than the active run. */
export type LinkOutcome = "kept" | "left" | "forgotten" | "other_account";

export type NewRun = Omit<StoredRun, "stoppedAt" | "stopCause">;

export interface RunStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks the user: until the transaction ends, other starts and stops wait. */
  hold(tx: Tx, userId: string): Promise<void>;
  read(userId: string, day: IstDate, tx?: Tx): Promise<PersonRuns>;
  shortlist(desk: StrategyFeed, day: IstDate): Promise<readonly ShortlistedStock[]>;
  hasRun(linkId: string, day: IstDate): Promise<boolean>;
  linkOutcomeOf(tx: Tx, link: { id: string; userId: string; broker: TradingBroker }): Promise<LinkOutcome>;
  /** Replaces a run of an earlier day that was not ended. */
  add(tx: Tx, run: NewRun): Promise<void>;
  stop(tx: Tx, ids: readonly string[], at: EpochMs, cause: StopCause): Promise<void>;
  putDailyStart(tx: Tx, userId: string, broker: TradingBroker, dailyStart: DailyStart | null): Promise<void>;
  endDailyStarts(tx: Tx, userId: string): Promise<void>;
  /** Also changes the active run. */
  putApprovalMode(tx: Tx, userId: string, broker: TradingBroker, mode: ApprovalMode): Promise<void>;
  approveDay(tx: Tx, id: string, marketNow: EpochMs): Promise<void>;
  recordConsent(tx: Tx, consent: { userId: string; version: string; at: EpochMs; ip: string }): Promise<void>;
  blocksOf(tx: Tx, account: AccountId): Promise<readonly string[]>;
  pressKill(tx: Tx, userId: string, day: IstDate, at: EpochMs): Promise<void>;
  liftKill(tx: Tx, userId: string): Promise<void>;
}

export interface Concerned {
  readonly userId: string;
  readonly accountId: AccountId;
}

export interface RunUpkeepStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Ends the runs of earlier days, and today's where `isOver`; returns their owners. */
  endDays(tx: Tx, today: IstDate, isOver: boolean, at: EpochMs): Promise<readonly string[]>;
  /** Records that these users' pages polled. Skips rows newer than `freshMs`, so that polls cost no writes. */
  touch(userIds: readonly string[], at: EpochMs, freshMs: number): Promise<void>;
  /** Runs without background mode whose page was absent since `before` and that are not blocked yet. */
  listAbsent(tx: Tx, today: IstDate, before: EpochMs): Promise<readonly Concerned[]>;
  /** Blocked accounts whose page was seen since, or that need no page. */
  listBack(tx: Tx, today: IstDate, before: EpochMs): Promise<readonly Concerned[]>;
  /** Accounts that a stopped run or an absent page of another day still blocks. */
  listStale(tx: Tx, today: IstDate): Promise<readonly AccountId[]>;
}
