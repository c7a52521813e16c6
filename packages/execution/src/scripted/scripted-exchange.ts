import {
  type BrokerFill,
  type BrokerOrder,
  type BrokerOrderId,
  type BrokerOrderStatus,
  type BrokerPosition,
  brokerOrderId,
  isFinal,
  type OrderChange,
  type OrderTicket,
  type Pricing,
  type Side,
} from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";

interface ScriptedOrder {
  readonly id: BrokerOrderId;
  readonly ticket: OrderTicket;
  quantity: number;
  filled: number;
  value: number;
  pricing: Pricing;
  status: BrokerOrderStatus;
  reason: string | null;
}

const START_PRICE = 100_000;
const HALF_SPREAD = 5;

/** One share, one account, one price: orders trade at it up to the available depth. */
export class ScriptedExchange {
  readonly #orders: ScriptedOrder[] = [];
  readonly #fills: BrokerFill[] = [];
  /** The user's manual net trade. Positive is bought. */
  foreign = 0;
  /** A waiting foreign order of the user or the broker in the same share. */
  foreignOrder: { readonly side: Side; readonly quantity: number } | null = null;
  #price = START_PRICE;
  /** The most shares that one match trades. */
  depth = Number.POSITIVE_INFINITY;
  /** Rejection reasons of the next orders, after they were accepted. */
  rejections: string[] = [];
  readonly violations: string[] = [];
  onChange: () => void = () => undefined;
  readonly #firstId: number;

  /** First order number, so that two shares of one broker have distinct numbers. */
  constructor(firstId = 1_000) {
    this.#firstId = firstId;
  }

  get bid(): number {
    return this.#price - HALF_SPREAD;
  }

  get ask(): number {
    return this.#price + HALF_SPREAD;
  }

  get price(): number {
    return this.#price;
  }

  setPrice(price: number): void {
    this.#price = price;
    this.match();
  }

  arrive(ticket: OrderTicket): BrokerOrderId {
    if (this.#orders.some((order) => order.ticket.tag === ticket.tag))
      this.violations.push(`the exchange has the tag ${ticket.tag} twice`);
    const id = brokerOrderId(String(this.#firstId + this.#orders.length));
    const reason = this.rejections.shift() ?? null;
    const waiting = ticket.pricing.kind === "stop_limit" ? "trigger_pending" : "open";
    const order: ScriptedOrder = {
      id,
      ticket,
      quantity: ticket.quantity,
      filled: 0,
      value: 0,
      pricing: ticket.pricing,
      status: reason === null ? waiting : "rejected",
      reason,
    };
    this.#orders.push(order);
    this.#meet(order);
    return id;
  }

  modify({ orderId, quantity, pricing }: OrderChange): boolean {
    const order = this.#working(orderId);
    if (order === null) return false;
    order.quantity = Math.max(order.filled, quantity);
    order.pricing = pricing;
    if (order.filled === order.quantity) order.status = "filled";
    else order.status = pricing.kind === "stop_limit" ? "trigger_pending" : "open";
    this.#meet(order);
    return true;
  }

  cancel(orderId: BrokerOrderId): boolean {
    const order = this.#working(orderId);
    if (order === null) return false;
    order.status = "cancelled";
    this.onChange();
    return true;
  }

  /** Cancels every working order of a side without a push. */
  takeAway(side: Side): void {
    for (const order of this.#orders)
      if (order.ticket.side === side && !isFinal(order.status)) {
        order.status = "cancelled";
        order.reason = "cancelled by the exchange";
      }
  }

  /** The broker cancels our orders and closes what is open with an order of its own. */
  squareOff(): void {
    const net = this.ours() + this.foreign;
    const [first] = this.#orders;
    if (first === undefined || net === 0) return;
    for (const side of ["buy", "sell"] as const) this.takeAway(side);
    const side = net > 0 ? "sell" : "buy";
    const price = paise(side === "sell" ? this.bid : this.ask);
    const { brokerSymbol } = first.ticket.instrument;
    const id = `F${this.#fills.length + 1}`;
    const orderId = brokerOrderId("9000");
    this.#fills.push({ id, orderId, brokerSymbol, side, quantity: Math.abs(net), price, at: null });
    this.foreign -= net;
  }

  fillForeign(): void {
    const { side, quantity } = this.foreignOrder ?? { side: "buy", quantity: 0 };
    this.foreign += side === "buy" ? quantity : -quantity;
    this.foreignOrder = null;
  }

  match(): void {
    for (const order of this.#orders) this.#meet(order);
  }

  has(orderId: BrokerOrderId): boolean {
    return this.#orders.some(({ id }) => id === orderId);
  }

  /** 1: entries buy; -1: entries sell. The very first order is an entry. */
  direction(): 1 | -1 {
    return this.#orders[0]?.ticket.side === "sell" ? -1 : 1;
  }

  entered(): number {
    return this.#traded(this.direction() === 1 ? "buy" : "sell");
  }

  /** Our net filled quantity. Positive is long. */
  ours(): number {
    return this.#orders.reduce((sum, { ticket, filled }) => sum + (ticket.side === "buy" ? filled : -filled), 0);
  }

  bought(): number {
    return this.#traded("buy");
  }

  working(side: Side): readonly { readonly quantity: number; readonly pricing: Pricing; readonly tag: string }[] {
    return this.#orders
      .filter(({ ticket, status }) => ticket.side === side && !isFinal(status))
      .map(({ ticket, quantity, filled, pricing }) => ({ quantity: quantity - filled, pricing, tag: ticket.tag }));
  }

  rows(): readonly BrokerOrder[] {
    return [...this.#ownRows(), ...this.#foreignRows()];
  }

  #foreignRows(): readonly BrokerOrder[] {
    const [first] = this.#orders;
    if (first === undefined || this.foreignOrder === null) return [];
    const { side, quantity } = this.foreignOrder;
    const { brokerSymbol } = first.ticket.instrument;
    const shape = {
      brokerSymbol,
      side,
      product: "intraday",
      quantity,
      filledQuantity: 0,
      pendingQuantity: quantity,
    } as const;
    const price = { averagePrice: paise(0), limit: paise(this.#price), trigger: null } as const;
    return [
      { id: brokerOrderId("9001"), tag: null, ...shape, ...price, status: "open", reason: null, updatedAt: null },
    ];
  }

  #ownRows(): readonly BrokerOrder[] {
    return this.#orders.map(({ id, ticket, quantity, filled, value, pricing, status, reason }) => ({
      id,
      tag: ticket.tag,
      brokerSymbol: ticket.instrument.brokerSymbol,
      side: ticket.side,
      product: ticket.product,
      quantity,
      filledQuantity: filled,
      pendingQuantity: isFinal(status) ? 0 : quantity - filled,
      averagePrice: paise(filled === 0 ? 0 : Math.round(value / filled)),
      limit: pricing.limit,
      trigger: pricing.kind === "stop_limit" ? pricing.trigger : null,
      status,
      reason,
      updatedAt: null,
    }));
  }

  fills(): readonly BrokerFill[] {
    return this.#fills;
  }

  positions(): readonly BrokerPosition[] {
    const [first] = this.#orders;
    if (first === undefined) return [];
    const netQuantity = this.ours() + this.foreign;
    const { brokerSymbol } = first.ticket.instrument;
    const [boughtQuantity, soldQuantity] = [this.#traded("buy"), this.#traded("sell")];
    return [{ brokerSymbol, product: "intraday", netQuantity, boughtQuantity, soldQuantity }];
  }

  #meet(order: ScriptedOrder): void {
    if (!isFinal(order.status)) {
      if (order.status === "trigger_pending" && this.#isTriggered(order)) order.status = "open";
      if (order.status === "open" && this.#isTradable(order)) this.#trade(order);
    }
    this.#check();
    this.onChange();
  }

  #traded(side: Side): number {
    return this.#orders.filter(({ ticket }) => ticket.side === side).reduce((sum, { filled }) => sum + filled, 0);
  }

  #working(orderId: BrokerOrderId): ScriptedOrder | null {
    const order = this.#orders.find(({ id }) => id === orderId);
    return order === undefined || isFinal(order.status) ? null : order;
  }

  #isTriggered({ ticket, pricing }: ScriptedOrder): boolean {
    if (pricing.kind === "limit") return true;
    return ticket.side === "sell" ? this.#price <= pricing.trigger : this.#price >= pricing.trigger;
  }

  #isTradable({ ticket, pricing }: ScriptedOrder): boolean {
    return ticket.side === "sell" ? this.bid >= pricing.limit : this.ask <= pricing.limit;
  }

  #trade(order: ScriptedOrder): void {
    const quantity = Math.min(this.depth, order.quantity - order.filled);
    if (quantity <= 0) return;
    const { side, instrument } = order.ticket;
    const price = side === "sell" ? this.bid : this.ask;
    order.filled += quantity;
    order.value += quantity * price;
    if (order.filled === order.quantity) order.status = "filled";
    const id = `F${this.#firstId + this.#fills.length}`;
    const { brokerSymbol } = instrument;
    this.#fills.push({ id, orderId: order.id, brokerSymbol, side, quantity, price: paise(price), at: null });
  }

  /** Invariant: exits never exceed entries, and working exits never exceed what is open. */
  #check(): void {
    const direction = this.direction();
    const open = this.ours() * direction;
    if (open < 0) this.violations.push(`${-open} more were exited than entered`);
    const side = direction === 1 ? "sell" : "buy";
    const leaving = this.working(side).reduce((sum, { quantity }) => sum + quantity, 0);
    if (leaving > Math.max(0, open)) this.violations.push(`${leaving} are about to leave and ${open} are open`);
  }
}
