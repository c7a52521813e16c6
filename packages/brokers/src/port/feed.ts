import type { BrokerOrderId, BrokerOrderStatus, OrderTag } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AccountAccess } from "./order-gateway.ts";

export interface Tick {
  /** The broker's feed token. */
  readonly token: string;
  readonly lastPrice: Paise;
  /** Shares traded today; null where the packet does not tell. */
  readonly volume: number | null;
  readonly bid: Paise | null;
  readonly ask: Paise | null;
  /** As the exchange states it; left out or null where the packet does not tell. */
  readonly previousClose?: Paise | null;
  /** The exchange's own instant; null where the packet has none. */
  readonly at: EpochMs | null;
}

/** `refused` is 401 or 403 in the handshake: nothing is tried again until somebody logs in. */
export type FeedState = "connecting" | "open" | "waiting" | "refused" | "closed";

export interface Feed {
  close(): void;
}

export interface QuoteFeed extends Feed {
  /** What is wanted from now on; survives reconnects. */
  subscribe(tokens: readonly string[]): void;
}

export interface FeedListener {
  state(state: FeedState): void;
}

/**
 * The session is asked for before every connection, because yesterday's token is dead after roll-over; null stands
 * down as `refused` does.
 */
export type SessionSource = () => Promise<AccountAccess | null>;

export interface QuoteListener extends FeedListener {
  /** `heardAt` is on the human clock: when the frame came in. */
  ticks(ticks: readonly Tick[], heardAt: EpochMs): void;
  /** Packets that could not be read; a feed that drops many says less than it seems. */
  dropped?(packets: number): void;
}

export interface QuoteStream {
  open(access: SessionSource, listener: QuoteListener): QuoteFeed;
}

/** What a push tells of an order. Only the number is sure, because brokers leave out whatever they like. */
export interface OrderHint {
  readonly orderId: BrokerOrderId;
  /** Null: not told, or not one of ours. */
  readonly tag: OrderTag | null;
  readonly status: BrokerOrderStatus | null;
  readonly filledQuantity: number | null;
}

export interface OrderListener extends FeedListener {
  hint(hint: OrderHint): void;
}

/** Pushed changes are hints: they may come twice, late, in parts or in another order, and tell the owner to look. */
export interface OrderUpdates {
  open(access: SessionSource, listener: OrderListener): Feed;
}
