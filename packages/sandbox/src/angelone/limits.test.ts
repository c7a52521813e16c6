import { epochMs, HOUR_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { createRateWindows } from "../broker/rate-windows.ts";
import { anAngelWorld, anOrder, headersOf, LOGIN, ORDER, SECURE } from "./angelone-fixture.ts";
import { BUCKETS, type Bucket, isWithinLimits } from "./limits.ts";

/** A boundary of all windows, in India. */
const START = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));

function passed(bucket: Bucket, times: readonly number[]): number {
  const windows = createRateWindows();
  return times.filter((ms) => isWithinLimits(windows, [bucket], "A1", later(START, ms))).length;
}

const evenly = (count: number, spanMs: number) => Array.from({ length: count }, (_, index) => (index * spanMs) / count);

describe("an endpoint's rate limits", () => {
  const limited = Object.entries(BUCKETS) as [Bucket, { second?: number; minute?: number; hour?: number }][];

  it.each(limited)("%s: enforce the second, minute and hour exactly", (bucket, limits) => {
    const { second = 100, minute, hour } = limits;
    if (limits.second !== undefined) expect(passed(bucket, Array(second + 3).fill(999))).toBe(second);
    const asFastAsAllowed = Array.from({ length: second * 60 }, (_, index) => Math.floor(index / second) * SECOND_MS);
    if (minute !== undefined) expect(passed(bucket, asFastAsAllowed)).toBe(Math.min(minute, second * 60));
    if (hour !== undefined) expect(passed(bucket, evenly(hour + 9, HOUR_MS))).toBe(hour);
  });

  it("count by calendar second: the last moment of one second and the first of the next are separate windows", () => {
    const windows = createRateWindows();
    const take = (ms: number) => isWithinLimits(windows, ["getOrderBook"], "A1", epochMs(ms));
    expect([take(999), take(999), take(1_000), take(1_999), take(2_000)]).toEqual([true, false, true, false, true]);
  });

  it("count each client separately", () => {
    const windows = createRateWindows();
    const take = (client: string) => isWithinLimits(windows, ["getOrderBook"], client, epochMs(0));
    expect([take("A1"), take("A2"), take("A1")]).toEqual([true, true, false]);
  });
});

describe("too many calls", () => {
  it("get plain text and 403; all order writes together are limited to nine a second", () => {
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

  it("do not affect other endpoints and are not counted without a session", () => {
    const world = anAngelWorld();
    const headers = world.as(world.login());
    world.wait(SECOND_MS);
    const book = (given: Readonly<Record<string, string>>) =>
      world.reply("GET", `${ORDER}/getOrderBook`, {}, { headers: given });
    expect(book({ ...headers, authorization: "Bearer unknown" }).status).toBe(200);
    expect(book(headers).status).toBe(200);
    expect(book(headers)).toEqual({
      status: 403,
      headers: { "content-type": "text/plain" },
      body: "Access denied because of exceeding access rate",
    });
    expect(world.reply("GET", `${SECURE}/user/v1/getRMS`, {}, { headers }).status).toBe(200);
  });

  it("apply to logins of one client code, right or wrong, and are reset with everything else", () => {
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
