import { HOUR_MS, type HumanClock, type MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { replayDayFrom } from "../exchange/bar-library.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Broker } from "../exchange/model.ts";
import type { Faults } from "../faults/faults.ts";
import { type Memory, noMemory } from "../journal/memory.ts";
import {
  type BrokerWorld,
  brokers,
  createBrokerWorld,
  freezeFeeds,
  marketOf,
  perform,
  recordSteering,
  seededId,
} from "./broker-world.ts";
import type { Clients } from "./client.ts";
import type { CoreDeps } from "./core-deps.ts";
import type { Deed } from "./deeds.ts";
import { createMarketDriver, type MarketDriver } from "./market-driver.ts";
import { recordCore } from "./recorded-core.ts";
import { type Shell, startShell } from "./start-shell.ts";
import { createToldFaults, type ToldFaults } from "./told-faults.ts";
import type { BrokerCore, Moment, Strike } from "./wire.ts";

/** The client ids that each broker begins with, by their place. */
export const seededClientId = seededId;

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
  /** Where each answers if it can; elsewhere when somebody else has taken the port. */
  readonly ports?: Partial<Record<Broker, number>>;
  /** A folder of bar files; days that it knows are replayed. */
  readonly barsFolder?: string | null;
  /** What was done in former lives; left out, each start is the first. */
  readonly memory?: Memory<Deed>;
  /** Hits a process between an acceptance and its answer. */
  strike?(strike: Strike): void;
}

const BEAT_EVERY_MS = 100;
const FREEZE_MS = HOUR_MS;
const POSTBACK_TIMEOUT_MS = 5_000;

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

interface Life extends BrokerWorld {
  readonly steered: ReturnType<typeof recordSteering>;
  readonly driver: MarketDriver;
}

/** The world and whoever lets it live; a reset begins another one. */
function createLives(deps: StartBrokers, faults: ToldFaults) {
  const memory: Memory<Deed> = deps.memory ?? noMemory;
  const barsFolder = deps.barsFolder ?? null;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  let isRemembering = false;
  const write = (deed: Deed): void => {
    if (!isRemembering) memory.note(deed);
  };
  const post = (url: string, body: string) => {
    if (!isRemembering) postTo(url, deps.home?.() ?? undefined, body);
  };

  function live(generation: number): Life {
    const world = createBrokerWorld({ ...deps, faults, post }, generation);
    const steered = recordSteering(world, write);
    const prepare = (date: IstDate) => {
      if (barsFolder !== null) replayDayFrom(barsFolder, world.exchange, date);
    };
    const driver = createMarketDriver(steered.exchange, () => deps.marketClock.now(), pause, prepare);
    return { ...world, steered, driver };
  }

  function begin(generation: number): Life {
    const life = live(generation);
    const market = deps.marketClock.now();
    life.driver.liveTo(market);
    write({ do: "begin", market, generation });
    return life;
  }

  /** The deeds of former lives, in their order and at their instants. */
  function remember(generation: number): Life {
    isRemembering = true;
    const life = live(generation);
    for (const deed of memory.past) {
      const market = marketOf(deed);
      if (market !== null) life.driver.liveTo(market);
      perform(life, faults, deed);
    }
    isRemembering = false;
    return life;
  }

  const [first] = memory.past;
  let generation = first?.do === "begin" ? first.generation : 0;
  let current = first === undefined ? begin(generation) : remember(generation);
  return {
    current: () => current,
    write,
    renew() {
      generation++;
      current = begin(generation);
    },
  };
}

async function startShells(deps: StartBrokers, cores: Readonly<Record<Broker, BrokerCore>>, exchange: () => Exchange) {
  const now = (): Moment => ({ human: deps.humanClock.now(), market: deps.marketClock.now() });
  const startAt = (target: Broker, port: number): Promise<Shell> =>
    startShell({ core: cores[target], exchange, faults: deps.faults, target, now, port });
  const start = (target: Broker): Promise<Shell> =>
    startAt(target, deps.ports?.[target] ?? 0).catch((cause: unknown) => {
      if ((cause as { code?: unknown }).code !== "EADDRINUSE") throw cause;
      return startAt(target, 0);
    });
  return { zerodha: await start("zerodha"), angelone: await start("angelone"), fyers: await start("fyers") };
}

/** One exchange and three brokers that speak their own protocols, following the two clocks. */
export async function startBrokers(deps: StartBrokers): Promise<BrokerSimulators> {
  const faults = createToldFaults(deps.faults);
  const lives = createLives(deps, faults);
  const write = deps.memory === undefined ? null : lives.write;
  const strike = deps.strike ?? (() => undefined);
  const coreOf = (broker: Broker) =>
    recordCore(() => lives.current().parts[broker].core, { broker, faults, write, strike });
  const cores = { zerodha: coreOf("zerodha"), angelone: coreOf("angelone"), fyers: coreOf("fyers") };
  const shells = await startShells(deps, cores, () => lives.current().steered.exchange);

  async function beat(): Promise<void> {
    await lives.current().driver.catchUp();
    const at: Moment = { human: deps.humanClock.now(), market: deps.marketClock.now() };
    freezeFeeds(lives.current().exchange, faults, at.market, FREEZE_MS);
    for (const broker of brokers) cores[broker].beat(at);
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
    exchange: () => lives.current().steered.exchange,
    of: (broker) => ({
      clients: lives.current().steered.clients[broker],
      baseUrl: shells[broker].baseUrl,
      wsUrl: shells[broker].wsUrl,
    }),
    catchUp: beat,
    clear() {
      for (const broker of brokers) {
        cores[broker].clear();
        shells[broker].dropSockets();
      }
      lives.renew();
    },
    async stop() {
      clearInterval(timer);
      await turn;
      for (const broker of brokers) await shells[broker].stop();
    },
  };
}
