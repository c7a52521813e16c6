import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import type { EntryIntent } from "@vriddhi/core/allocation/fan-out";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { BrokerInstrument, OrderTag } from "@vriddhi/core/order/order";
import { ENTRY_VALID_MS } from "@vriddhi/core/order/plan-entry";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { createExecutor } from "../executor.ts";
import type { EntryPlan, Executor } from "../executor-model.ts";
import { type Commit, createMemoryOrderStore } from "../memory/memory-order-store.ts";
import { createMemoryTables, type MemoryTables } from "../memory/memory-tables.ts";
import type { AccountPort, SpentCall } from "../ports/account-port.ts";
import type { OrderStore } from "../ports/order-store.ts";
import { BUCKETS } from "../ports/ownership.ts";
import type { PricePort, Quote } from "../ports/price-port.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { EXECUTOR_SETTINGS, type ExecutorSettings, TAKE_OVER_AFTER_MS } from "../settings.ts";
import { ScriptedBroker } from "./scripted-broker.ts";
import { VirtualTime } from "./virtual-time.ts";

const WORLD_START: EpochMs = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));

const share: BrokerInstrument = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "779521",
  tickSize: paise(5),
  lotSize: 1,
};

const otherShare: BrokerInstrument = {
  isin: "INE009A01021",
  symbol: "INFY",
  brokerSymbol: "INFY",
  token: "408065",
  tickSize: paise(5),
  lotSize: 1,
};

const shares: readonly BrokerInstrument[] = [share, otherShare];

const shareOf = (symbol: string): BrokerInstrument => shares.find((known) => known.symbol === symbol) ?? share;

export interface WorldOptions {
  readonly stopBecomesLimit?: boolean;
  readonly settings?: Partial<ExecutorSettings>;
  readonly start?: EpochMs;
  readonly seed?: number;
  readonly accounts?: number;
}

export interface AccountFixture {
  readonly account: AccountId;
  readonly broker: ScriptedBroker;
}

/** Accounts, brokers, prices and one store in virtual time; the process can crash and restart. */
export class OrderWorld {
  readonly time: VirtualTime;
  readonly broker: ScriptedBroker;
  readonly tables: MemoryTables = createMemoryTables(() => this.time.now());
  readonly account: AccountId = accountId("account-1");
  readonly fixtures: readonly AccountFixture[];
  readonly seeded: SpentCall[] = [];
  readonly sessionsLost: EpochMs[] = [];
  readonly warnings: string[] = [];
  commit: Commit = async (transaction) => transaction();
  /** Since when a process reads the feeds; `null` means always. */
  attendedSince: EpochMs | null = null;
  /** `null` when the account is not logged in. */
  token: string | null = "token-1";
  isTicking = true;
  band = { lower: paise(90_000), upper: paise(110_000), tick: paise(5) };
  executor: Executor;
  readonly #settings: ExecutorSettings;
  readonly #random;
  /** By share, then by source. */
  readonly #quotes = new Map<string, Map<string, Quote>>();
  readonly #listeners = new Set<() => void>();
  #heldAt: EpochMs | null = null;
  #processes = 0;

  constructor({
    stopBecomesLimit = true,
    settings = {},
    start = WORLD_START,
    seed = 1,
    accounts = 1,
  }: WorldOptions = {}) {
    this.time = new VirtualTime(start);
    this.broker = new ScriptedBroker(this.time, stopBecomesLimit);
    this.fixtures = Array.from({ length: accounts }, (_, n) => ({
      account: accountId(`account-${n + 1}`),
      broker: n === 0 ? this.broker : new ScriptedBroker(this.time, stopBecomesLimit),
    }));
    this.#settings = { ...EXECUTOR_SETTINGS, ...settings };
    this.#random = createSeededRandom(seed);
    this.executor = this.#restarted();
    this.#tickForEver();
  }

  isinOf(symbol: string): string {
    return shareOf(symbol).isin;
  }

  store(): OrderStore {
    return createMemoryOrderStore(this.tables, (transaction) => this.commit(transaction));
  }

  async start(): Promise<void> {
    await this.until(this.executor.start(Array.from({ length: BUCKETS }, (_, bucket) => bucket)));
  }

  static async withLong(options: WorldOptions = {}): Promise<OrderWorld> {
    const world = new OrderWorld(options);
    await world.start();
    await world.enter();
    await world.time.advance(SECOND_MS);
    return world;
  }

  async untilTrue(isSo: () => boolean, withinMs: number): Promise<void> {
    for (let passed = 0; passed < withinMs && !isSo(); passed += 10) await this.time.advance(10);
  }

  async until<T>(happening: Promise<T>): Promise<T> {
    let isOver = false;
    const over = happening.finally(() => {
      isOver = true;
    });
    while (!isOver) await this.time.advance(10);
    return over;
  }

  /** Kills the process; what it has sent may still arrive. */
  async crash(): Promise<void> {
    await this.executor.stop(false);
    await createMemoryOrderStore(this.tables).declareDead(`life-${this.#processes}`);
  }

  async restart(): Promise<void> {
    await this.crash();
    this.executor = this.#restarted();
    await this.start();
  }

  /** The process ends unproved: after the bound another host covers its accounts. */
  async loseHost(): Promise<void> {
    await this.executor.stop(false);
    await this.time.advance(this.#settings.leaseMs + TAKE_OVER_AFTER_MS + SECOND_MS);
    await this.store().releaseOverdue(`life-${this.#processes}`, TAKE_OVER_AFTER_MS);
    this.executor = this.#restarted();
    await this.start();
  }

  async proveLost(): Promise<void> {
    await this.store().declareDead(`life-${this.#processes - 1}`);
    await this.time.advance(this.#settings.leaseRenewMs);
  }

  /** Ten shares at 1,000 rupees, stop at 990, target at 1,020. */
  plan(id: string, change: Partial<EntryIntent> = {}): EntryPlan {
    return this.planFor(id, [this.account], change);
  }

  planFor(
    id: string,
    accounts: readonly AccountId[],
    change: Partial<EntryIntent> = {},
    symbol = share.symbol,
  ): EntryPlan {
    const instrument = shareOf(symbol);
    const validUntil = later(this.time.now(), ENTRY_VALID_MS);
    const signal = {
      id,
      authority: "run",
      isin: instrument.isin,
      side: change.side ?? "buy",
      price: paise(100_000),
      stop: paise(99_000),
      target: paise(102_000),
      validUntil,
      medianTurnover: rupees(1_000_000_000),
      allCapital: rupees(500_000),
      rotation: paise(0),
    } as const;
    const outcomes = accounts.map(
      (account): EntryIntent => ({
        kind: "intent",
        accountId: account,
        signalId: id,
        side: "buy",
        quantity: 10,
        limit: paise(100_500),
        stop: signal.stop,
        target: signal.target,
        validUntil,
        needsApproval: false,
        isSmallAccount: false,
        ...change,
      }),
    );
    return { signal, outcomes, instrumentOf: () => instrument };
  }

  async enter(id = "signal-1", change: Partial<EntryIntent> = {}): Promise<readonly OrderTag[]> {
    return (await this.until(this.executor.enter(this.plan(id, change)))).tags;
  }

  async enterAll(id: string): Promise<readonly OrderTag[]> {
    const accounts = this.fixtures.map(({ account }) => account);
    return (await this.until(this.executor.enter(this.planFor(id, accounts)))).tags;
  }

  /** The exchange's price, and the feed's. */
  setPrice(price: number, symbol = share.symbol): void {
    for (const { broker } of this.fixtures) broker.exchangeOf(symbol).setPrice(price);
    if (this.isTicking) this.tick();
  }

  holdMarket(): void {
    this.#heldAt = this.time.now();
  }

  /** Every share that was ever traded or priced; `bid` applies to the first. */
  tick(source = "desk", bid = this.broker.exchange.bid): void {
    for (const [symbol, exchange] of this.broker.exchanges) {
      const { ask, price } = exchange;
      const quoted = symbol === share.symbol ? bid : exchange.bid;
      const quote = { source, bid: paise(quoted), ask: paise(ask), last: paise(price), receivedAt: this.time.now() };
      const { isin } = shareOf(symbol);
      this.#quotes.set(isin, (this.#quotes.get(isin) ?? new Map()).set(source, quote));
    }
    for (const listener of this.#listeners) listener();
  }

  orders(): readonly StoredOrder[] {
    return [...this.tables.orders.values()];
  }

  statuses(): readonly string[] {
    return this.orders().map(({ leg, state }) => `${leg} ${state.status} ${state.filled}/${state.quantity}`);
  }

  facts<K extends LedgerFact["kind"]>(kind: K): readonly Extract<LedgerFact, { readonly kind: K }>[] {
    return this.tables.ledger
      .map(({ fact }) => fact)
      .filter((fact): fact is Extract<LedgerFact, { readonly kind: K }> => fact.kind === kind);
  }

  #tickForEver(): void {
    if (this.isTicking) this.tick();
    this.time.after(SECOND_MS, () => this.#tickForEver());
  }

  #prices(): PricePort {
    return {
      quotes: (isin) => [...(this.#quotes.get(isin)?.values() ?? [])],
      band: () => this.band,
      attendedSince: () => this.attendedSince ?? epochMs(0),
      watch: (_isin, listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  #accounts(): AccountPort {
    const brokers = new Map(this.fixtures.map(({ account, broker }) => [account, broker.adapter()]));
    const session = (accessToken: string) => ({
      clientId: "AB1234",
      appKey: "app",
      accessToken,
      refreshToken: null,
      feedToken: null,
      issuedAt: WORLD_START,
      expiresAt: later(WORLD_START, SECOND_MS),
    });
    return {
      find: async (id) => ({
        id,
        adapter: brokers.get(id) ?? this.broker.adapter(),
        capital: rupees(500_000),
        ownDailyStop: null,
        tariff: tariffOf("zerodha"),
        hours: TRADING_HOURS,
        seed: (calls) => void this.seeded.push(...calls),
      }),
      accessOf: async (id) =>
        !brokers.has(id) || this.token === null
          ? null
          : { session: session(this.token), egress: { localAddress: null, proxyUrl: null }, algoId: null },
      sessionLost: async () => void this.sessionsLost.push(this.time.now()),
    };
  }

  #restarted(): Executor {
    this.#processes += 1;
    const note = (_fields: unknown, message: string) => void this.warnings.push(message);
    return createExecutor({
      store: this.store(),
      accounts: this.#accounts(),
      prices: this.#prices(),
      humanClock: this.time,
      marketClock: { now: () => this.#heldAt ?? this.time.now() },
      monotonic: this.time,
      timers: this.time,
      random: this.#random,
      log: { info: note, warn: note, error: note },
      worker: `life-${this.#processes}`,
      settings: this.#settings,
    });
  }
}
