import type { OrderTag } from "@vriddhi/core/order/order";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { Order, OrderEvent } from "@vriddhi/sandbox/exchange/model";

/** One of our positions by the exchange's own data. */
export interface TruePosition {
  readonly positionId: string;
  readonly client: string;
  readonly symbol: string;
  readonly direction: 1 | -1;
  entryFilled: number;
  filledAtMs: number;
  exitFilled: number;
  /** Remaining quantity of each working exit. */
  readonly working: Map<string, number>;
  /** Quantity closed by the user or the broker. */
  closedOutside: number;
  /** Exits that were refused, or ended by the exchange, since the last trade. */
  endedInARow: number;
  endedAtMs: number;
}

export const openOf = ({ entryFilled, exitFilled }: TruePosition): number => entryFilled - exitFilled;

/** Quantity closed from outside is no longer ours, although the product has yet to find out. */
const keptOf = (position: TruePosition): number => Math.max(0, openOf(position) - position.closedOutside);

export const coveredOf = ({ working }: TruePosition): number => [...working.values()].reduce((sum, n) => sum + n, 0);

export class TruePositions {
  readonly #tables: MemoryTables;
  readonly #all = new Map<string, TruePosition>();
  readonly #foreign = new Map<string, { net: number; atMs: number }>();
  /** Working foreign orders, and since when. */
  readonly #others = new Map<string, { readonly key: string; readonly sinceMs: number }>();

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  all(): Iterable<TruePosition> {
    return this.#all.values();
  }

  /** Foreign trades in the share: the user's, or the broker's own square-off. */
  foreignOf(client: string, symbol: string): { readonly net: number; readonly atMs: number } {
    return this.#foreign.get(`${client} ${symbol}`) ?? { net: 0, atMs: Number.NEGATIVE_INFINITY };
  }

  closedByOthersSince({ client, symbol, direction }: TruePosition): number | null {
    const key = `${client} ${symbol} ${direction === 1 ? "sell" : "buy"}`;
    const found = [...this.#others.values()].filter((other) => other.key === key).map(({ sinceMs }) => sinceMs);
    return found.length === 0 ? null : Math.max(...found);
  }

  netOf(client: string, symbol: string): number {
    let net = this.foreignOf(client, symbol).net;
    for (const position of this.#all.values())
      if (position.client === client && position.symbol === symbol) net += position.direction * openOf(position);
    return net;
  }

  /** The quantity to protect: our rest, at most the account's net, of which later positions have theirs first. */
  leftOf(position: TruePosition): number {
    const { client, symbol, direction } = position;
    let held = this.netOf(client, symbol) * direction;
    let isLater = false;
    for (const other of this.#all.values()) {
      const isBeside = other.client === client && other.symbol === symbol && other.direction === direction;
      if (isLater && isBeside) held -= keptOf(other);
      if (other === position) isLater = true;
    }
    return Math.min(keptOf(position), Math.max(0, held));
  }

  take({ order, trade }: OrderEvent, nowMs: number): TruePosition | null {
    const stored = order.tag === null ? undefined : this.#tables.orders.get(order.tag as OrderTag);
    if (stored === undefined || order.placedBy === "broker") {
      this.#watchOther(order, nowMs);
      if (trade !== null) this.#takeForeign(order, trade.quantity, nowMs);
      return null;
    }
    const position = this.#of(stored.positionId, order, stored.leg);
    const traded = trade?.quantity ?? 0;
    if (stored.leg === "entry") this.#takeEntry(position, traded, nowMs);
    else this.#takeExit(position, order, traded, nowMs);
    return position;
  }

  #takeEntry(position: TruePosition, traded: number, nowMs: number): void {
    position.entryFilled += traded;
    if (traded > 0) position.filledAtMs = nowMs;
  }

  #takeExit(position: TruePosition, order: Order, traded: number, nowMs: number): void {
    const { id, status, reason, pendingQuantity } = order;
    position.exitFilled += traded;
    if (status === "rejected" || (status === "cancelled" && reason !== "requested")) {
      position.endedInARow += 1;
      position.endedAtMs = nowMs;
    }
    if (traded > 0) position.endedInARow = 0;
    if (pendingQuantity > 0) position.working.set(id, pendingQuantity);
    else position.working.delete(id);
  }

  #watchOther({ id, account, symbol, side, pendingQuantity }: Order, nowMs: number): void {
    if (pendingQuantity === 0) this.#others.delete(id);
    else if (!this.#others.has(id)) this.#others.set(id, { key: `${account} ${symbol} ${side}`, sinceMs: nowMs });
  }

  #takeForeign({ account, symbol, side, product }: Order, quantity: number, nowMs: number): void {
    if (product !== "intraday") return;
    const net = this.foreignOf(account, symbol).net + (side === "buy" ? quantity : -quantity);
    this.#foreign.set(`${account} ${symbol}`, { net, atMs: nowMs });
    let left = quantity;
    for (const position of this.#all.values()) {
      const isClosing = (side === "sell") === (position.direction === 1);
      if (position.client !== account || position.symbol !== symbol || !isClosing) continue;
      const taken = Math.min(left, keptOf(position));
      position.closedOutside += taken;
      left -= taken;
    }
  }

  #of(positionId: string, { account, symbol, side }: Order, leg: "entry" | "exit"): TruePosition {
    const known = this.#all.get(positionId);
    if (known !== undefined) return known;
    const isLong = leg === "entry" ? side === "buy" : side === "sell";
    const position: TruePosition = {
      positionId,
      client: account,
      symbol,
      direction: isLong ? 1 : -1,
      entryFilled: 0,
      filledAtMs: 0,
      exitFilled: 0,
      working: new Map(),
      closedOutside: 0,
      endedInARow: 0,
      endedAtMs: 0,
    };
    this.#all.set(positionId, position);
    return position;
  }
}
