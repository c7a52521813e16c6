import { rupees } from "@vriddhi/core/shared/money";
import { HOUR_MS, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { replayDayFrom } from "../exchange/bar-library.ts";
import { createEventHub } from "../exchange/event-hub.ts";
import { createExchange, type Exchange } from "../exchange/exchange.ts";
import type { Broker } from "../exchange/model.ts";
import type { Faults } from "../faults/faults.ts";
import { type Clients, createClients } from "./client.ts";
import type { CoreDeps } from "./core-deps.ts";
import { createMarketDriver } from "./market-driver.ts";
import { type Shell, startShell } from "./start-shell.ts";
import type { BrokerCore, Moment } from "./wire.ts";

const brokers: readonly Broker[] = ["zerodha", "angelone", "fyers"];

export interface BrokerSimulator {
  readonly clients: Clients;
  readonly baseUrl: string;
  readonly wsUrl: string;
}

export interface BrokerSimulators {
  /** The exchange behind all three; replaced by `clear`. */
  exchange(): Exchange;
  of(broker: Broker): BrokerSimulator;
  /** Lives to the market clock's instant and tells everybody who listens. */
  catchUp(): Promise<void>;
  /** The first day again: no orders, no sessions, the seeded accounts. Addresses stay. */
  clear(): void;
  stop(): Promise<void>;
}

export interface StartBrokers {
  readonly seed: number;
  readonly faults: Faults;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly cores: Readonly<Record<Broker, (deps: CoreDeps) => BrokerCore>>;
  /** Where a broker sends people back to. */
  redirectUrl(broker: Broker): string;
  /** Where the seeded clients' applications are told of orders, as a path of `home`. */
  readonly postbackPaths?: Partial<Record<Broker, string>>;
  /** Where the application answers; null while it does not. */
  home?(): string | null;
  readonly ports?: Partial<Record<Broker, number>>;
  /** A folder of bar files; days that it knows are replayed. */
  readonly barsFolder?: string | null;
}

const BEAT_EVERY_MS = 100;
const FREEZE_MS = HOUR_MS;
const POSTBACK_TIMEOUT_MS = 5_000;
/** What each broker begins with: enough to try things out, in sizes from small to large. */
const SEEDED_CASH = [500, 5_000, 25_000, 100_000, 500_000, 1_000_000].map(rupees);
const SEEDED_PREFIX: Readonly<Record<Broker, string>> = { zerodha: "ZR", angelone: "AO", fyers: "FY" };

export const seededClientId = (broker: Broker, index: number): string =>
  `${SEEDED_PREFIX[broker]}${String(1001 + index)}`;

/** Everything behind the addresses; a reset builds it anew, and the tokens of an earlier one open nothing. */
function createWorld(deps: StartBrokers, generation: number) {
  const hub = createEventHub(createExchange({ seed: deps.seed, calendar: nseCalendar }));
  const open = (broker: Broker) => {
    const clients = createClients(broker, hub.exchange, deps.redirectUrl(broker));
    SEEDED_CASH.forEach((cashPaise, index) => {
      clients.open({ id: seededClientId(broker, index), cashPaise, postbackUrl: deps.postbackPaths?.[broker] ?? null });
    });
    const secret = `sandbox ${broker} ${deps.seed} ${generation}`;
    return { clients, core: deps.cores[broker]({ hub, clients, faults: deps.faults, secret, post }) };
  };
  const post = (url: string, body: string) => postTo(url, deps.home?.() ?? undefined, body);
  return {
    exchange: hub.exchange,
    parts: { zerodha: open("zerodha"), angelone: open("angelone"), fyers: open("fyers") },
  };
}

function postTo(url: string, home: string | undefined, body: string): void {
  if (!URL.canParse(url, home)) return;
  const signal = AbortSignal.timeout(POSTBACK_TIMEOUT_MS);
  // a postback that nobody takes is lost, as at the real broker
  fetch(new URL(url, home), {
    method: "POST",
    body,
    signal,
    headers: { "content-type": "application/json" },
  }).catch(() => undefined);
}

/** A shell stays where it is while the core behind it may be replaced. */
const behind = (current: () => BrokerCore): BrokerCore => ({
  handle: (request, at) => current().handle(request, at),
  kindOf: (request) => current().kindOf(request),
  clientOf: (request) => current().clientOf(request),
  refuse: (request, why, at) => current().refuse(request, why, at),
  dial: (request, peer, at) => current().dial(request, peer, at),
  beat: (at) => current().beat(at),
  expireSessions: (client) => current().expireSessions(client),
  clear: () => current().clear(),
});

/** A frozen feed stays frozen for as long as the fault is set. */
function freezeFeeds(exchange: Exchange, faults: Faults, { market }: Moment): void {
  for (const broker of brokers) {
    const isWanted = faults.list().some(({ target, kind }) => target === broker && kind === "freeze-feed");
    if (isWanted !== exchange.isFeedFrozen(broker))
      exchange.freezeFeed(broker, later(market, isWanted ? FREEZE_MS : 0));
  }
}

/** One exchange and three brokers that speak their own protocols, following the two clocks. */
export async function startBrokers(deps: StartBrokers): Promise<BrokerSimulators> {
  const { faults, humanClock, marketClock } = deps;
  const now = (): Moment => ({ human: humanClock.now(), market: marketClock.now() });
  let generation = 0;
  let world = createWorld(deps, generation);
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const barsFolder = deps.barsFolder ?? null;
  const drive = () => {
    const { exchange } = world;
    const prepare = (date: IstDate) => {
      if (barsFolder !== null) replayDayFrom(barsFolder, exchange, date);
    };
    return createMarketDriver(exchange, () => marketClock.now(), pause, prepare);
  };
  let driver = drive();
  const shells: Partial<Record<Broker, Shell>> = {};
  for (const broker of brokers) {
    const port = deps.ports?.[broker];
    shells[broker] = await startShell({
      core: behind(() => world.parts[broker].core),
      exchange: () => world.exchange,
      faults,
      target: broker,
      now,
      ...(port === undefined ? {} : { port }),
    });
  }

  async function beat(): Promise<void> {
    await driver.catchUp();
    const at = now();
    freezeFeeds(world.exchange, faults, at);
    for (const broker of brokers) world.parts[broker].core.beat(at);
  }
  let turn: Promise<void> = beat();
  await turn;
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    turn = beat().finally(() => {
      isIdle = true;
    });
  }, BEAT_EVERY_MS);
  timer.unref();

  return {
    exchange: () => world.exchange,
    of: (broker) => ({
      clients: world.parts[broker].clients,
      baseUrl: shells[broker]?.baseUrl ?? "",
      wsUrl: shells[broker]?.wsUrl ?? "",
    }),
    catchUp: beat,
    clear() {
      for (const broker of brokers) {
        world.parts[broker].core.clear();
        shells[broker]?.dropSockets();
      }
      generation++;
      world = createWorld(deps, generation);
      driver = drive();
    },
    async stop() {
      clearInterval(timer);
      await turn;
      for (const broker of brokers) await shells[broker]?.stop();
    },
  };
}
