import { randomUUID } from "node:crypto";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createLimiter } from "./limiter.ts";
import { type LimitKey, limits } from "./limits.ts";

let scratch: TestDatabase;
let one: Database;
let other: Database;
const open = () => openDatabase(scratch.url, { max: 8, role: APP_ROLE, onError: () => {} });
beforeAll(async () => {
  scratch = await createTestDatabase();
  one = open();
  other = open();
});
afterAll(async () => {
  await one.close();
  await other.close();
  await scratch.drop();
});

const START = epochMs(Date.parse("2026-11-16T03:10:00Z"));
const newSubject = () => `subject-${randomUUID()}`;

describe("a rate limit", () => {
  it.each(Object.keys(limits) as LimitKey[])("%s has its configured size and refills evenly", async (key) => {
    const { burst, perMs } = limits[key];
    const clock = createVirtualClock(START);
    const limiter = createLimiter(one, clock);
    const subject = newSubject();
    const probes = Math.min(burst, 40);
    // the test sets a large budget's row to nearly spent instead of emptying it call by call
    const spent = (perMs / burst) * (burst - probes);
    await one.pool.query("INSERT INTO rate_limit VALUES ($1, $2)", [
      `${key}:${subject}`,
      new Date(START + spent).toISOString(),
    ]);
    for (let n = 0; n < probes; n += 1) expect(await limiter.take(key, subject)).toBe(true);
    expect(await limiter.take(key, subject)).toBe(false);
    clock.advance(Math.ceil(perMs / burst) + 1);
    expect(await limiter.take(key, subject)).toBe(true);
    expect(await limiter.take(key, subject)).toBe(false);
    clock.advance(perMs + 1);
    expect(await limiter.take(key, subject)).toBe(true);
  });

  it("behaves like a token bucket in any order of waits and requests", async () => {
    const key = "login:account";
    const { burst, perMs } = limits[key];
    const cost = perMs / burst;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 400_000 }), { minLength: 5, maxLength: 25 }), async (waits) => {
        const clock = createVirtualClock(START);
        const limiter = createLimiter(one, clock);
        const subject = newSubject();
        let fill = 0;
        for (const waitMs of waits) {
          const passedMs = waitMs % 3 === 0 ? 0 : waitMs;
          clock.advance(passedMs);
          fill = Math.max(0, fill - passedMs);
          const fits = fill + cost <= perMs;
          if (fits) fill += cost;
          expect(await limiter.take(key, subject)).toBe(fits);
        }
      }),
      { numRuns: 30, seed: 20_261_116 },
    );
  });

  it("is never exceeded by two concurrent processes", async () => {
    const clock = createVirtualClock(START);
    const [here, there] = [createLimiter(one, clock), createLimiter(other, clock)];
    for (let round = 0; round < 5; round += 1) {
      const subject = newSubject();
      const asked = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? here : there).take("login:account", subject));
      const granted = (await Promise.all(asked)).filter(Boolean);
      expect(granted).toHaveLength(limits["login:account"].burst);
    }
  });

  it("is separate for each subject and purpose", async () => {
    const limiter = createLimiter(one, createVirtualClock(START));
    expect(await limiter.take("mail-code:account", "a@example.com")).toBe(true);
    expect(await limiter.take("mail-code:account", "a@example.com")).toBe(false);
    expect(await limiter.take("mail-code:account", "b@example.com")).toBe(true);
    expect(await limiter.take("mail-code:account-day", "a@example.com")).toBe(true);
  });

  it("is not reduced by refusals: a caller who retries succeeds as early as one who waits", async () => {
    const clock = createVirtualClock(START);
    const limiter = createLimiter(one, clock);
    await limiter.take("mail-code:account", "knocking@example.com");
    for (let second = 0; second < 59; second += 1) {
      clock.advance(1_000);
      expect(await limiter.take("mail-code:account", "knocking@example.com")).toBe(false);
    }
    clock.advance(1_000);
    expect(await limiter.take("mail-code:account", "knocking@example.com")).toBe(true);
  });

  it("refuses a flood of retries with few statements, and adds no waiting time", async () => {
    const key = "login:account";
    const { burst, perMs } = limits[key];
    const clock = createVirtualClock(START);
    let statements = 0;
    const query = one.pool.query.bind(one.pool) as (...args: unknown[]) => unknown;
    const pool = Object.assign(Object.create(one.pool) as Database["pool"], {
      query(...args: unknown[]) {
        statements += 1;
        return query(...args);
      },
    });
    const limiter = createLimiter({ ...one, pool }, clock);
    const subject = newSubject();
    for (let n = 0; n < burst; n += 1) await limiter.take(key, subject);
    statements = 0;
    for (let n = 0; n < 300; n += 1) expect(await limiter.take(key, subject)).toBe(false);
    expect(statements).toBe(1);
    clock.advance(perMs / burst - 1);
    expect(await limiter.take(key, subject)).toBe(false);
    clock.advance(1);
    expect(await limiter.take(key, subject)).toBe(true);
  });

  it("accepts a request at once after a refund", async () => {
    const key = "login:account";
    const limiter = createLimiter(one, createVirtualClock(START));
    const subject = newSubject();
    for (let n = 0; n < limits[key].burst; n += 1) await limiter.take(key, subject);
    expect(await limiter.take(key, subject)).toBe(false);
    await limiter.giveBack(key, subject);
    expect(await limiter.take(key, subject)).toBe(true);
  });
});
