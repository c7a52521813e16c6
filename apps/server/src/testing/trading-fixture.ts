import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerInstrument, OrderTag } from "@vriddhi/core/order/order";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { AccountPort, TradingAccount } from "@vriddhi/execution/ports/account-port";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { Timers } from "@vriddhi/execution/ports/surroundings";
import type { Trade } from "@vriddhi/sandbox/exchange/model";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import { createAccountCapitals } from "../compose/account-capitals.ts";
import { createClosing } from "../compose/closing.ts";
import { createTradingAccounts } from "../compose/trading-accounts.ts";
import { startTradingWorker } from "../compose/trading-worker.ts";
import type { Link } from "../features/broker-link/link.store.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createOrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { createTradingAccountStore } from "../features/order-store/trading-account.store.pg.ts";
import { createWorkWatch } from "../platform/events/work-watch.ts";
import { createLogger } from "../platform/log/logger.ts";
import { type LinksFixture, openLinksFixture } from "./links-fixture.ts";
import type { FixtureBroker } from "./simulators-fixture.ts";

const SYMBOL = "SBIN";
const ISIN = "INE062A01020";
const TICK = 10;
const STEP_MS = 50;
const PAUSE_MS = 10;
/** Upper bound that only a hang reaches. */
const STEPS_MAX = 4_000;
const CAPITAL = rupees(100_000);

export interface Trader {
  readonly broker: FixtureBroker;
  readonly link: Link;
  readonly account: AccountId;
  readonly instrument: BrokerInstrument;
}

export interface Bet {
  readonly quantity: number;
  readonly stop: Paise;
  readonly target: Paise | null;
}

/** The order path on real adapters, real simulators and PostgreSQL; waiting advances virtual time. */
export interface TradingFixture {
  readonly home: LinksFixture;
  readonly store: OrderStore;
  /** The exchange's own prices, delivered at once. */
  readonly prices: PricePort;
  readonly accounts: AccountPort;
  executor(): Executor;
  moveIn(broker: FixtureBroker): Promise<Trader>;
  price(): Paise;
  setPrice(price: Paise): void;
  enter(traders: readonly Trader[], signalId: string, bet: Bet): Promise<readonly OrderTag[]>;
  dayOf(trader: Trader): Promise<AccountDay>;
  tradesOf(trader: Trader): readonly Trade[];
  live(what: string, isSo: () => boolean | Promise<boolean>): Promise<void>;
  /** Ends the order path like a crash, and starts a new one on the stored state. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

function createVirtualTimers(clock: VirtualClock): Timers & { runDue(): void } {
  let alarms: { readonly at: number; readonly run: () => void }[] = [];
  return {
    after(durationMs, run) {
      const alarm = { at: clock.now() + durationMs, run };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    runDue() {
      const due = alarms.filter(({ at }) => at <= clock.now());
      alarms = alarms.filter(({ at }) => at > clock.now());
      for (const { run } of due) run();
    },
  };
}

/** Rate limits count on the machine's clock and the fixture uses another: its calls would lie in the future. */
const withoutSeeds = (port: AccountPort): AccountPort => ({
  ...port,
  async find(account) {
    const found = await port.find(account);
    if (found === null) return null;
    // Not copied: capital and limit are read each time.
    const unseeded = { seed: { value: () => undefined } };
    return Object.create(found, unseeded) as TradingAccount;
  },
});

const summaryOf = ({ orders, ledger }: AccountDay): string =>
  JSON.stringify({
    orders: orders.map(({ leg, pricing, state }) => [leg, pricing.kind, state.status, state.filled, state.reason]),
    ledger: ledger.slice(-4).map(({ fact }) => fact),
  });

const simulatorPrices = ({ simulators }: LinksFixture, clock: VirtualClock): PricePort => ({
  quotes() {
    const { lastPrice } = simulators.exchange.quote(SYMBOL);
    return [{ source: "simulator", bid: lastPrice, ask: lastPrice, last: lastPrice, receivedAt: clock.now() }];
  },
  band: () => null,
  watch: () => () => undefined,
});

async function instrumentAt({ brokers }: LinksFixture, broker: FixtureBroker): Promise<BrokerInstrument> {
  const list = await brokers.adapters[broker].instruments.list(null);
  const listed = list.ok ? list.value.find(({ symbol }) => symbol === SYMBOL) : undefined;
  if (listed === undefined) throw new Error(`${broker} does not list ${SYMBOL}`);
  const { brokerSymbol, token, tickSize, lotSize } = listed;
  return { isin: ISIN, symbol: SYMBOL, brokerSymbol, token, tickSize, lotSize };
}

function planOf(traders: readonly Trader[], signalId: string, bet: Bet, at: { price: Paise; validUntil: EpochMs }) {
  const { quantity, stop, target } = bet;
  const { price, validUntil } = at;
  const limit = paise(Math.ceil((price * 1.002) / TICK) * TICK);
  const terms = { side: "buy" as const, stop, target, validUntil };
  const capital = { medianTurnover: rupees(10_000_000), allCapital: CAPITAL, rotation: paise(0) };
  return {
    signal: { id: signalId, authority: "run" as const, isin: ISIN, price, ...terms, ...capital },
    outcomes: traders.map(({ account: accountId }) => ({
      kind: "intent" as const,
      accountId,
      signalId,
      ...terms,
      quantity,
      limit,
      needsApproval: false,
      isSmallAccount: false,
    })),
    instrumentOf: (wanted: AccountId) => traders.find(({ account }) => account === wanted)?.instrument ?? null,
  };
}

/** start() may wait; it advances virtual time. */
async function meanwhile<T>(work: Promise<T>, step: () => Promise<void>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let steps = 0; steps < STEPS_MAX && !isOver; steps++) await step();
  return work;
}

function openPlatform({ database }: LinksFixture, clock: VirtualClock) {
  const ground = { database, log: createLogger("silent"), humanClock: clock, marketClock: clock };
  return { ...ground, workWatch: createWorkWatch(ground) };
}

const LIMITS = { capitalOf: async () => CAPITAL, lossLimitOf: () => null };

export async function openTradingFixture(clock: VirtualClock): Promise<TradingFixture> {
  const home = await openLinksFixture(clock, {}, true);
  const { database, brokers, simulators } = home;
  const [store, upkeep] = [createPgOrderStore(database), createOrderUpkeepStore(database)];
  const accounts = createTradingAccountStore(database, Buffer.alloc(32, 3));
  brokers.onChanged(async (tx, { id }, what) => {
    if (what === "connected") await accounts.bind(tx, id, clock.now());
  });
  const platform = openPlatform(home, clock);
  const [timers, closing] = [createVirtualTimers(clock), createClosing(platform.log)];
  const monotonic = { nowMs: clock.now };
  const capitals = createAccountCapitals({ accounts, marketClock: clock, ...monotonic });
  const port = withoutSeeds(createTradingAccounts({ capitals, brokers, monotonic, ...LIMITS }));
  const prices = simulatorPrices(home, clock);
  const time = { timers, monotonic };
  const start = (): Promise<Executor> =>
    startTradingWorker({ platform, orders: store, upkeep, closing, accounts: port, prices, time });
  let executor = await start();
  const price = (): Paise => simulators.exchange.quote(SYMBOL).lastPrice;
  const setPrice = (to: Paise): void => simulators.exchange.scriptPrices(SYMBOL, [{ at: clock.now(), price: to }]);

  const traders: Trader[] = [];
  const dayOf = ({ account }: Trader) => store.loadAccount(account, istDateOf(clock.now()));
  const describeTrader = async (of: Trader): Promise<string> => `${of.broker}: ${summaryOf(await dayOf(of))}`;

  async function step(): Promise<void> {
    clock.advance(STEP_MS);
    simulators.catchUp();
    timers.runDue();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  return {
    home,
    store,
    prices,
    accounts: port,
    price,
    setPrice,
    executor: () => executor,
    async moveIn(broker) {
      const link = await home.moveIn(broker);
      const account = await accounts.ofLink(link.id);
      if (account === null) throw new Error("the link has no account");
      const trader = { broker, link, account, instrument: await instrumentAt(home, broker) };
      traders.push(trader);
      return trader;
    },
    async enter(wanted, signalId, bet) {
      const at = { price: price(), validUntil: later(clock.now(), 10 * MINUTE_MS) };
      return (await meanwhile(executor.enter(planOf(wanted, signalId, bet, at)), step)).tags;
    },
    dayOf,
    tradesOf: ({ link }) => simulators.exchange.dayTrades(link.clientId),
    async live(what, isSo) {
      for (let steps = 0; steps < STEPS_MAX; steps++) {
        if (steps % 5 === 0 && (await isSo())) return;
        await step();
      }
      throw new Error(`never happened: ${what}; ${(await Promise.all(traders.map(describeTrader))).join("; ")}`);
    },
    async crash() {
      await executor.stop(false);
      for (const { worker } of await upkeep.listOwners()) await store.declareDead(worker);
      executor = await meanwhile(start(), step);
    },
    async close() {
      await closing.closeAll();
      await platform.workWatch.stop();
      await home.close();
    },
  };
}
