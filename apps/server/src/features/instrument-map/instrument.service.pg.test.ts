import { createAdapter } from "@vriddhi/brokers/adapters";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { openSimulatorsFixture, type SimulatorsFixture } from "../../testing/simulators-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createInstrumentService, type InstrumentService } from "./instrument.service.ts";
import { createInstrumentStore } from "./instrument.store.pg.ts";

const MONDAY = istDate("2026-11-16");
const TUESDAY = istDate("2026-11-17");
const SBIN = "INE062A01020";
const clock = createVirtualClock();
let scratch: TestDatabase;
let database: Database;
let simulators: SimulatorsFixture;
let adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
let instruments: InstrumentService;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 5, role: APP_ROLE, onError: () => {} });
  simulators = await openSimulatorsFixture(clock.now, () => "http://127.0.0.1:9/connect");
  const deps = { random: createSeededRandom(1), timers: realTimers, clock };
  adapters = {
    fyers: createAdapter.fyers(simulators.urls.fyers, deps),
    zerodha: createAdapter.zerodha(simulators.urls.zerodha, deps),
    angelone: createAdapter.angelone(simulators.urls.angelone, deps),
  };
  instruments = createInstrumentService({
    onIsins: async () => {},
    store: createInstrumentStore(database),
    adapters,
    marketClock: clock,
  });
});
afterAll(async () => {
  for (const adapter of Object.values(adapters)) await adapter.close();
  await simulators.stop();
  await database.close();
  await scratch.drop();
});

async function refresh(broker: BrokerName, day: IstDate, attempts = 1): Promise<string> {
  const times = { dueAt: clock.now(), usefulUntil: clock.now(), runAt: clock.now(), rank: 0 };
  const result = await instruments.refresh({
    kind: "instruments",
    subject: broker,
    day,
    ...times,
    lane: "instruments",
    lease: "",
    attempts,
  });
  if (result.kind === "done") await database.transaction(async (tx) => result.effect?.(tx));
  return result.outcome;
}

describe("the instrument map", () => {
  it("a broker without ISINs waits for one that has them", async () => {
    expect(await refresh("zerodha", MONDAY)).toBe("waits for ISINs");
    expect(await instruments.tradable("zerodha", SBIN, MONDAY)).toEqual({ ok: false, error: "missing" });
  });

  it("the instrument map has every broker's names for one ISIN", async () => {
    for (const broker of ["fyers", "zerodha", "angelone"] as const) {
      expect(await refresh(broker, MONDAY)).toBe("4 mapped");
      const found = await instruments.tradable(broker, SBIN, MONDAY);
      expect(found).toMatchObject({ ok: true, value: { isin: SBIN, symbol: "SBIN" } });
      expect(await instruments.isFresh(broker, MONDAY)).toBe(true);
    }
    const angelone = await instruments.tradable("angelone", SBIN, MONDAY);
    expect(angelone.ok && angelone.value.brokerSymbol).toBe("SBIN-EQ");
  });

  it("the instrument map is outdated the next day until it is read again, and uses yesterday's ISINs where today's do not come", async () => {
    expect(await instruments.isFresh("zerodha", TUESDAY)).toBe(false);
    expect(await instruments.tradable("zerodha", SBIN, TUESDAY)).toEqual({ ok: false, error: "stale" });
    expect(await refresh("zerodha", TUESDAY, 5)).toBe("waits for ISINs");
    expect(await refresh("zerodha", TUESDAY, 6)).toBe("4 mapped");
    expect((await instruments.tradable("zerodha", SBIN, TUESDAY)).ok).toBe(true);
    expect(await instruments.tradable("fyers", SBIN, TUESDAY)).toEqual({ ok: false, error: "stale" });
  });

  it("a share is not traded on the day of its new name", async () => {
    await database.pool.query("UPDATE instruments SET symbol = 'SBI', seen_on = '2026-11-16' WHERE isin = $1", [SBIN]);
    expect(await refresh("fyers", TUESDAY)).toBe("4 mapped");
    expect(await instruments.tradable("fyers", SBIN, TUESDAY)).toEqual({ ok: false, error: "renamed" });
    expect(await instruments.listOn("fyers", TUESDAY, [SBIN])).toEqual([]);
    expect(await refresh("fyers", istDate("2026-11-18"))).toBe("4 mapped");
    expect((await instruments.tradable("fyers", SBIN, istDate("2026-11-18"))).ok).toBe(true);
  });
});
