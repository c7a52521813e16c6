import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { OrderTag, Side } from "@vriddhi/core/order/order";
import type { OrderStatus } from "@vriddhi/core/order/order-state";
import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

/** A stored entry that waits for its owner and has no offer yet. */
export interface WaitingEntry {
  readonly tag: OrderTag;
  readonly day: IstDate;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly broker: TradingBroker;
  readonly signalId: string;
  readonly isin: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly limit: Paise;
  readonly signalPrice: Paise;
  readonly validUntil: EpochMs;
}

export interface StoredOffer extends Omit<WaitingEntry, "validUntil"> {
  readonly sentence: string;
  /** Human clock. */
  readonly offeredAt: EpochMs;
  readonly until: EpochMs;
  readonly answer: ApprovalAnswer | null;
}

export interface OfferDetails {
  readonly reason: string;
  readonly stop: Paise;
  readonly target: Paise | null;
}

export interface OfferOrder {
  readonly status: OrderStatus;
  readonly filled: number;
  readonly averagePrice: Paise;
  readonly reason: string | null;
}

export type NewOffer = Omit<StoredOffer, "answer"> & { readonly tokenHash: Buffer };

export type Decider =
  | { readonly by: "page"; readonly userId: string }
  | { readonly by: "link"; readonly tokenHash: Buffer };

export interface ApprovalStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  listWaiting(buckets: readonly number[], day: IstDate, now: EpochMs): Promise<readonly WaitingEntry[]>;
  addOffers(tx: Tx, offers: readonly NewOffer[]): Promise<ReadonlySet<string>>;
  listOpenOf(userId: string, now: EpochMs): Promise<readonly StoredOffer[]>;
  find(tag: string, userId: string): Promise<StoredOffer | null>;
  /** Prices as they are sent, in whole ticks. `null` when the signal is gone. */
  detailsOf(offer: Pick<StoredOffer, "signalId" | "tag" | "day" | "side">): Promise<OfferDetails | null>;
  orderOf(tag: OrderTag, day: IstDate): Promise<OfferOrder | null>;
  findByToken(tokenHash: Buffer): Promise<StoredOffer | null>;
  /** One conditional update: `true` for the caller whose answer counts. */
  decide(tx: Tx, tag: string, decider: Decider, answer: ApprovalAnswer, at: EpochMs): Promise<boolean>;
  lapse(tx: Tx, day: IstDate, now: EpochMs): Promise<readonly string[]>;
  /** Decisions that the order does not have yet; `isWaiting` is `false` where the order went on without one. */
  listUnapplied(day: IstDate): Promise<
    readonly {
      readonly tag: OrderTag;
      readonly accountId: AccountId;
      readonly answer: ApprovalAnswer | null;
      readonly isWaiting: boolean;
    }[]
  >;
  /** An offer without a decision ended with its order. */
  markApplied(tags: readonly string[], at: EpochMs): Promise<void>;
}
