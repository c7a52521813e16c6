import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { backTestOn, demoExchange } from "@vriddhi/sandbox/exchange/strategy-day-fixture";
import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";

const DAY = "2026-11-16";
let product: TestProduct;
let runner: TestSession;
let idler: TestSession;
beforeAll(async () => {
  product = await startTestProduct();
  const person = await product.makeUser();
  runner = await product.signIn(person);
  idler = await product.signIn(await product.makeUser());
  await goTo("09:13:00");
  await product.query(
    `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
       is_background, started_at, started_by, seen_at)
     VALUES (gen_random_uuid(), $1, 'zerodha', gen_random_uuid(), 'no-client', $2, 5000000, 'auto', true, now(), 'person', now())`,
    [person.id, DAY],
  );
});
afterAll(() => product.close());

const goTo = async (time: string) => {
  const reply = await product.send("POST", "/sandbox/clock", { body: { now: `${DAY}T${time}+05:30` } });
  expect(reply.statusCode).toBe(200);
};
const count = async (table: string) =>
  (await product.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n ?? 0;
const stocksOf = async (as: TestSession) => (await product.send("GET", "/algorithm/stocks", { as })).json().stocks;

describe("the engine on the simulated exchange", () => {
  it("fills its history through both brokers and lists the day's shares after the auction", async () => {
    await eventually("both desks have listed", async () => ((await count("shortlist_pick")) === 40 ? true : null));
    const days = await product.query<{ facts: number; left_out: unknown[] }>(
      "SELECT jsonb_array_length(facts) AS facts, left_out FROM desk_day",
    );
    expect(days).toEqual([
      { facts: 70, left_out: [] },
      { facts: 70, left_out: [] },
    ]);
    const [oldest] = await product.query<{ sessions: number }>(
      "SELECT count(DISTINCT trading_day)::int AS sessions FROM day_bar",
    );
    expect(oldest?.sessions).toBe(30);
  });

  it("[B7.7] shows the first ten of the strategy's shares with a reason to its running users only", async () => {
    const stocks = await stocksOf(runner);
    expect(stocks).toHaveLength(10);
    expect(stocks[0]).toMatchObject({ rank: 1, side: null, reason: expect.stringMatching(/^Opens /) });
    expect(await stocksOf(idler)).toEqual([]);
    expect((await product.send("GET", "/algorithm/stocks")).statusCode).toBe(401);
  });

  it("[B3.8, B7.6] shows the same ten shares in the status and in the run's details", async () => {
    const symbolsOf = (stocks: readonly { symbol: string }[]) => stocks.map(({ symbol }) => symbol);
    const shown = symbolsOf(await stocksOf(runner));
    for (const path of ["/algorithm/status", "/algorithm/details"]) {
      const { stocks } = (await product.send("GET", path, { as: runner })).json();
      expect(symbolsOf(stocks)).toEqual(shown);
    }
  });

  it("builds bars from all trades, and computes the day's signal for both strategies", async () => {
    await goTo("09:36:05");
    const minutes = await product.query(
      "SELECT desk, count(*)::int AS minutes, bool_and(is_whole) AS whole FROM bar_minute GROUP BY desk ORDER BY desk",
    );
    expect(minutes).toEqual(["angelone", "fyers"].map((desk) => ({ desk, minutes: 21, whole: true })));
    const signals = await product.query<{ symbol: string; side: string; threshold: number }>(
      "SELECT symbol, side, (record ->> 'threshold')::float8 AS threshold FROM signal ORDER BY desk",
    );
    expect(signals).toHaveLength(2);
    expect(signals[0]).toEqual(signals[1]);
    const shown = (await stocksOf(runner)).find(({ symbol }: { symbol: string }) => symbol === signals[0]?.symbol);
    expect(shown).toMatchObject({ side: signals[0]?.side, last_price_paise: expect.any(Number) });
  });

  it("makes the same decision as the back-test on the day's bars, to the paisa", async () => {
    const day = istDate(DAY);
    const exchange = demoExchange(day);
    const until = istInstant(day, istMinute(9, 36));
    exchange.advance(until);
    const tested = backTestOn(exchange, day, until);
    expect(tested).toMatchObject([{ name: "ETERNAL", side: "buy" }]);
    const signals = await product.query<Record<"symbol" | "side" | "price" | "stop" | "target", unknown>>(
      `SELECT symbol, side, price_paise::int AS price, stop_paise::int AS stop, target_paise::int AS target
       FROM signal ORDER BY desk`,
    );
    const expected = tested.map(({ name, side, price, stop, target }) => ({ symbol: name, side, price, stop, target }));
    expect(signals).toEqual([...expected, ...expected]);
  });

  it("[B4.3] shows no shares after the strategy is stopped", async () => {
    await product.query("UPDATE algo_run SET stopped_at = now()");
    expect(await stocksOf(runner)).toEqual([]);
  });
});

describe("the replay of a day's decisions", () => {
  it("reports figures to the operator and a sentence to the run's users", async () => {
    await goTo("15:41:00");
    await eventually("both desks' days are closed", async () => ((await count("drift_report")) === 2 ? true : null));
    const bearer = await product.staffToken("admin");
    const { days } = (await product.send("GET", "/api/drift", { bearer })).json();
    expect(days).toMatchObject([
      { desk: "angelone", trading_day: DAY, same: 1, missed: 0, extra: 0, fills: 0, slippage_basis_points: null },
      { desk: "fyers", trading_day: DAY, same: 1, missed: 0, extra: 0 },
    ]);
    expect((await product.send("GET", "/api/drift", { as: runner })).statusCode).toBe(401);
    const own = (await product.send("GET", "/algorithm/drift", { as: runner })).json();
    expect(own.days).toEqual([
      { trading_day: DAY, desk: "angelone", sentence: expect.stringContaining("gave the same trade") },
    ]);
    expect((await product.send("GET", "/algorithm/drift", { as: idler })).json()).toEqual({ days: [] });
  });
});
