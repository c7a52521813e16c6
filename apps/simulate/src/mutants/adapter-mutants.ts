import { isComplete, wholeBook } from "@vriddhi/brokers/port/book";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { OrderHint } from "@vriddhi/brokers/port/feed";
import type { AccountAccess, OrderGateway } from "@vriddhi/brokers/port/order-gateway";
import type { PortfolioReader } from "@vriddhi/brokers/port/portfolio-reader";
import { type BrokerOrder, type OrderTicket, parseOrderTag } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Mutant } from "./mutant.ts";

/** With our adapters the lane identifies an exit. */
const withOrders = (
  adapter: BrokerAdapter,
  change: (orders: OrderGateway) => Partial<OrderGateway>,
): BrokerAdapter => ({
  ...adapter,
  orders: { ...adapter.orders, ...change(adapter.orders) },
});

const withReads = (
  adapter: BrokerAdapter,
  change: (portfolio: PortfolioReader) => Partial<PortfolioReader>,
): BrokerAdapter => ({ ...adapter, portfolio: { ...adapter.portfolio, ...change(adapter.portfolio) } });

const withRows = (adapter: BrokerAdapter, toRow: (row: BrokerOrder) => BrokerOrder | null): BrokerAdapter =>
  withReads(adapter, (portfolio) => ({
    async orders(access) {
      const book = await portfolio.orders(access);
      if (!book.ok) return book;
      return ok({ rows: book.value.rows.flatMap((row) => toRow(row) ?? []), unreadable: book.value.unreadable });
    },
  }));

/** Resends under the same tag after a timeout. */
export const resendOnTimeout: Mutant = {
  adapter: (adapter) =>
    withOrders(adapter, (orders) => ({
      async place(access, ticket, sending) {
        const first = await orders.place(access, ticket, sending);
        const isLost = !first.ok && first.error.kind === "outcome_unknown";
        return isLost ? orders.place(access, ticket, sending) : first;
      },
    })),
};

/** Reports a lost order as unsent, so that it is never looked up. */
export const skipLookup: Mutant = {
  adapter: (adapter) =>
    withOrders(adapter, (orders) => ({
      async place(access, ticket, sending) {
        const result = await orders.place(access, ticket, sending);
        const isLost = !result.ok && result.error.kind === "outcome_unknown";
        return isLost ? err({ kind: "never_sent", reason: "planted" }) : result;
      },
    })),
};

const mirrored = (tag: string): OrderTicket["tag"] =>
  parseOrderTag([...tag].reverse().join("")) ?? (tag as OrderTicket["tag"]);

export const doubleExit: Mutant = {
  adapter: (adapter) =>
    withOrders(adapter, (orders) => ({
      async place(access, ticket, sending) {
        const result = await orders.place(access, ticket, sending);
        if (result.ok && sending.lane === "exit")
          await orders.place(access, { ...ticket, tag: mirrored(ticket.tag) }, sending);
        return result;
      },
    })),
};

export const ignoreStopRejected: Mutant = {
  favours: ["refused-stops"],
  adapter: (adapter) =>
    withRows(adapter, (row) =>
      row.status === "rejected" && row.trigger !== null ? { ...row, status: "trigger_pending" } : row,
    ),
};

export const ignorePartial: Mutant = {
  favours: ["parts-of-entries"],
  adapter: (adapter) =>
    withRows(adapter, (row) =>
      row.filledQuantity > 0 && row.filledQuantity < row.quantity
        ? { ...row, filledQuantity: 0, averagePrice: paise(0) }
        : row,
    ),
};

/** The exit sells everything that the account holds in the share, including foreign quantity. */
export const foreignQuantityExit: Mutant = {
  adapter: (adapter) =>
    withOrders(adapter, (orders) => ({
      async place(access, ticket, sending) {
        if (sending.lane !== "exit") return orders.place(access, ticket, sending);
        const positions = await adapter.portfolio.positions(access);
        const rows = positions.ok ? positions.value.rows : [];
        const held = rows.find(({ brokerSymbol }) => brokerSymbol === ticket.instrument.brokerSymbol);
        const quantity = Math.abs(held?.netQuantity ?? 0) || ticket.quantity;
        return orders.place(access, { ...ticket, quantity }, sending);
      },
    })),
};

/** Stops changing an order after one refusal. */
export const modifyRefusalFinal: Mutant = {
  favours: ["refused-changes"],
  adapter: (adapter) => {
    const dropped = new Set<string>();
    const refused = err({ kind: "rejected" as const, reason: "planted" });
    return withOrders(adapter, (orders) => ({
      async modify(access, change, sending) {
        if (dropped.has(change.orderId)) return refused;
        const result = await orders.modify(access, change, sending);
        if (!result.ok && result.error.kind === "rejected") dropped.add(change.orderId);
        return result;
      },
      cancel: async (access, cancel, sending) =>
        dropped.has(cancel.orderId) ? refused : orders.cancel(access, cancel, sending),
    }));
  },
};

/** Trusts pushes over the book, in any order. */
export const trustPushOrder: Mutant = {
  favours: ["shuffled-pushes"],
  adapter: (adapter) => {
    const pushed = new Map<string, OrderHint>();
    const believed = withRows(adapter, (row) => {
      const hint = pushed.get(row.id);
      return hint === undefined
        ? row
        : { ...row, status: hint.status ?? row.status, filledQuantity: hint.filledQuantity ?? row.filledQuantity };
    });
    return {
      ...believed,
      updates: {
        open: (access, listener) =>
          adapter.updates.open(access, {
            state: (state) => listener.state(state),
            hint(hint) {
              pushed.set(hint.orderId, hint);
              listener.hint(hint);
            },
          }),
      },
    };
  },
};

/** Treats a book with an unreadable row as empty. */
export const emptyBookOnBadRow: Mutant = {
  favours: ["odd-rows"],
  adapter: (adapter) =>
    withReads(adapter, (portfolio) => ({
      async orders(access) {
        const book = await portfolio.orders(access);
        return book.ok && !isComplete(book.value) ? ok(wholeBook([])) : book;
      },
    })),
};

const CACHED_MS = 20_000;

/** Reads the position once and uses it for both looks of a proof. */
export const singleReadOutside: Mutant = {
  adapter: (adapter) => {
    const cached = new Map<
      string,
      { readonly reads: number; readonly answer: ReturnType<PortfolioReader["positions"]> }
    >();
    const isFresh = (reads: number): boolean => reads * 1_000 < CACHED_MS;
    return withReads(adapter, (portfolio) => ({
      positions(access: AccountAccess) {
        const key = access.session.clientId;
        const known = cached.get(key);
        const reads = (known?.reads ?? 0) + 1;
        const answer =
          known !== undefined && isFresh(reads % 40) && reads % 3 !== 0 ? known.answer : portfolio.positions(access);
        cached.set(key, { reads, answer });
        return answer;
      },
    }));
  },
};
