import { assessService, type ServiceFacts } from "@vriddhi/core/site/service-status";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { marketStateAt } from "@vriddhi/core/time/market-state";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { DatabaseAway } from "../../platform/db/database-outage.ts";
import type { ServiceReport } from "./service-report.ts";
import { createStatusBoard } from "./status-board.ts";

const TEN = istInstant(istDate("2026-11-16"), istMinute(10, 0));

function openBoard() {
  const clock = createVirtualClock(TEN);
  const world = { reads: 0, answer: async (report: ServiceReport) => report };
  const read = (): Promise<ServiceReport> => {
    world.reads += 1;
    const at = clock.now();
    const facts: ServiceFacts = {
      at,
      speed: 1,
      market: marketStateAt(nseCalendar, at),
      feeds: [],
      brokers: [],
      orders: null,
      bucketsWithoutWorker: 0,
      mornings: null,
      mailAgeMs: null,
      paymentAgeMs: null,
    };
    return world.answer({ at, facts, parts: assessService(facts), incidents: [] });
  };
  const board = createStatusBoard({
    humanClock: clock,
    marketClock: clock,
    calendar: nseCalendar,
    read,
    readWithinMs: 20,
  });
  return { clock, world, board };
}

const away = async (): Promise<never> => {
  throw new DatabaseAway(new Error("refused"));
};
const websiteOf = ({ parts }: Awaited<ReturnType<ReturnType<typeof createStatusBoard>>>) =>
  parts.find(({ part }) => part === "website");

describe("the status board", () => {
  it("reads nothing without visitors, and once in ten seconds for all of them", async () => {
    const { clock, world, board } = openBoard();
    clock.advance(MINUTE_MS);
    expect(world.reads).toBe(0);
    await Promise.all([board(), board(), board()]);
    clock.advance(9 * SECOND_MS);
    await board();
    expect(world.reads).toBe(1);
    clock.advance(SECOND_MS);
    await Promise.all([board(), board()]);
    expect(world.reads).toBe(2);
  });

  it("keeps the last facts and counts the outage from its first failed read until the database is back", async () => {
    const { clock, world, board } = openBoard();
    await board();
    world.answer = away;
    clock.advance(MINUTE_MS);
    await board();
    clock.advance(MINUTE_MS);
    const shown = await board();
    expect([shown.asOf, websiteOf(shown)?.faultSince]).toEqual([TEN, TEN + MINUTE_MS]);
    expect(shown.incidents).toEqual([{ part: "website", beganAt: TEN + MINUTE_MS, endedAt: null }]);
    world.answer = async (report) => report;
    clock.advance(MINUTE_MS);
    const back = await board();
    expect([back.asOf, websiteOf(back)?.state, back.incidents]).toEqual([TEN + 3 * MINUTE_MS, "works", []]);
  });

  it("answers while the database hangs, and does not ask it a second time", async () => {
    const { clock, world, board } = openBoard();
    world.answer = () => new Promise(() => {});
    for (let n = 0; n < 3; n += 1) {
      const shown = await board();
      expect([shown.asOf, websiteOf(shown)?.state]).toEqual([null, "fault"]);
      clock.advance(10 * SECOND_MS);
    }
    expect(world.reads).toBe(1);
  });

  it("throws the error of a failed query instead of reporting a database outage", async () => {
    const { world, board } = openBoard();
    world.answer = async () => {
      throw new Error("column does not exist");
    };
    await expect(board()).rejects.toThrow("column does not exist");
  });
});
