import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { StepKind } from "@vriddhi/core/schedule/day-plan";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

/** A linked account, as a morning sees it. */
export interface MorningAccount {
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly session: { readonly from: EpochMs; readonly until: EpochMs } | null;
  readonly isConnected: boolean;
  /** Its session is made anew each morning, without a person. */
  readonly isRenewedDaily: boolean;
  /** Whatever a login without a person needs is stored. */
  readonly canLogInAlone: boolean;
}

/** Accounts that have been connected once and that their owners did not disconnect. */
export interface MorningAccounts {
  /** In the order of their ids. */
  listIds(after: string | null, limit: number): Promise<readonly string[]>;
  /** Null: gone, or not to be touched. */
  find(linkId: string): Promise<MorningAccount | null>;
  logIn(account: MorningAccount): Promise<"connected" | "person_needed" | "unavailable">;
  end(tx: Tx, account: MorningAccount): Promise<void>;
  /** The address of a login that works once. */
  issueAddress(tx: Tx, account: MorningAccount): Promise<string>;
}

export interface MorningNotice {
  readonly userId: string;
  readonly kind: "connect_link";
  /** One notice of a key is enough. */
  readonly key: string;
  readonly data: { readonly broker: BrokerName; readonly url: string; readonly isLast: boolean };
}

/** Tells a person something, in the caller's transaction. */
export type Notify = (tx: Tx, notice: MorningNotice) => Promise<void>;

/** The trading engine's part at 9:00. */
export interface TradingEngine {
  startForDay(tx: Tx, account: MorningAccount, day: IstDate): Promise<void>;
}

/** What a step is about when it is not an account: a desk, a broker. */
export type OtherSubjects = Partial<Record<StepKind, readonly string[]>>;
