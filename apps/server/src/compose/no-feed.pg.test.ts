import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";
import { demoUsers } from "./sandbox/seed.ts";

const [demo] = demoUsers;
let product: TestProduct;
let as: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasDemoLinks: true } });
  as = await product.signIn(demo);
  const startRequest = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
  expect((await product.send("POST", "/algorithm/start", { as, body: startRequest })).statusCode).toBe(200);
});
afterAll(() => product.close());

const jumpTo = async (time: string) => {
  const reply = await product.send("POST", "/sandbox/clock", { body: { now: `2026-11-16T${time}+05:30` } });
  expect(reply.statusCode).toBe(200);
};
const read = async (path: string) => (await product.send("GET", path, { as })).json();
const stateNow = async () => (await read("/algorithm/stocks")).strategy_state;
const alerts = async () =>
  (await read("/notifications")).notices.filter(({ kind }: { kind: string }) => kind === "trading_alert");

describe("a strategy without a feed in an open market", () => {
  it("watches its shortlist while ticks arrive", async () => {
    await jumpTo("09:14:00");
    expect(await stateNow()).toBe("market_closed");
    await jumpTo("09:20:05");
    await eventually("the jump's ticks are stored", async () => ((await stateNow()) === "watching" ? true : null));
    expect(await alerts()).toEqual([]);
  });

  it("reports that entries are stopped while the operator halts trading", async () => {
    const bearer = await product.staffToken("admin");
    const halt = await product.send("POST", "/api/admin/halt", { bearer, body: { closes_positions: false } });
    expect(halt.statusCode).toBe(200);
    expect(await stateNow()).toBe("blocked");
    expect((await product.send("POST", "/api/admin/halt/lift", { bearer })).statusCode).toBe(200);
    expect(await stateNow()).toBe("watching");
  });

  it("shows the state `no feed`, and notifies its user once", async () => {
    const before = product.log.length;
    await product.query("UPDATE desk_feeds SET sealed_session = NULL");
    const desksWithoutFeed = () => {
      const lines = product.log.slice(before).filter((line) => line.includes("strategy without prices"));
      return new Set(lines.map((line) => JSON.parse(line).desk));
    };
    await eventually("both desks log that they have no feed", () => (desksWithoutFeed().size === 2 ? true : null));
    await jumpTo("09:24:00");
    const silent = await eventually("the user is notified", async () => {
      const sent = (await alerts()).filter(({ text }: { text: string }) => text.includes("The market feed is silent"));
      return sent.length > 0 ? sent : null;
    });
    expect(silent).toHaveLength(1);
    expect(await stateNow()).toBe("no_feed");
  });
});
