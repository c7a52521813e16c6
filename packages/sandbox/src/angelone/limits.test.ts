import { epochMs, HOUR_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { createRateWindows } from "../broker/rate-windows.ts";
import { anAngelWorld, anOrder, headersOf, LOGIN, ORDER, SECURE } from "./angelone-fixture.ts";
import { BUCKETS, type Bucket, isWithinLimits } from "./limits.ts";

/** Begins where all spans begin, in India. */
const START = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));

/** How many of the calls pass that come at these times after the start. */
function passed(bucket: Bucket, times: readonly number[]): number {
  const windows = createRateWindows();
  return times.filter((ms) => isWithinLimits(windows, [bucket], "A1", later(START, ms))).length;
}

const evenly = (count: number, spanMs: number) => Array.from({ length: count }, (_, index) => (index * spanMs) / count);

describe("limits of an endpoint", () => {
  const limited = Object.entries(BUCKETS) as [Bucket, { second?: number; minute?: number; hour?: number }][];

  it.each(limited)("%s: so many in a second, a minute and an hour, and not one more", (bucket, limits) => {
    const { second = 100, minute, hour } = limits;
    if (limits.second !== undefined) expect(passed(bucket, Array(second + 3).fill(999))).toBe(second);
    const asFastAsAllowed = Array.from({ length: second * 60 }, (_, index) => Math.floor(index / second) * SECOND_MS);
    if (minute !== undefined) expect(passed(bucket, asFastAsAllowed)).toBe(Math.min(minute, second * 60));
    if (hour !== undefined) expect(passed(bucket, evenly(hour + 9, HOUR_MS))).toBe(hour);
  });

  it("count by the second of the clock: the last moment of one and the first of the next are two", () => {
    const windows = createRateWindows();
    const take = (ms: number) => isWithinLimits(windows, ["getOrderBook"], "A1", epochMs(ms));
    expect([take(999), take(999), take(1_000), take(1_999), take(2_000)]).toEqual([true, false, true, false, true]);
  });

  it("count each client for itself", () => {
    const windows = createRateWindows();
    const take = (client: string) => isWithinLimits(windows, ["getOrderBook"], client, epochMs(0));
    expect([take("A1"), take("A2"), take("A1")]).toEqual([true, true, false]);
  });
});

describe("too many calls", () => {
  it("are answered with plain text and 403, nine order writes of all kinds together being allowed in a second", () => {
    const world = anAngelWorld();
    const headers = world.as(world.login());
    world.wait(SECOND_MS);
    const write = (name: string) =>
      world.reply("POST", `${ORDER}/${name}`, { ...anOrder(), orderid: "1" }, { headers }).status;
    const names = ["placeOrder", "modifyOrder", "cancelOrder"];
    expect(Array.from({ length: 10 }, (_, index) => write(names[index % 3] ?? ""))).toEqual([
      ...Array(9).fill(200),
      403,
    ]);
    world.wait(SECOND_MS);
    expect(write("placeOrder")).toBe(200);
    expect(world.exchange.findOrders({ account: world.bela.id })).toHaveLength(4);
  });

  it("do not hurt other endpoints and are not counted without a session", () => {
    const world = anAngelWorld();
    const headers = world.as(world.login());
    world.wait(SECOND_MS);
    const book = (given: Readonly<Record<string, string>>) =>
      world.reply("GET", `${ORDER}/getOrderBook`, {}, { headers: given });
    expect(book({ ...headers, authorization: "Bearer nobody" }).status).toBe(200);
    expect(book(headers).status).toBe(200);
    expect(book(headers)).toEqual({
      status: 403,
      headers: { "content-type": "text/plain" },
      body: "Access denied because of exceeding access rate",
    });
    expect(world.reply("GET", `${SECURE}/user/v1/getRMS`, {}, { headers }).status).toBe(200);
  });

  it("hold for logins of one client code, right or wrong, and are forgotten with everything else", () => {
    const world = anAngelWorld();
    const login = () =>
      world.reply(
        "POST",
        LOGIN,
        { clientcode: world.bela.id, password: "0", totp: "0" },
        { headers: headersOf(world.bela) },
      );
    expect([login().status, login().status]).toEqual([200, 403]);
    world.core.clear();
    expect(login().status).toBe(200);
  });
});
