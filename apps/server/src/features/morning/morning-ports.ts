import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { StepKind } from "@vriddhi/core/schedule/day-plan";
import type { LoginOutcome } from "@vriddhi/core/schedule/morning-login";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

/** Where a person goes on: to a login that works once, or to the form where it can be put right. */
export interface LoginAddress {
  readonly url: string;
  readonly opens: "login" | "form";
}

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
  /** In the broker's words, why it did not take the last login. */
  readonly refusal: string | null;
  logIn(): Promise<LoginOutcome>;
  end(tx: Tx): Promise<void>;
  issueAddress(tx: Tx): Promise<LoginAddress>;
  /** Opens the account's own connections to its broker, so that no order waits for a handshake. */
  warm(): Promise<void>;
}

export type KeptAccount = Pick<MorningAccount, "linkId" | "broker">;

/** Accounts that have been connected once and that their owners did not disconnect. */
export interface MorningAccounts {
  /** In the order of their ids, read in the caller's transaction. */
  list(tx: Tx, after: string | null, limit: number): Promise<readonly KeptAccount[]>;
  /** Null: gone, or not to be touched. */
  find(linkId: string): Promise<MorningAccount | null>;
}

export type MorningNotice = {
  readonly userId: string;
  /** One notice of a key is enough. */
  readonly key: string;
} & (
  | {
      readonly kind: "login_link";
      readonly data: {
        readonly broker: BrokerName;
        readonly url: string;
        readonly opens: LoginAddress["opens"];
        readonly isLast: boolean;
        readonly refusal: string | null;
      };
    }
  | {
      readonly kind: "session_lost";
      readonly data: { readonly broker: BrokerName; readonly isTriedAgain: boolean };
    }
  | {
      readonly kind: "morning_failed";
      readonly data: { readonly broker: BrokerName; readonly cause: "broker_unavailable" | "not_started" };
    }
);

/** Tells a person something, in the caller's transaction. */
export type Notify = (tx: Tx, notice: MorningNotice) => Promise<void>;

/** The part of runs in a morning. */
export interface TradingEngine {
  /** Whether the account is to be started today, has been, or whether its owner does not want it. */
  dayRequestFor(account: MorningAccount, day: IstDate): Promise<"wanted" | "started" | "not_wanted">;
  /** Whether the account traded on the day or was allowed to. */
  isStarted(linkId: string, day: IstDate): Promise<boolean>;
  /** The start, for the transaction that ends the step; null: the plan leaves no capital for it. */
  prepareStart(account: MorningAccount, day: IstDate): Promise<((tx: Tx) => Promise<void>) | null>;
}

/** What a step is about when it is not an account: a desk, a broker. */
export type OtherSubjects = Partial<Record<StepKind, readonly string[]>>;
