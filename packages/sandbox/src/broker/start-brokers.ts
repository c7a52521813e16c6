import { recordOf } from "@vriddhi/core/shared/record-of";
import { type EpochMs, HOUR_MS, type HumanClock, type MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { noPartLog, type PartLog } from "../event-log/part-log.ts";
import { replayDayFrom } from "../exchange/bar-library.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { brokers } from "../exchange/members.ts";
import type { Broker } from "../exchange/model.ts";
import type { Faults } from "../faults/faults.ts";
import type { BrokerEvent } from "./broker-event.ts";
import {
  type BrokerWorld,
  createBrokerWorld,
  freezeFeeds,
  marketOf,
  perform,
  recordSteering,
  seededId,
} from "./broker-world.ts";
import type { Clients } from "./client.ts";
import type { CoreDeps } from "./core-deps.ts";
import { type Audience, createMarketDriver, type FeedDetail, type MarketDriver } from "./market-driver.ts";
import { recordCore } from "./recorded-core.ts";
import { createRecordedFaults, type RecordedFaults } from "./recorded-faults.ts";
import { type Shell, startShell } from "./start-shell.ts";
import type { BrokerCore, Moment, ProcessKill } from "./wire.ts";

export const seededClientId = seededId;

export interface BrokerSimulator {
  readonly clients: Clients;
  readonly baseUrl: string;
  readonly wsUrl: string;
}

export interface BrokerSimulators {
  /** The exchange behind all of them; replaced by `clear`. */
  exchange(): Exchange;
  of(broker: Broker): BrokerSimulator;
  /** Advances to the market clock's instant and notifies all listeners. */
  catchUp(): Promise<void>;
  delivered(): Promise<void>;
  /** What feeds carry from now on: minute bars come out the same. */
  carry(detail: FeedDetail): void;
  /** Resets to the first day: no orders, no sessions, the seeded accounts. Addresses stay. */
  clear(): void;
  stop(): Promise<void>;
}

export interface StartBrokers {
  readonly seed: number;
  readonly faults: Faults;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly cores: Readonly<Record<Broker, (deps: CoreDeps) => BrokerCore>>;
  redirectUrl(broker: Broker): string;
  /** Postback addresses of the seeded clients' applications, as paths of `home`. */
  readonly postbackPaths?: Partial<Record<Broker, string>>;
  /** The application's address; `null` while it is down. */
  home?(): string | null;
  readonly ports?: Partial<Record<Broker, number>>;
  readonly barsFolder?: string | null;
  /** The event log of earlier runs; left out, each start is the first. */
  /** The event log of earlier runs; left out, each start is the first. */
  readonly memory?: PartLog<BrokerEvent>;
  onPlayed?(until: EpochMs): void;
  strike?(strike: ProcessKill): void;
}

const BEAT_EVERY_MS = 100;
const FREEZE_MS = HOUR_MS;
const POSTBACK_TIMEOUT_MS = 5_000;

async function postTo(url: string, home: string | undefined, body: string): Promise<void> {
  if (!URL.canParse(url, home)) return;
  const signal = AbortSignal.timeout(POSTBACK_TIMEOUT_MS);
  // an undeliverable postback is lost, as at the real broker
  await fetch(new URL(url, home), {
    method: "POST",
    body,
    signal,
    headers: { "content-type": "application/json" },
  }).catch(() => undefined);
}

interface World extends BrokerWorld {
  readonly steered: ReturnType<typeof recordSteering>;
  readonly driver: MarketDriver;
}

function createWorlds(deps: StartBrokers, faults: RecordedFaults, audience: Audience) {
  const memory: PartLog<BrokerEvent> = deps.memory ?? noPartLog;
  const barsFolder = deps.barsFolder ?? null;
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  let isRemembering = false;
  const write = (event: BrokerEvent): void => {
    if (!isRemembering) memory.note(event);
  };
  const posts = new Set<Promise<void>>();
  const post = (url: string, body: string) => {
    if (isRemembering) return;
    const posted = postTo(url, deps.home?.() ?? undefined, body).finally(() => posts.delete(posted));
    posts.add(posted);
  };

  function live(generation: number, begunAt: EpochMs): World {
    const world = createBrokerWorld({ ...deps, faults, post, begunAt }, generation);
    const steered = recordSteering(world, write);
    const prepare = (date: IstDate) => {
      if (barsFolder !== null) replayDayFrom(barsFolder, world.exchange, date);
    };
    const driver = createMarketDriver(steered.exchange, () => deps.marketClock.now(), pause, prepare, audience);
    return { ...world, steered, driver };
  }

  function begin(generation: number): World {
    const market = deps.marketClock.now();
    const world = live(generation, market);
    world.driver.liveTo(market);
    write({ do: "begin", market, generation });
    return world;
  }

  /** Replays the logged events in order at their instants. */
  function remember(generation: number, begunAt: EpochMs): World {
    isRemembering = true;
    const world = live(generation, begunAt);
    for (const event of memory.past) {
      const market = marketOf(event);
      if (market !== null) world.driver.liveTo(market);
      perform(world, faults, event);
    }
    isRemembering = false;
    return world;
  }

  const [first] = memory.past;
  let generation = first?.do === "begin" ? first.generation : 0;
  let current =
    first === undefined ? begin(generation) : remember(generation, marketOf(first) ?? deps.marketClock.now());
  return {
    current: () => current,
    write,
    posted: async () => void (await Promise.all(posts)),
    renew() {
      generation++;
      current = begin(generation);
    },
  };
}

type Shells = Readonly<Record<Broker, Shell>>;

async function startShells(
  deps: StartBrokers,
  cores: Readonly<Record<Broker, BrokerCore>>,
  { exchange, onAsked }: { exchange(): Exchange; onAsked(): void },
): Promise<Shells> {
  const now = (): Moment => {
    onAsked();
    return { human: deps.humanClock.now(), market: deps.marketClock.now() };
  };
  const startAt = (target: Broker, port: number): Promise<Shell> =>
    startShell({ core: cores[target], exchange, faults: deps.faults, target, now, port });
  const start = (target: Broker): Promise<Shell> =>
    startAt(target, deps.ports?.[target] ?? 0).catch((cause: unknown) => {
      if ((cause as { code?: unknown }).code !== "EADDRINUSE") throw cause;
      return startAt(target, 0);
    });
  const shells: Partial<Record<Broker, Shell>> = {};
  for (const broker of brokers) shells[broker] = await start(broker);
  return shells as Shells;
}

/** Follows the clocks: frames of one advance go out together, and listeners receive them before the product's clock shows it. */
function createFollowing(
  deps: StartBrokers,
  worlds: ReturnType<typeof createWorlds>,
  shells: Shells,
  publishAll: (at: Moment) => void,
) {
  let played: EpochMs | null = null;

  /** All frames of one advance go out together. */
  async function live({ driver, exchange }: ReturnType<typeof worlds.current>): Promise<EpochMs> {
    const send = brokers.map((broker) => shells[broker].gather());
    try {
      await driver.catchUp();
      const market = exchange.now() ?? deps.marketClock.now();
      publishAll({ human: deps.humanClock.now(), market });
      return market;
    } finally {
      for (const each of send) each();
    }
  }
  async function delivered(): Promise<void> {
    await Promise.all([worlds.posted(), ...brokers.map((broker) => shells[broker].delivered())]);
  }
  /** Listeners are asked only where the market has moved. */
  async function beat(): Promise<void> {
    const market = await live(worlds.current());
    if (deps.onPlayed === undefined || market === played) return;
    await delivered();
    deps.onPlayed(market);
    played = market;
  }
  /** A running beat may have begun before the clock was moved. */
  async function catchUp(): Promise<void> {
    const wanted = deps.marketClock.now();
    do await beat();
    while ((worlds.current().exchange.now() ?? wanted) < wanted);
  }
  return { delivered, beat, catchUp };
}

/** Beats at once and then regularly, never twice at the same time, until the returned function is called. */
async function keepBeating(beat: () => Promise<void>, isAsleep: () => boolean): Promise<() => Promise<void>> {
  await beat();
  let turn: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (turn !== null || isAsleep()) return;
    turn = beat().finally(() => {
      turn = null;
    });
  }, BEAT_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await turn;
  };
}

/** Asleep, nothing can happen: the clock is stopped where the last beat was, no request came and no client listens. */
function createSleep(
  { humanClock, marketClock }: StartBrokers,
  cores: Readonly<Record<Broker, BrokerCore>>,
  { worlds, isThere }: { readonly worlds: ReturnType<typeof createWorlds>; isThere(): boolean },
) {
  let isAsked = true;
  return {
    onAsked(): void {
      isAsked = true;
    },
    before: (beat: () => Promise<void>) => () => {
      isAsked = false;
      return beat();
    },
    isAsleep(): boolean {
      const at = { human: humanClock.now(), market: marketClock.now() };
      if (isAsked || at.market !== worlds.current().exchange.now() || isThere()) return false;
      return brokers.every((broker) => !cores[broker].isDue(at));
    },
  };
}

/** One exchange and its brokers in their own protocols, following the two clocks. */
export async function startBrokers(deps: StartBrokers): Promise<BrokerSimulators> {
  const faults = createRecordedFaults(deps.faults);
  let shells: Shells | null = null;
  let wanted: FeedDetail = "all";
  /** A feed with a fault carries everything. */
  const detail = (): FeedDetail => (faults.list().length > 0 ? "all" : wanted);
  const isThere = () => brokers.some((broker) => (shells?.[broker].listeners() ?? 0) > 0);
  const worlds = createWorlds(deps, faults, {
    isThere,
    detail,
    publish: (market, only) => publishAll({ human: deps.humanClock.now(), market }, only),
  });
  const write = deps.memory === undefined ? null : worlds.write;
  const strike = deps.strike ?? (() => undefined);
  const coreOf = (broker: Broker) =>
    recordCore(() => worlds.current().parts[broker].core, { broker, faults, write, strike });
  const cores = recordOf(brokers, coreOf);
  const sleep = createSleep(deps, cores, { worlds, isThere });
  const exchange = () => worlds.current().steered.exchange;
  const opened = await startShells(deps, cores, { exchange, onAsked: sleep.onAsked });
  shells = opened;

  function publishAll(at: Moment, only: readonly string[] | null = null): void {
    freezeFeeds(worlds.current().exchange, faults, at.market, FREEZE_MS);
    worlds.current().share(() => {
      for (const broker of brokers) cores[broker].beat(at);
    }, only);
  }
  const { beat, catchUp, delivered } = createFollowing(deps, worlds, opened, (at) =>
    publishAll(at, detail() === "keys" ? [] : null),
  );
  const stopBeating = await keepBeating(sleep.before(beat), sleep.isAsleep);

  return {
    exchange,
    of: (broker) => ({
      clients: worlds.current().steered.clients[broker],
      baseUrl: opened[broker].baseUrl,
      wsUrl: opened[broker].wsUrl,
    }),
    catchUp,
    delivered,
    carry(asked) {
      wanted = asked;
    },
    clear() {
      for (const broker of brokers) {
        cores[broker].clear();
        opened[broker].dropSockets();
      }
      worlds.renew();
    },
    async stop() {
      await stopBeating();
      for (const broker of brokers) await opened[broker].stop();
    },
  };
}
