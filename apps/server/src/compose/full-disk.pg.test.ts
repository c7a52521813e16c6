import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSql } from "../testing/sql.ts";
import { openTradingFixture, type Trader, type TradingFixture } from "../testing/trading-fixture.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;
const QUANTITY = 10;

/** Every table refuses writes with PostgreSQL's full-disk error while `disk` says so. A sequence keeps its count. */
const FILLABLE_DISK = `
  CREATE TABLE disk AS SELECT false AS is_full;
  CREATE SEQUENCE refusals;
  CREATE FUNCTION refuse_on_full_disk() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF (SELECT is_full FROM public.disk) THEN
      PERFORM nextval('public.refusals');
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NULL;
  END $$;
  DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'disk' LOOP
      EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_on_full_disk()', name);
    END LOOP;
  END $$;
  GRANT SELECT ON refusals TO PUBLIC`;

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let simulators: TradingFixture;
beforeAll(async () => {
  simulators = await openTradingFixture(clock);
  await runSql(simulators.home.databaseUrl, FILLABLE_DISK);
});
afterAll(() => simulators.close());

const fillDisk = (isFull: boolean) => runSql(simulators.home.databaseUrl, `UPDATE disk SET is_full = ${isFull}`);

async function refusals(): Promise<number> {
  const { rows } = await simulators.home.database.pool.query("SELECT last_value::int AS n FROM refusals");
  return rows[0].n;
}

const roundTo = (price: number): Paise => paise(Math.round(price / 10) * 10);
const betAround = (price: Paise) => ({
  quantity: QUANTITY,
  stop: roundTo(price * 0.985),
  target: roundTo(price * 1.01),
});
const atExchange = (traders: readonly Trader[]) =>
  traders.map(({ link }) =>
    simulators.home.simulators.exchange.dayOrders(link.clientId).map((order) => ({ ...order })),
  );
const all = async (traders: readonly Trader[], holds: (trader: Trader) => Promise<boolean>): Promise<boolean> =>
  (await Promise.all(traders.map(holds))).every(Boolean);

const isResting = async (trader: Trader): Promise<boolean> =>
  (await simulators.dayOf(trader)).orders.some(({ leg, state }) => leg === "exit" && state.status === "accepted");

async function isFlat(trader: Trader): Promise<boolean> {
  const { orders, ledger } = await simulators.dayOf(trader);
  const [position] = foldLedger(ledger).positions.values();
  const isClosed = position?.isExact === true && position.bought > 0 && position.bought === position.sold;
  return isClosed && orders.every(({ state }) => isOrderFinal(state.status));
}

describe("a full disk", () => {
  it("sends no orders and modifications, keeps all stops, and repeats nothing when there is space again", async () => {
    const [holders, late] = [
      await Promise.all(BROKERS.map((broker) => simulators.moveIn(broker))),
      await simulators.moveIn("fyers"),
    ];
    const bet = betAround(simulators.price());
    await simulators.enter(holders, "before", bet);
    await simulators.live("stops rest at every broker", () => all(holders, isResting));
    const before = atExchange([...holders, late]);

    await fillDisk(true);
    simulators.setPrice(roundTo(bet.target * 1.002));
    expect(await simulators.enter([late], "on a full disk", betAround(simulators.price()))).toEqual([]);
    const fullUntil = clock.now() + 2 * EXECUTOR_SETTINGS.leaseMs;
    await simulators.live(
      "the worker's leases have ended",
      async () => clock.now() > fullUntil && (await refusals()) > 1,
    );
    expect(atExchange([...holders, late])).toEqual(before);

    await fillDisk(false);
    await simulators.live("everybody who held something is flat", () => all(holders, isFlat));
    for (const trader of holders) {
      const trades = simulators.tradesOf(trader);
      expect(trades.reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0)).toBe(0);
      const tags = simulators.home.simulators.exchange.dayOrders(trader.link.clientId).map(({ tag }) => tag);
      expect(new Set(tags).size).toBe(tags.length);
    }
    expect(atExchange([late])).toEqual([[]]);
    await simulators.enter([late], "on a full disk", betAround(simulators.price()));
    await simulators.live("the stop of the late one rests", () => isResting(late));
    expect(simulators.tradesOf(late).map(({ side, quantity }) => [side, quantity])).toEqual([["buy", QUANTITY]]);
  });
});
