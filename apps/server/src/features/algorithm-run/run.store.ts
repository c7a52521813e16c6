import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Desk } from "@vriddhi/core/broker/desk";
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

/** The wish to start each trading day, from a day on. */
export interface Standing {
  readonly capital: Paise;
  readonly from: IstDate;
}

export interface RunSetting {
  readonly broker: TradingBroker;
  readonly approvalMode: ApprovalMode | null;
  readonly standing: Standing | null;
}

/** Everything about a person's runs that decides what may happen next, read at once. */
export interface PersonRuns {
  /** The newest run of each broker on the day. */
  readonly runs: readonly StoredRun[];
  readonly settings: readonly RunSetting[];
  /** The day of a kill switch that nobody lifted. */
  readonly killedOn: IstDate | null;
  /** The day on which nothing is to start by itself. */
  readonly skippedOn: IstDate | null;
  readonly hasConsent: boolean;
  /** Null: never said. */
  readonly dob: IstDate | null;
  /** What was last saved to trade with. */
  readonly saved: { readonly fyers: Paise | null; readonly account: Paise | null };
}

export interface ShortlistedStock {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly reason: string;
}

/** `other_account`: the link leads to another account than the run that goes on there. */
export type LinkFate = "kept" | "left" | "forgotten" | "other_account";

export type NewRun = Omit<StoredRun, "stoppedAt" | "stopCause">;

export interface RunStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Until the transaction ends nobody else starts or stops anything of this person. */
  hold(tx: Tx, userId: string): Promise<void>;
  read(userId: string, day: IstDate, tx?: Tx): Promise<PersonRuns>;
  /** What people are shown of what a desk watches on a day, best first. */
  shortlist(desk: Desk, day: IstDate): Promise<readonly ShortlistedStock[]>;
  hasRun(linkId: string, day: IstDate): Promise<boolean>;
  /** What became of the link that the person's run at a broker trades through. */
  linkFateOf(tx: Tx, link: { id: string; userId: string; broker: TradingBroker }): Promise<LinkFate>;
  /** A run of an earlier day that nobody ended makes way for it. */
  add(tx: Tx, run: NewRun): Promise<void>;
  stop(tx: Tx, ids: readonly string[], at: EpochMs, cause: StopCause): Promise<void>;
  /** Null ends it. */
  putStanding(tx: Tx, userId: string, broker: TradingBroker, standing: Standing | null): Promise<void>;
  endStandings(tx: Tx, userId: string): Promise<void>;
  /** Also for the run that runs now. */
  putApprovalMode(tx: Tx, userId: string, broker: TradingBroker, mode: ApprovalMode): Promise<void>;
  approveDay(tx: Tx, id: string, marketNow: EpochMs): Promise<void>;
  recordConsent(tx: Tx, consent: { userId: string; version: string; at: EpochMs; ip: string }): Promise<void>;
  /** Why entries of the account are held back. */
  blocksOf(tx: Tx, account: AccountId): Promise<readonly string[]>;
  pressKill(tx: Tx, userId: string, day: IstDate, at: EpochMs): Promise<void>;
  liftKill(tx: Tx, userId: string): Promise<void>;
}

/** Whom a sweep of all runs concerned. */
export interface Concerned {
  readonly userId: string;
  readonly accountId: AccountId;
}

export interface RunUpkeepStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs of earlier days end, and today's where `isOver`; whose they were. */
  endDays(tx: Tx, today: IstDate, isOver: boolean, at: EpochMs): Promise<readonly string[]>;
  /** Pages of these people were seen. Says nothing new within `freshMs`, so that polls cost no writes. */
  touch(userIds: readonly string[], at: EpochMs, freshMs: number): Promise<void>;
  /** Runs without background mode whose page was not seen since, and that are not held back yet. */
  listAbsent(tx: Tx, today: IstDate, before: EpochMs): Promise<readonly Concerned[]>;
  /** Accounts that are held back although their page was seen since, or needs not be. */
  listBack(tx: Tx, today: IstDate, before: EpochMs): Promise<readonly Concerned[]>;
  /** Accounts that a stopped run or an absent page of another day still holds back. */
  listStale(tx: Tx, today: IstDate): Promise<readonly AccountId[]>;
}
