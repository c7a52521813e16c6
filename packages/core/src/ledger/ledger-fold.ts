import type { BrokerOrderId, OrderTag, Side } from "../order/order.ts";
import type { OrderLeg } from "../order/order-state.ts";
import { type Paise, paise } from "../shared/money.ts";
import { type LedgerEvent, type LedgerFact, ledgerKey, type PositionId } from "./ledger-event.ts";

export interface OrderTotals {
  readonly tag: OrderTag;
  readonly positionId: PositionId;
  readonly isin: string;
  readonly leg: OrderLeg;
  readonly side: Side;
  readonly quantity: number;
  readonly value: Paise;
  /** False: a part is known only from the order book's rounded average. */
  readonly isExact: boolean;
}

export interface PositionTotals {
  readonly id: PositionId;
  readonly isin: string;
  readonly bought: number;
  readonly boughtValue: Paise;
  readonly sold: number;
  readonly soldValue: Paise;
  /** Of the above, the user's own trades at an estimated price. */
  readonly outside: number;
  readonly isExact: boolean;
}

export interface ClosingTotals {
  readonly orderId: BrokerOrderId;
  readonly positionId: PositionId;
  readonly isin: string;
  readonly side: Side;
  readonly quantity: number;
  readonly value: Paise;
}

export interface LedgerTotals {
  readonly orders: ReadonlyMap<OrderTag, OrderTotals>;
  readonly closings: readonly ClosingTotals[];
  readonly positions: ReadonlyMap<PositionId, PositionTotals>;
  /** Proceeds less cost of our own orders and the broker's closing ones, before charges. */
  readonly cash: Paise;
}

type FillFact = Extract<LedgerFact, { readonly kind: "fill" }>;
type SeenFact = Extract<LedgerFact, { readonly kind: "fill_seen" }>;
type ClosingFact = Extract<LedgerFact, { readonly kind: "closed_by_broker" }>;
type OutsideFact = Extract<LedgerFact, { readonly kind: "closed_outside" }>;
type TradeFact = FillFact | SeenFact | ClosingFact | OutsideFact;

interface OrderParts {
  readonly order: FillFact | SeenFact;
  readonly exactQuantity: number;
  readonly exactValue: number;
  /** The largest quantity shown by a book; ties are broken by the average, so that order does not matter. */
  readonly seen: SeenFact | null;
}

const isMore = (fact: SeenFact, than: SeenFact | null): boolean =>
  than === null ||
  fact.quantity > than.quantity ||
  (fact.quantity === than.quantity && fact.averagePrice > than.averagePrice);

function addToOrder(parts: OrderParts | undefined, fact: FillFact | SeenFact): OrderParts {
  const before: OrderParts = parts ?? { order: fact, exactQuantity: 0, exactValue: 0, seen: null };
  if (fact.kind === "fill_seen") return { ...before, seen: isMore(fact, before.seen) ? fact : before.seen };
  return {
    ...before,
    exactQuantity: before.exactQuantity + fact.quantity,
    exactValue: before.exactValue + fact.quantity * fact.price,
  };
}

function toOrderTotals({ order, exactQuantity, exactValue, seen }: OrderParts): OrderTotals {
  const isExact = seen === null || exactQuantity >= seen.quantity;
  const { tag, positionId, isin, leg, side } = order;
  return {
    tag,
    positionId,
    isin,
    leg,
    side,
    quantity: isExact ? exactQuantity : seen.quantity,
    value: paise(isExact ? exactValue : seen.quantity * seen.averagePrice),
    isExact,
  };
}

interface Traded {
  readonly positionId: PositionId;
  readonly isin: string;
  readonly side: Side;
  readonly quantity: number;
  readonly value: number;
  readonly outside: number;
  readonly isExact: boolean;
}

function addToPosition(before: PositionTotals | undefined, traded: Traded): PositionTotals {
  const { positionId, isin, side, quantity, value } = traded;
  const isBuy = side === "buy";
  return {
    id: positionId,
    isin,
    bought: (before?.bought ?? 0) + (isBuy ? quantity : 0),
    boughtValue: paise((before?.boughtValue ?? 0) + (isBuy ? value : 0)),
    sold: (before?.sold ?? 0) + (isBuy ? 0 : quantity),
    soldValue: paise((before?.soldValue ?? 0) + (isBuy ? 0 : value)),
    outside: (before?.outside ?? 0) + traded.outside,
    isExact: (before?.isExact ?? true) && traded.isExact,
  };
}

const ofOutside = ({ positionId, isin, side, quantity, estimatedPrice }: OutsideFact): Traded => ({
  positionId,
  isin,
  side,
  quantity,
  value: quantity * estimatedPrice,
  outside: quantity,
  isExact: false,
});

const ofOrder = ({ positionId, isin, side, quantity, value, isExact }: OrderTotals): Traded => ({
  positionId,
  isin,
  side,
  quantity,
  value,
  outside: 0,
  isExact,
});

const ofClosing = ({ positionId, isin, side, quantity, value }: ClosingTotals): Traded => ({
  positionId,
  isin,
  side,
  quantity,
  value,
  outside: 0,
  isExact: true,
});

const isClosingFact = (fact: LedgerFact): fact is ClosingFact => fact.kind === "closed_by_broker";

function closingsOf(facts: readonly LedgerFact[]): readonly ClosingTotals[] {
  const closings = new Map<string, ClosingTotals>();
  for (const { orderId, positionId, isin, side, quantity, price } of facts.filter(isClosingFact)) {
    const key = `${positionId} ${orderId}`;
    const before = closings.get(key);
    const value = paise((before?.value ?? 0) + quantity * price);
    closings.set(key, { orderId, positionId, isin, side, quantity: (before?.quantity ?? 0) + quantity, value });
  }
  return [...closings.entries()].sort(([a], [c]) => (a < c ? -1 : 1)).map(([, closing]) => closing);
}

const isFillFact = (fact: LedgerFact): fact is FillFact | SeenFact => fact.kind === "fill" || fact.kind === "fill_seen";
const isOutsideFact = (fact: LedgerFact): fact is OutsideFact => fact.kind === "closed_outside";

/** Only these change the traded quantity. */
const tradeKinds: ReadonlySet<LedgerFact["kind"]> = new Set<TradeFact["kind"]>([
  "fill",
  "fill_seen",
  "closed_outside",
  "closed_by_broker",
]);

export const isTrade = ({ kind }: LedgerFact): boolean => tradeKinds.has(kind);

/** Each event once, however often it was written. */
function distinctFacts(events: readonly LedgerEvent[]): readonly LedgerFact[] {
  const traded = events.filter(({ fact }) => isTrade(fact));
  return [...new Map(traded.map((event) => [ledgerKey(event), event.fact])).values()];
}

/** Folds the events of one account. Independent of order and repetition. */
export function foldLedger(events: readonly LedgerEvent[]): LedgerTotals {
  const facts = distinctFacts(events);
  const parts = new Map<OrderTag, OrderParts>();
  for (const fact of facts.filter(isFillFact)) parts.set(fact.tag, addToOrder(parts.get(fact.tag), fact));
  const orders = new Map([...parts].map(([tag, order]) => [tag, toOrderTotals(order)]));
  const positions = new Map<PositionId, PositionTotals>();
  let cash = 0;
  const closings = closingsOf(facts);
  for (const traded of [...[...orders.values()].map(ofOrder), ...closings.map(ofClosing)]) {
    positions.set(traded.positionId, addToPosition(positions.get(traded.positionId), traded));
    cash += traded.side === "buy" ? -traded.value : traded.value;
  }
  for (const fact of facts.filter(isOutsideFact))
    positions.set(fact.positionId, addToPosition(positions.get(fact.positionId), ofOutside(fact)));
  return { orders, closings, positions, cash: paise(cash) };
}

/** Positive is long. */
export const netQuantityOf = ({ bought, sold }: PositionTotals): number => bought - sold;

export function oursByShare({ positions }: LedgerTotals): ReadonlyMap<string, number> {
  const ours = new Map<string, number>();
  for (const position of positions.values())
    ours.set(position.isin, (ours.get(position.isin) ?? 0) + netQuantityOf(position));
  return new Map([...ours].filter(([, quantity]) => quantity !== 0));
}
