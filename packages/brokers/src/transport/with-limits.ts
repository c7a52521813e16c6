import { err, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerAdapter } from "../port/broker.ts";
import type { CandleSource } from "../port/history.ts";
import type { LoginFlow } from "../port/login-flow.ts";
import type { AccountAccess, OrderGateway, Sending } from "../port/order-gateway.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";
import type { CallClass } from "../port/rate-shape.ts";
import type { BrokerCredentials, BrokerSession } from "../port/session.ts";
import { createRateLimiter, type RateLimiter, type TakeOptions, type Throttled } from "./limiter.ts";
import type { PastCall, Priority } from "./rate-room.ts";
import type { Timers } from "./timers.ts";

export interface LimitsDeps {
  readonly clock: HumanClock;
  readonly timers: Timers;
}

/** An adapter whose every call waits for room in its account's budgets, or returns how long that would take. */
export interface LimitedAdapter extends BrokerAdapter {
  /** The account's calls of today, before its first call here: a restart does not reset the budget. */
  seed(clientId: string, calls: readonly PastCall[]): void;
  limited(): number;
}

/** The longest wait of an order for its turn, bounded by its deadline too. */
const ORDER_WAIT_MAX_MS = 5 * SECOND_MS;
const READ_WAIT_MAX_MS = 10 * SECOND_MS;
/** Past prices are read in long serial runs. */
const HISTORY_WAIT_MAX_MS = 60 * SECOND_MS;
const LOGIN_WAIT_MAX_MS = 10 * SECOND_MS;
/** Idle accounts are dropped at this count, and again at twice the remaining count. */
const PRUNE_FROM = 1_000;

interface Turn {
  readonly account: string;
  readonly class: CallClass;
  readonly priority: Priority;
  readonly options: TakeOptions;
}

type Outcome<T, E> = Promise<Result<T, E>>;

function createLimiters({ clock, timers }: LimitsDeps, shape: BrokerAdapter["rates"]) {
  const limiters = new Map<string, RateLimiter>();
  const deps = { shape, clock, timers };
  let pruneAt = PRUNE_FROM;

  function prune(): void {
    for (const [account, limiter] of limiters) if (limiter.isIdle()) limiters.delete(account);
    pruneAt = Math.max(PRUNE_FROM, 2 * limiters.size);
  }

  function limiterOf(account: string): RateLimiter {
    const known = limiters.get(account);
    if (known !== undefined) return known;
    if (limiters.size + 1 >= pruneAt) prune();
    const limiter = createRateLimiter(deps);
    limiters.set(account, limiter);
    return limiter;
  }

  /** The broker's throttled answer overrides our count. */
  async function inTurn<T, E extends { readonly kind: string }>(
    { account, class: callClass, priority, options }: Turn,
    call: () => Outcome<T, E | Throttled>,
  ): Outcome<T, E | Throttled> {
    const limiter = limiterOf(account);
    const counted = { class: callClass, priority };
    const turn = await limiter.take(counted, options);
    if (!turn.ok) return err(turn.error);
    const result = await call();
    limiter.answered(counted, turn.value);
    if (!result.ok && isThrottled(result.error)) limiter.penalise(result.error.retryAfterMs);
    return result;
  }

  return { limiterOf, inTurn, count: () => limiters.size };
}

type Limiters = ReturnType<typeof createLimiters>;

function isThrottled(error: { readonly kind: string }): error is Throttled {
  return error.kind === "throttled";
}

function limitOrders(orders: OrderGateway, { inTurn }: Limiters, clock: HumanClock): OrderGateway {
  const turnOf = (
    { session }: AccountAccess,
    { lane, notAfter, signal }: Sending,
    callClass: "order" | "change",
  ): Turn => {
    const leftMs = notAfter === null ? ORDER_WAIT_MAX_MS : Math.max(0, notAfter - clock.now());
    const waitMaxMs = Math.min(ORDER_WAIT_MAX_MS, leftMs);
    const options = signal === undefined ? { waitMaxMs } : { waitMaxMs, signal };
    return { account: session.clientId, class: callClass, priority: lane, options };
  };
  return {
    place: (access, ticket, sending) =>
      inTurn(turnOf(access, sending, "order"), () => orders.place(access, ticket, sending)),
    modify: (access, change, sending) =>
      inTurn(turnOf(access, sending, "change"), () => orders.modify(access, change, sending)),
    cancel: (access, cancel, sending) =>
      inTurn(turnOf(access, sending, "change"), () => orders.cancel(access, cancel, sending)),
  };
}

function limitReads(portfolio: PortfolioReader, { inTurn }: Limiters): PortfolioReader {
  const options = { waitMaxMs: READ_WAIT_MAX_MS };
  const turnOf = ({ session }: AccountAccess, callClass: CallClass): Turn => ({
    account: session.clientId,
    class: callClass,
    priority: "entry",
    options,
  });
  return {
    orders: (access) => inTurn(turnOf(access, "book"), () => portfolio.orders(access)),
    ordersByTag: (access, tag) => inTurn(turnOf(access, "book"), () => portfolio.ordersByTag(access, tag)),
    fills: (access) => inTurn(turnOf(access, "trades"), () => portfolio.fills(access)),
    positions: (access) => inTurn(turnOf(access, "positions"), () => portfolio.positions(access)),
    funds: (access) => inTurn(turnOf(access, "other"), () => portfolio.funds(access)),
    profile: (access) => inTurn(turnOf(access, "other"), () => portfolio.profile(access)),
  };
}

const limitHistory = (history: CandleSource, { inTurn }: Limiters): CandleSource => ({
  candles: (access, question) =>
    inTurn(
      {
        account: access.session.clientId,
        class: "history",
        priority: "entry",
        options: { waitMaxMs: HISTORY_WAIT_MAX_MS },
      },
      () => history.candles(access, question),
    ),
});

/** Before the first login some brokers' clients are known by their app alone. */
const accountOf = ({ clientId, appKey }: BrokerCredentials | BrokerSession): string => clientId || appKey;

function limitLogins(login: LoginFlow, { inTurn }: Limiters, isPageOnly: boolean): LoginFlow {
  const turnOf = (who: BrokerCredentials | BrokerSession): Turn => ({
    account: accountOf(who),
    class: "login",
    priority: "entry",
    options: { waitMaxMs: LOGIN_WAIT_MAX_MS },
  });
  return {
    // A login page involves no call to the broker yet.
    begin: (who, state, egress, at) =>
      isPageOnly ? login.begin(who, state, egress, at) : inTurn(turnOf(who), () => login.begin(who, state, egress, at)),
    complete: (who, grant, egress, at) => inTurn(turnOf(who), () => login.complete(who, grant, egress, at)),
    unattended: (who, egress, at) => inTurn(turnOf(who), () => login.unattended(who, egress, at)),
    renew: (session, egress, at) => inTurn(turnOf(session), () => login.renew(session, egress, at)),
    // Logout is not paced.
    logout: login.logout,
    readGrant: login.readGrant,
    expiryOf: login.expiryOf,
  };
}

export function withLimits(adapter: BrokerAdapter, deps: LimitsDeps): LimitedAdapter {
  const limiters = createLimiters(deps, adapter.rates);
  const { capabilities, login, orders, portfolio, history } = adapter;
  return {
    ...adapter,
    login: limitLogins(login, limiters, capabilities.login !== "stored"),
    orders: limitOrders(orders, limiters, deps.clock),
    portfolio: limitReads(portfolio, limiters),
    ...(history === undefined ? {} : { history: limitHistory(history, limiters) }),
    seed: (clientId, calls) => limiters.limiterOf(clientId).seed(calls),
    limited: () => limiters.count(),
  };
}
