import { HOUR_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { demoUsers } from "./seed.ts";

const [demo] = demoUsers;
const DAY = "2026-11-16";
let product: TestProduct;

beforeAll(async () => {
  // A jump and a reset wait for what they need: with the work watch asleep they give the same day.
  product = await startTestProduct({ overrides: { hasDemoLinks: true, askedEveryMs: HOUR_MS } });
});
afterAll(() => product.close());

const jumpTo = async (time: string) => {
  const reply = await product.send("POST", "/sandbox/clock", { body: { now: `${DAY}T${time}:00+05:30` } });
  expect(reply.statusCode).toBe(200);
};
const reset = async () => {
  expect((await product.send("POST", "/sandbox/reset")).statusCode).toBe(200);
  expect(product.log.filter((line) => line.includes("reset not finished"))).toEqual([]);
};
const readNow = async () => (await product.send("GET", "/sandbox/clock")).json().now;

async function liveMorning() {
  const as = await product.signIn(demo);
  const startRequest = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
  const started = await product.send("POST", "/algorithm/start", { as, body: startRequest });
  expect(started.json()).toMatchObject({ status: "running", broker: "angelone" });
  await jumpTo("09:20");
  const { stocks } = (await product.send("GET", "/algorithm/stocks", { as })).json();
  const minutes = await product.query(
    "SELECT desk, count(*)::int AS minutes FROM bar_minute GROUP BY desk ORDER BY desk",
  );
  return { stocks: stocks.length, minutes };
}

const WHOLE = {
  stocks: 10,
  minutes: ["angelone", "fyers"].map((desk) => ({ desk, minutes: 4 })),
};

describe("the first day after a reset", () => {
  it("has a feed and a shortlist when the reset is the first action", async () => {
    await reset();
    expect(await readNow()).toContain("T08:40:00");
    expect(await liveMorning()).toEqual(WHOLE);
  });

  it("has a feed and a shortlist again when the reset comes during the session", async () => {
    await jumpTo("09:42");
    await reset();
    expect(await readNow()).toContain("T08:40:00");
    expect(await liveMorning()).toEqual(WHOLE);
  });
});
