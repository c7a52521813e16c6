import { setImmediate } from "node:timers/promises";
import { createAdapter } from "@vriddhi/brokers/adapters";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, epochMs, HOUR_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSecretBox } from "../../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { openSimulatorsFixture, type SimulatorsFixture } from "../../testing/simulators-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDeskStore } from "./desk.store.pg.ts";
import type { DeskAccounts } from "./desk-account.ts";
import { createDeskLogin } from "./desk-login.ts";
import { createMarketFeed, type MarketFeed } from "./market-feed.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+05:30`));
const SBIN = "INE062A01020";
const clock = createVirtualClock(at("2026-11-16T08:40:00"));
const log = createLogger("silent");
const counted: string[] = [];
const alarms: string[] = [];
const received: Record<StrategyFeed, number> = { fyers: 0, angelone: 0 };
let scratch: TestDatabase;
let database: Database;
let simulators: SimulatorsFixture;
let adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
let accounts: DeskAccounts;
let feed: MarketFeed;
let store: ReturnType<typeof createDeskStore>;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 5, role: APP_ROLE, onError: () => {} });
  simulators = await openSimulatorsFixture(clock.now, () => "http://127.0.0.1:9/connect", true);
  const deps = { random: createSeededRandom(1), timers: realTimers, clock };
  adapters = {
    fyers: createAdapter.fyers(simulators.urls.fyers, deps),
    zerodha: createAdapter.zerodha(simulators.urls.zerodha, deps),
    angelone: createAdapter.angelone(simulators.urls.angelone, deps),
  };
  accounts = { fyers: openAccount("fyers"), angelone: openAccount("angelone") };
  const sbinAt = { fyers: await listSbin("fyers"), angelone: await listSbin("angelone"), zerodha: [] };
  store = createDeskStore(database, createSecretBox(new Map([[1, Buffer.alloc(32, 7)]])));
  feed = createMarketFeed({
    store,
    accounts,
    adapters,
    log,
    humanClock: clock,
    marketClock: clock,
    calendar: nseCalendar,
    count: (fact) => void counted.push(fact),
    alarm: async (desk, day, trouble) => void alarms.push(`${desk} ${day} ${trouble}`),
    instruments: async (broker, _day, isins) => (isins.includes(SBIN) ? sbinAt[broker] : []),
  });
  feed.want("test", [SBIN]);
  for (const desk of strategyFeeds)
    feed.listen(desk, (ticks) => {
      received[desk] += ticks.length;
    });
  for (const desk of strategyFeeds) await logIn(desk);
});
afterAll(async () => {
  feed.close();
  for (const adapter of Object.values(adapters)) await adapter.close();
  await simulators.stop();
  await database.close();
  await scratch.drop();
});

async function listSbin(desk: StrategyFeed) {
  const list = await adapters[desk].instruments.list(null);
  const named = list.ok ? list.value : [];
  return named.filter(({ symbol }) => symbol === "SBIN").map((one) => ({ ...one, isin: SBIN }));
}

function openAccount(desk: StrategyFeed) {
  const client = simulators.clients[desk].open({
    id: `DESK${desk.slice(0, 2).toUpperCase()}`,
    cashPaise: rupees(1_000),
  });
  const { key: appKey, secret: appSecret, redirectUrl } = client.app;
  return {
    credentials: {
      clientId: client.id,
      pin: client.pin,
      totpSecret: client.totpSecret,
      totpCode: null,
      appKey,
      appSecret,
      redirectUrl,
    },
    egress: { localAddress: null, proxyUrl: null },
  };
}

async function logIn(desk: StrategyFeed): Promise<string> {
  clock.advance(31 * SECOND_MS);
  const login = createDeskLogin({ store, accounts, adapters, log, humanClock: clock, marketClock: clock });
  const [dueAt, usefulUntil] = [clock.now(), later(clock.now(), 7 * HOUR_MS)];
  const day = istDateOf(dueAt);
  const result = await login({
    kind: "desk_login",
    subject: desk,
    day,
    dueAt,
    usefulUntil,
    runAt: dueAt,
    rank: 0,
    lane: "desk",
    lease: "",
    attempts: 1,
  });
  if (result.kind === "done") await database.transaction(async (tx) => result.effect?.(tx));
  return result.outcome;
}

const LOOP_TURNS = 20;

async function liveUntil(isSo: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      clock.advance(SECOND_MS);
      simulators.catchUp();
      // Ticks on the sockets are read before the next second, however slow this process is.
      for (let turn = 0; turn < LOOP_TURNS; turn += 1) await setImmediate();
      await feed.turn();
      expect(isSo()).toBe(true);
    },
    { timeout: 120_000, interval: 20 },
  );
}

const sources = () => [feed.sourceOf("fyers"), feed.sourceOf("angelone")];
const isOwn = () => sources().join() === "fyers,angelone";

describe("the strategies' feeds", () => {
  it("each strategy receives its own feed", async () => {
    clock.set(at("2026-11-16T09:20:00"));
    await eventually("both lines are open", async () => {
      await feed.turn();
      return isOwn() ? true : null;
    });
    await liveUntil(() => isOwn() && received.fyers > 0 && received.angelone > 0);
    expect(feed.lastTick("fyers", SBIN)?.lastPrice).toBeGreaterThan(0);
    expect(feed.lastTick("angelone", SBIN)?.lastPrice).toBeGreaterThan(0);
    await expect.poll(() => store.lastTickAt()).not.toBeNull();
  });

  it("while one feed is silent in an open market, its strategy uses the other, and then its own again", async () => {
    simulators.exchange.freezeFeed("fyers", later(clock.now(), HOUR_MS));
    await liveUntil(() => feed.sourceOf("fyers") === "angelone");
    const before = received.fyers;
    await liveUntil(() => received.fyers > before);
    expect(feed.sourceOf("angelone")).toBe("angelone");
    simulators.exchange.freezeFeed("fyers", clock.now());
    await liveUntil(isOwn);
    expect(counted).toEqual([]);
  });

  it("counts a strategy without a feed in an open market once, and notifies its users once after two minutes", async () => {
    for (const desk of strategyFeeds) simulators.exchange.freezeFeed(desk, later(clock.now(), HOUR_MS));
    await liveUntil(() => sources().every((source) => source === null) && counted.length > 0);
    await feed.turn();
    expect(counted).toEqual(["desk_without_feed", "desk_without_feed"]);
    expect(alarms).toEqual([]);
    // Each reconnect of a frozen feed brings a snapshot, which does not end the outage.
    const frozenAt = clock.now();
    await liveUntil(() => alarms.length > 1);
    expect(clock.now() - frozenAt).toBeGreaterThan(90 * SECOND_MS);
    await feed.turn();
    expect(alarms).toEqual(["fyers 2026-11-16 no_feed", "angelone 2026-11-16 no_feed"]);
    for (const desk of strategyFeeds) simulators.exchange.freezeFeed(desk, clock.now());
    await liveUntil(isOwn);
  });

  it("a broken feed reconnects and subscribes again", async () => {
    simulators.dropSockets("angelone");
    await liveUntil(() => feed.sourceOf("angelone") === "fyers");
    await liveUntil(isOwn);
    const before = received.angelone;
    await liveUntil(() => received.angelone > before);
  });

  it("a refused feed stays closed until the next login", async () => {
    const { clientId } = accounts.angelone?.credentials ?? { clientId: "" };
    simulators.cores.angelone.expireSessions(clientId);
    simulators.dropSockets("angelone");
    await liveUntil(() => feed.sourceOf("angelone") === "fyers");
    for (let second = 0; second < 20; second++) {
      clock.advance(SECOND_MS);
      simulators.catchUp();
      await feed.turn();
    }
    expect(feed.sourceOf("angelone")).toBe("fyers");
    // The stored session expires at once, so the test need not wait for the next morning.
    await database.pool.query("UPDATE desk_feeds SET session_until = session_from WHERE desk = 'angelone'");
    expect(await logIn("angelone")).toBe("connected");
    await liveUntil(isOwn);
  });

  it("yesterday's broker session opens no feed, and the morning's login reopens it", async () => {
    clock.set(at("2026-11-17T08:20:00"));
    simulators.catchUp();
    await feed.turn();
    expect(sources()).toEqual([null, null]);
    for (const desk of strategyFeeds) expect(await logIn(desk)).toBe("connected");
    clock.set(at("2026-11-17T09:20:00"));
    await liveUntil(isOwn);
  });

  it("no feed is silent before the open", async () => {
    clock.set(at("2026-11-18T08:20:00"));
    for (const desk of strategyFeeds) expect(await logIn(desk)).toBe("connected");
    const isOwnAfterTurn = async () => {
      await feed.turn();
      return isOwn();
    };
    await expect.poll(isOwnAfterTurn).toBe(true);
    clock.set(at("2026-11-18T09:10:00"));
    await feed.turn();
    expect(isOwn()).toBe(true);
  });
});
