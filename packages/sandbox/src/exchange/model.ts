import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

/** Prices and amounts are whole paise, instants epoch milliseconds. */

export type Broker = BrokerName;
export type Side = "buy" | "sell";

/** MIS or INTRADAY is `intraday`; CNC or DELIVERY is `delivery`. */
export type Product = "intraday" | "delivery";
export type Validity = "day" | "ioc";

export interface Instrument {
  /** `SBIN`: Kite's tradingsymbol. Angel One adds `-EQ`, Fyers writes `NSE:SBIN-EQ`. */
  readonly symbol: string;
  readonly isin: string;
  readonly name: string;
  readonly lotSize: 1;
  /** From the price rule at the reference price, in paise; constant while the exchange runs. */
  readonly tickSize: Paise;
  /** Has derivatives: closing auction, and a dynamic band. */
  readonly isFno: boolean;
  /** Share of the previous close by which the price may move, in basis points; for F&O the first of the steps. */
  readonly bandBasisPoints: number;
  /** False for trade-for-trade stocks. `setIntradayBan` adds more temporarily. */
  readonly isIntradayAllowed: boolean;
  readonly referencePrice: Paise;
  readonly dailyTurnover: Paise;
  readonly quantityMax: number;
  readonly tokens: {
    /** NSE's own number; also Angel One's `symboltoken` and Kite's `exchange_token`. */
    readonly exchange: number;
    readonly kiteInstrument: number;
    readonly kiteExchange: number;
    readonly angelone: string;
    readonly fyers: string;
  };
}

/** Orders are accepted in `pre_open`, `continuous` and `closing_auction` only; `pre_open_matching` lasts until 9:15. */
export type Phase =
  | "closed"
  | "pre_open"
  | "pre_open_matching"
  | "continuous"
  | "closing_reference"
  | "closing_auction"
  | "closing_matching"
  | "halted";

/**
 * On arrival `market` becomes a limit at the last price plus or minus the protection, `stop_market` likewise from its
 * trigger; without protection both are refused. `auto` is 2 % below 100 rupees, 1 % to 500, 0.5 % above.
 */
export type Pricing =
  | { readonly kind: "limit"; readonly price: Paise }
  | { readonly kind: "stop_limit"; readonly trigger: Paise; readonly price: Paise }
  | { readonly kind: "market"; readonly protection: Protection | null }
  | { readonly kind: "stop_market"; readonly trigger: Paise; readonly protection: Protection | null };

/** Percent × 100: 150 is 1.5 %. */
export type Protection = "auto" | number;

export type RejectReason =
  | "unknown_symbol"
  | "session_closed"
  | "trading_halted"
  | "quantity_invalid"
  | "tag_invalid"
  | "tick_size"
  | "outside_price_band"
  | "trigger_on_wrong_side"
  | "market_without_protection"
  | "order_type_not_allowed"
  | "intraday_banned"
  | "insufficient_funds"
  | "insufficient_holdings"
  | "broker_rejected";

/** The order is unchanged. */
export type ChangeRefusal = RejectReason | "order_unknown" | "order_not_open" | "being_processed";

export type CancelReason =
  | "requested"
  | "ioc_remainder"
  | "self_trade"
  | "outside_price_band"
  | "square_off"
  | "closing_auction";

/** `received` only in the very first event and history entry. Partly filled is `open` with a filled quantity. */
export type OrderStatus = "received" | "open" | "trigger_pending" | "filled" | "cancelled" | "rejected" | "expired";

export type OrderChange =
  | "placed"
  | "open"
  | "trigger_pending"
  | "updated"
  | "partially_filled"
  | "filled"
  | "cancelled"
  | "rejected"
  | "expired";

/** Immutable. */
export interface Order {
  /** The exchange's number, 16 digits, unique over all days. */
  readonly id: string;
  readonly brokerOrderId: string | null;
  readonly account: string;
  readonly broker: Broker;
  readonly symbol: string;
  readonly side: Side;
  readonly product: Product;
  readonly validity: Validity;
  readonly pricing: Pricing;
  /** The limit in the book: the protected price for market orders. `null` when refused before it was known. */
  readonly limitPrice: Paise | null;
  /** `null` for orders without a trigger. */
  readonly triggerPrice: Paise | null;
  readonly quantity: number;
  readonly filledQuantity: number;
  /** Still working; 0 once the order is over. */
  readonly pendingQuantity: number;
  readonly cancelledQuantity: number;
  /** Sum of quantity × price over its trades: brokers print averages with different decimals. */
  readonly filledValue: Paise;
  /** Rounded to the nearest paisa; 0 without a fill. */
  readonly averagePrice: Paise;
  readonly status: OrderStatus;
  readonly reason: RejectReason | CancelReason | null;
  readonly tag: string | null;
  /** `broker` for the automatic square-off. */
  readonly placedBy: "client" | "broker";
  readonly placedAt: EpochMs;
  readonly updatedAt: EpochMs;
  readonly triggeredAt: EpochMs | null;
  /** Successful ones. Brokers enforce the limit. */
  readonly modifications: number;
  readonly date: IstDate;
}

export interface OrderHistoryEntry {
  readonly sequence: number;
  readonly at: EpochMs;
  readonly change: OrderChange;
  readonly status: OrderStatus;
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly filledValue: Paise;
  readonly pricing: Pricing;
  readonly limitPrice: Paise | null;
  readonly triggerPrice: Paise | null;
  readonly reason: RejectReason | CancelReason | null;
}

/** One account's side of a trade. Two accounts that trade get one each, with the same `id`. */
export interface Trade {
  readonly id: string;
  readonly orderId: string;
  readonly brokerOrderId: string | null;
  readonly account: string;
  readonly symbol: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly price: Paise;
  readonly at: EpochMs;
  readonly tag: string | null;
  /** `market` is the synthetic liquidity; in an auction all trade with all. */
  readonly counterparty: "market" | "client" | "auction";
}

export interface PlaceOrder {
  readonly now: EpochMs;
  readonly account: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly product: Product;
  readonly pricing: Pricing;
  readonly validity?: Validity;
  /** 1 to 30 characters: Fyers' limit. Kite and Angel One refuse more than 20 themselves. */
  readonly tag?: string | null;
  readonly brokerOrderId?: string | null;
}

/**
 * Missing fields stay. `quantity` is the total. `pricing` may change the kind; after the trigger only the price of a
 * stop counts. A smaller quantity at the same price keeps its place in the queue, any other change goes to the end.
 */
export interface ModifyOrder {
  readonly now: EpochMs;
  readonly orderId: string;
  readonly quantity?: number;
  readonly pricing?: Pricing;
  readonly validity?: Validity;
}

export interface OrderQuery {
  readonly tag?: string;
  readonly account?: string;
  readonly brokerOrderId?: string;
  readonly symbol?: string;
  readonly date?: IstDate;
}

export interface OpenAccount {
  /** The broker's client id, unique over all brokers. */
  readonly id: string;
  readonly broker: Broker;
  readonly cashPaise: Paise;
  readonly heldSymbols?: readonly HeldSymbol[];
}

export interface HeldSymbol {
  readonly symbol: string;
  readonly quantity: number;
  readonly averagePrice: Paise;
}

export interface Account {
  readonly id: string;
  readonly broker: Broker;
}

export interface Funds {
  readonly opening: Paise;
  /** Opening, less delivery bought, plus delivery sold, plus pay-ins of the day. Intraday profit joins overnight. */
  readonly cash: Paise;
  /** Held for open orders and intraday positions: 20 % intraday, 100 % delivery. Never negative. */
  readonly blocked: Paise;
  readonly realised: Paise;
  readonly unrealised: Paise;
  /** cash + realised − blocked. Below zero only after a loss larger than the margin. */
  readonly available: Paise;
}

/** The day's trading in one symbol and product. Closed ones stay in the list with quantity 0 until roll-over. */
export interface Position {
  readonly symbol: string;
  readonly product: Product;
  /** Negative is short. */
  readonly netQuantity: number;
  /** Unsigned cost (long) or proceeds (short) of the open quantity. */
  readonly openValue: Paise;
  readonly averagePrice: Paise;
  readonly dayBuyQuantity: number;
  readonly dayBuyValue: Paise;
  readonly daySellQuantity: number;
  readonly daySellValue: Paise;
  readonly realised: Paise;
  readonly unrealised: Paise;
  readonly lastPrice: Paise;
  readonly previousClose: Paise;
}

export interface Holding {
  readonly symbol: string;
  readonly isin: string;
  readonly quantity: number;
  /** Sold today or blocked by an open delivery sell order. */
  readonly usedQuantity: number;
  readonly averagePrice: Paise;
  readonly lastPrice: Paise;
  readonly previousClose: Paise;
}

export interface DepthLevel {
  readonly price: Paise;
  readonly quantity: number;
  readonly orders: number;
}

export interface Quote {
  readonly symbol: string;
  readonly version: number;
  readonly at: EpochMs;
  readonly phase: Phase;
  readonly lastPrice: Paise;
  readonly lastQuantity: number;
  /** `null` before the first trade of the day. */
  readonly lastTradeAt: EpochMs | null;
  readonly volume: number;
  /** Turnover / volume, rounded to the paisa; 0 before the first trade. */
  readonly averagePrice: Paise;
  /** 0 before the first trade of the day. */
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly previousClose: Paise;
  readonly lowerCircuit: Paise;
  readonly upperCircuit: Paise;
  readonly totalBuyQuantity: number;
  readonly totalSellQuantity: number;
  /** Best first, at most five each, fewer at a circuit. */
  readonly buy: readonly DepthLevel[];
  readonly sell: readonly DepthLevel[];
  /** The auction's current or final match; `null` outside auctions. */
  readonly auction: { readonly price: Paise; readonly quantity: number } | null;
}

export type Top = Pick<Quote, "lastPrice" | "previousClose" | "lowerCircuit" | "upperCircuit"> & {
  readonly bid: Paise | null;
  readonly ask: Paise | null;
};

/** A whole number of minutes from the open (1, 5, 15 …), or the day. */
export type CandleInterval = number | "day";

export interface Candle {
  readonly at: EpochMs;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: number;
}

/** One bar of a replayed day, as in the bar files; `at` is its start. */
export interface Bar {
  readonly at: EpochMs;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: number;
}

/** Linear between the points; the last price holds until the day ends or the script is removed. */
export interface PricePoint {
  readonly at: EpochMs;
  readonly price: Paise;
}

interface Happened {
  /** Over all events: 1, 2, 3 … without gaps, in chronological order. */
  readonly sequence: number;
  readonly at: EpochMs;
}

export interface OrderEvent extends Happened {
  readonly kind: "order";
  readonly change: OrderChange;
  readonly order: Order;
  /** With `partially_filled` and `filled`; otherwise `null`. */
  readonly trade: Trade | null;
}

export type ExchangeEvent =
  | OrderEvent
  | (Happened & { readonly kind: "session"; readonly segment: "fno" | "other"; readonly phase: Phase })
  | (Happened & {
      readonly kind: "auction";
      readonly symbol: string;
      readonly session: "pre_open" | "closing";
      readonly price: Paise;
      readonly quantity: number;
    })
  /** The price reached a limit (`hit`), or the limits of an F&O stock moved (`moved`). */
  | (Happened & {
      readonly kind: "circuit";
      readonly symbol: string;
      readonly what: "hit_upper" | "hit_lower" | "moved";
      readonly lower: Paise;
      readonly upper: Paise;
    })
  | (Happened & { readonly kind: "day"; readonly what: "started" | "closed"; readonly date: IstDate });
