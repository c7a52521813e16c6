import type { BrokerOrderId, BrokerOrderStatus, OrderTag } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AccountAccess } from "./order-gateway.ts";

export interface Tick {
  readonly token: string;
  readonly lastPrice: Paise;
  /** Shares traded today; `null` if the packet omits it. */
  readonly volume: number | null;
  readonly bid: Paise | null;
  readonly ask: Paise | null;
  /** The exchange's value; left out or `null` if the packet omits it. */
  readonly previousClose?: Paise | null;
  /** The exchange's instant; `null` if the packet has none. */
  readonly at: EpochMs | null;
}

/** `refused` is 401 or 403 in the handshake: no reconnect until the next login. */
export type FeedState = "connecting" | "open" | "waiting" | "refused" | "closed";

export interface Feed {
  close(): void;
}

export interface QuoteFeed extends Feed {
  subscribe(tokens: readonly string[]): void;
}

export interface FeedListener {
  state(state: FeedState): void;
}

/** Read before every connection: yesterday's token ends at roll-over. `null` stops reconnecting as `refused` does. */
export type SessionSource = () => Promise<AccountAccess | null>;

export interface QuoteListener extends FeedListener {
  /** `receivedAt` is the arrival on the human clock. */
  ticks(ticks: readonly Tick[], receivedAt: EpochMs): void;
  /** Unreadable packets; a feed that drops many is incomplete. */
  dropped?(packets: number): void;
}

export interface QuoteStream {
  open(access: SessionSource, listener: QuoteListener): QuoteFeed;
}

/** A pushed order update. Only the number is certain, because brokers omit any other field. */
export interface OrderHint {
  readonly orderId: BrokerOrderId;
  /** `null` if omitted or not one of ours. */
  readonly tag: OrderTag | null;
  readonly status: BrokerOrderStatus | null;
  readonly filledQuantity: number | null;
}

export interface OrderListener extends FeedListener {
  hint(hint: OrderHint): void;
}

/** Pushed changes are hints: duplicated, late, partial or reordered. The owner then reads the book. */
export interface OrderUpdates {
  open(access: SessionSource, listener: OrderListener): Feed;
}
