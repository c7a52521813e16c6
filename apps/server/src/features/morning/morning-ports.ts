import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { StepKind } from "@vriddhi/core/schedule/day-plan";
import type { LoginOutcome } from "@vriddhi/core/schedule/morning-login";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface LoginAddress {
  readonly url: string;
  readonly opens: "login" | "form";
}

export interface MorningAccount {
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly session: { readonly from: EpochMs; readonly until: EpochMs } | null;
  readonly isConnected: boolean;
  /** Its session is renewed each morning without a person. */
  readonly isRenewedDaily: boolean;
  readonly canLogInAlone: boolean;
  /** The broker's message about the refused last login. */
  readonly refusal: string | null;
  logIn(): Promise<LoginOutcome>;
  end(tx: Tx): Promise<void>;
  issueAddress(tx: Tx): Promise<LoginAddress>;
  /** Opens the account's broker connections, so that no order waits for a handshake. */
  warm(): Promise<void>;
}

export type KeptAccount = Pick<MorningAccount, "linkId" | "broker">;

/** Accounts that were connected once and that their owners did not disconnect. */
export interface MorningAccounts {
  list(tx: Tx, after: string | null, limit: number): Promise<readonly KeptAccount[]>;
  find(linkId: string): Promise<MorningAccount | null>;
}

export type MorningNotice = {
  readonly userId: string;
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

export type Notify = (tx: Tx, notice: MorningNotice) => Promise<void>;

export interface TradingEngine {
  /** Whether the account starts today, already started, or does not start. */
  dayRequestFor(account: MorningAccount, day: IstDate): Promise<"wanted" | "started" | "not_wanted">;
  isStarted(linkId: string, day: IstDate): Promise<boolean>;
  /** Prepares the start for the transaction that ends the step; `null` when the plan leaves no capital for it. */
  prepareStart(account: MorningAccount, day: IstDate): Promise<((tx: Tx) => Promise<void>) | null>;
}

/** Subjects of steps that concern no account: a strategy, a broker. */
export type OtherSubjects = Partial<Record<StepKind, readonly string[]>>;
