import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createDatabaseOutage, DatabaseAway } from "./database-outage.ts";

function databaseError(code: string): Error {
  const error = new pg.DatabaseError("said by PostgreSQL", 0, "error");
  error.code = code;
  return error;
}

describe("an error", () => {
  it.each([
    ["no connection", new DatabaseAway(new Error("connect ECONNREFUSED"))],
    ["a server that shuts down", databaseError("57P01")],
    ["a server that starts", databaseError("57P03")],
    ["too many connections", databaseError("53300")],
    ["a full disk", databaseError("53100")],
    ["a connection that broke", new Error("Connection terminated unexpectedly")],
    ["the same within another error", new Error("Failed query", { cause: databaseError("57P01") })],
  ])("is a database outage: %s", (_what, error) => {
    expect(createDatabaseOutage(createVirtualClock()).note(error)).toEqual({ isNews: true });
  });

  it.each([
    ["a constraint", databaseError("23505")],
    ["a bug", new TypeError("x is not a function")],
    ["another unreachable service", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
    ["no error at all", "words"],
  ])("is not a database outage: %s", (_what, error) => {
    expect(createDatabaseOutage(createVirtualClock()).note(error)).toBeNull();
  });
});

describe("a database outage that hundreds of requests hit", () => {
  it("is logged at most every ten seconds", () => {
    const clock = createVirtualClock();
    const { note } = createDatabaseOutage(clock);
    const logged = Array.from({ length: 21 }, () => {
      const noted = note(databaseError("57P01"));
      clock.advance(SECOND_MS);
      return noted?.isNews;
    });
    expect(logged.filter(Boolean)).toHaveLength(3);
  });

  it("counts as a full disk for half a minute after the last refused write", () => {
    const clock = createVirtualClock();
    const outage = createDatabaseOutage(clock);
    expect(outage.isDiskFull()).toBe(false);
    outage.note(databaseError("57P01"));
    expect(outage.isDiskFull()).toBe(false);
    outage.note(new Error("Failed query", { cause: databaseError("53100") }));
    clock.advance(30 * SECOND_MS - 1);
    expect(outage.isDiskFull()).toBe(true);
    clock.advance(1);
    expect(outage.isDiskFull()).toBe(false);
  });
});
