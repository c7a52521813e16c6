import type { BrokerInstrument, BrokerOrder } from "@vriddhi/core/order/order";
import { isFinal } from "@vriddhi/core/order/order";
import { cancelOnPaper, modifyOnPaper, type PaperAccepted, placeOnPaper } from "@vriddhi/core/paper/paper-book";
import type { PaperBook, PaperFill, PaperOrder } from "@vriddhi/core/paper/paper-model";
import { fundsOf, positionsOf } from "@vriddhi/core/paper/paper-money";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { wholeBook } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { OrderError, ReadError } from "../port/broker-error.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { AccountAccess, OrderGateway, Sending } from "../port/order-gateway.ts";
import type { PaperAccount, PaperBooks, PaperDecision } from "../port/paper-books.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";
import { createPaperQuotes, createPaperUpdates } from "./feeds.ts";
import { createOrderLimit, paperRates } from "./order-limit.ts";
import { createPaperRules, isSeen, type PaperRules, type PaperRulesDeps } from "./rules.ts";
import { createPaperLogin, isOver } from "./session.ts";

export interface PaperAdapterDeps extends PaperRulesDeps {
  readonly books: PaperBooks;
  readonly clock: HumanClock;
  /** Called before each call; throws when a call is not allowed now. */
  readonly guard?: () => void;
  instruments(): Promise<Result<readonly BrokerInstrument[], ReadError>>;
}

const capabilitiesOf = ({ settings }: PaperAdapterDeps): Capabilities => ({
  broker: "paper",
  login: "stored",
  hasRefreshToken: false,
  modificationsMax: settings.modificationsMax,
  takesAlgoId: false,
  requiresAlgoId: false,
  hasIoc: true,
  stopBecomesLimit: true,
  namesIsin: true,
});

const SESSION_EXPIRED = err({ kind: "session_expired" } as const);

const averageOf = ({ filledQuantity, filledValue }: PaperOrder) =>
  paise(filledQuantity === 0 ? 0 : Math.round(filledValue / filledQuantity));

const toBrokerOrder = (order: PaperOrder): BrokerOrder => ({
  id: order.id,
  tag: order.tag,
  brokerSymbol: order.share.symbol,
  side: order.side,
  product: order.product,
  quantity: order.quantity,
  filledQuantity: order.filledQuantity,
  pendingQuantity: isFinal(order.status) ? 0 : order.quantity - order.filledQuantity,
  averagePrice: averageOf(order),
  limit: order.pricing.limit,
  trigger: order.pricing.kind === "stop_limit" ? order.pricing.trigger : null,
  status: order.status,
  reason: order.reason,
  updatedAt: order.updatedAt,
});

const toBrokerFill = ({ id, orderId, share, side, quantity, price, at }: PaperFill) => ({
  id,
  orderId,
  brokerSymbol: share.symbol,
  side,
  quantity,
  price,
  at,
});

type Act = (book: PaperBook) => Result<PaperAccepted, string>;

function createOrders(deps: PaperAdapterDeps, rules: PaperRules): OrderGateway {
  const { books, clock, marketClock } = deps;
  const limit = createOrderLimit(clock);

  function tooLate({ notAfter, signal }: Sending): OrderError | null {
    if (signal?.aborted === true) return { kind: "never_sent", reason: "aborted" };
    return notAfter !== null && clock.now() > notAfter ? { kind: "never_sent", reason: "too late" } : null;
  }

  function decide(account: PaperAccount, access: AccountAccess, sending: Sending, act: Act) {
    const refuse = (error: OrderError): PaperDecision<Result<PaperOrder, OrderError>> => ({
      book: null,
      value: err(error),
    });
    if (isOver(access.session, account, marketClock.now())) return refuse({ kind: "session_expired" });
    // Another process may have locked the book for long.
    const late = tooLate(sending);
    if (late !== null) return refuse(late);
    const done = act(rules.atThisTime(account.book));
    if (!done.ok) return refuse({ kind: "rejected", reason: done.error });
    return { book: done.value.book, value: ok(done.value.order) };
  }

  async function change(access: AccountAccess, sending: Sending, act: Act): Promise<Result<PaperOrder, OrderError>> {
    deps.guard?.();
    const late = tooLate(sending);
    if (late !== null) return err(late);
    const { clientId } = access.session;
    const retryAfterMs = limit(clientId);
    if (retryAfterMs !== null) return err({ kind: "throttled", retryAfterMs });
    const changed = await books.change(clientId, (account) => decide(account, access, sending, act));
    if (changed.ok) return changed.value?.value ?? SESSION_EXPIRED;
    const { kind, reason } = changed.error;
    if (kind === "not_done") return err({ kind: "never_sent", reason });
    return err({ kind: "outcome_unknown", reason, mayStillArrive: true });
  }

  return {
    async place(access, ticket, sending) {
      const act: Act = (book) => placeOnPaper(book, ticket, rules.momentOf(ticket.instrument.isin));
      const order = await change(access, sending, act);
      return order.ok ? ok(order.value.id) : order;
    },
    async modify(access, wanted, sending) {
      const act: Act = (book) => modifyOnPaper(book, wanted, rules.momentOf(wanted.instrument.isin));
      const order = await change(access, sending, act);
      return order.ok ? ok(null) : order;
    },
    async cancel(access, { orderId }, sending) {
      const order = await change(access, sending, (book) => cancelOnPaper(book, orderId, marketClock.now()));
      return order.ok ? ok(null) : order;
    },
  };
}

/** A read applies prices up to the newest one; the change is stored before it is shown. */
function createReads({ books, marketClock, guard }: PaperAdapterDeps, rules: PaperRules) {
  async function caughtUp(id: string): Promise<Result<PaperAccount | null, ReadError>> {
    const changed = await books.change(id, (account) => {
      const book = rules.upToNow(account.book);
      const isChanged = isSeen(account.book, book);
      return { book: isChanged ? book : null, value: isChanged ? { ...account, book } : account };
    });
    if (!changed.ok) return err({ kind: "unavailable", reason: changed.error.reason });
    return ok(changed.value?.value ?? null);
  }

  return async <T>(access: AccountAccess, show: (account: PaperAccount) => T): Promise<Result<T, ReadError>> => {
    guard?.();
    const { clientId } = access.session;
    const stored = await books.read(clientId);
    if (!stored.ok) return err({ kind: "unavailable", reason: stored.error.reason });
    if (stored.value === null || isOver(access.session, stored.value, marketClock.now())) return SESSION_EXPIRED;
    const { book } = stored.value;
    if (!isSeen(book, rules.upToNow(book))) return ok(show(stored.value));
    const account = await caughtUp(clientId);
    if (!account.ok) return account;
    return account.value === null ? SESSION_EXPIRED : ok(show(account.value));
  };
}

function createPortfolio(deps: PaperAdapterDeps, rules: PaperRules): PortfolioReader {
  const read = createReads(deps, rules);
  return {
    orders: (access) => read(access, ({ book }) => wholeBook(book.orders.map(toBrokerOrder))),
    ordersByTag: (access, tag) =>
      read(access, ({ book }) => wholeBook(book.orders.filter((order) => order.tag === tag).map(toBrokerOrder))),
    fills: (access) => read(access, ({ book }) => wholeBook(book.fills.map(toBrokerFill))),
    positions: (access) =>
      read(access, ({ book }) =>
        wholeBook(
          positionsOf(book).map(({ brokerSymbol, product, netQuantity, boughtQuantity, soldQuantity }) => ({
            brokerSymbol,
            product,
            netQuantity,
            boughtQuantity,
            soldQuantity,
          })),
        ),
      ),
    funds: (access) => read(access, ({ book }) => fundsOf(book, deps.settings)),
    profile: (access) =>
      read(access, ({ id, name }) => ({ clientId: id, name, email: null, mobile: null, userType: "paper" })),
  };
}

export function createPaperAdapter(deps: PaperAdapterDeps): BrokerAdapter {
  const { books, prices } = deps;
  const rules = createPaperRules(deps);
  const portfolio = createPortfolio(deps, rules);
  return {
    capabilities: capabilitiesOf(deps),
    rates: paperRates,
    login: createPaperLogin(books),
    orders: createOrders(deps, rules),
    portfolio,
    instruments: { list: () => deps.instruments() },
    quotes: createPaperQuotes(prices),
    updates: createPaperUpdates(books, portfolio),
    warm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
