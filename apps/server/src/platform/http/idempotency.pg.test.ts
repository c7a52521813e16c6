import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once as happens } from "node:events";
import path from "node:path";
import { DAY_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { realTimers, type Timers } from "../clock/timers.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { DatabaseAway } from "../db/database-outage.ts";
import { createLogger } from "../log/logger.ts";
import { isOwnerDead, ownName } from "../process/worker-session.ts";
import { createIdempotencyStore } from "./idempotency.store.pg.ts";
import {
  type Answer,
  createIdempotentRunner,
  hashRequest,
  type IdempotentRunner,
  isUsableKey,
  type KeyedRequest,
  keyedId,
} from "./idempotency.ts";

const clock = createVirtualClock();
let scratch: TestDatabase;
let databases: readonly Database[];
let here: IdempotentRunner;
let there: IdempotentRunner;
let userId: string;

beforeAll(async () => {
  scratch = await createTestDatabase();
  databases = [0, 1].map(() => openDatabase(scratch.url, { max: 6, role: APP_ROLE, onError: () => {} }));
  const onceOn = (database: Database) =>
    createIdempotentRunner({
      store: createIdempotencyStore(database),
      owner: ownName(),
      isOwnerDead,
      clock,
      timers: realTimers,
      log: createLogger("silent"),
    });
  const [one, other] = databases;
  if (one === undefined || other === undefined) throw new Error("there are two");
  [here, there] = [onceOn(one), onceOn(other)];
  userId = randomUUID();
  await one.pool.query(
    "INSERT INTO users (id, email, name, role, created_at) VALUES ($1, 'asha@example.com', 'Asha', 'user', now())",
    [userId],
  );
});
const first = (): Database => databases[0] as Database;
afterAll(async () => {
  for (const database of databases) await database.close();
  await scratch.drop();
});

const HOLDER = path.resolve(import.meta.dirname, "../../testing/key-holder.ts");
const [LEASE_MS, RENEW_EVERY_MS] = [8 * SECOND_MS, 2 * SECOND_MS];

const START = { method: "POST", path: "/algorithm/start" } as const;
const requestOf = (body: unknown, key: string = randomUUID()): KeyedRequest => ({
  userId,
  key,
  hash: hashRequest(START, [undefined, undefined, body]),
});

function counted(answerOf: (turn: number) => Answer | Promise<Answer>) {
  let turns = 0;
  return {
    work: async () => answerOf(++turns),
    turns: () => turns,
  };
}

const fine = (turn: number): Answer => ({ status: 200, body: { turn } });

describe("a call with an idempotency key", () => {
  it("runs once and returns the same reply from any process", async () => {
    const request = requestOf({ capital: 500 });
    const { work, turns } = counted(fine);
    expect(await here(request, work)).toEqual({
      kind: "answered",
      answer: { status: 200, body: { turn: 1 } },
      isRepeated: false,
    });
    for (const once of [here, there, here])
      expect(await once(request, work)).toEqual({
        kind: "answered",
        answer: { status: 200, body: { turn: 1 } },
        isRepeated: true,
      });
    expect(turns()).toBe(1);
  });

  it("runs once when it is sent many times at once, and all callers get one reply", async () => {
    const request = requestOf({ capital: 1_000 });
    let finish: (answer: Answer) => void = () => undefined;
    const { work, turns } = counted(() => new Promise<Answer>((resolve) => (finish = resolve)));
    const calls = [here, there, here, there, here].map((once) => once(request, work));
    await expect.poll(turns, { timeout: 60_000 }).toBe(1);
    finish(fine(7));
    const answers = (await Promise.all(calls)).map((outcome) => outcome.kind === "answered" && outcome.answer);
    expect(answers).toEqual(Array.from({ length: 5 }, () => fine(7)));
    expect(turns()).toBe(1);
  });

  it("is refused when another request used its key", async () => {
    const key = randomUUID();
    await here(requestOf({ capital: 500 }, key), async () => fine(1));
    const other = counted(fine);
    expect(await there(requestOf({ capital: 501 }, key), other.work)).toEqual({ kind: "reused" });
    expect(other.turns()).toBe(0);
  });

  it("keeps a refusal like any other reply", async () => {
    const request = requestOf({ capital: 1 });
    const { work, turns } = counted((turn) => ({ status: turn === 1 ? 400 : 200, body: {} }));
    await here(request, work);
    expect(await there(request, work)).toMatchObject({ answer: { status: 400 }, isRepeated: true });
    expect(turns()).toBe(1);
  });

  it.each([500, 503, 429])("runs again after the reply %s, which decided nothing", async (status) => {
    const request = requestOf({ status });
    const { work, turns } = counted((turn) => (turn === 1 ? { status, body: {} } : fine(turn)));
    await here(request, work);
    expect(await there(request, work)).toMatchObject({ answer: { status: 200 }, isRepeated: false });
    expect(turns()).toBe(2);
  });

  it("runs again after it failed with an exception", async () => {
    const request = requestOf({ capital: 2_000 });
    await expect(here(request, () => Promise.reject(new Error("the database is away")))).rejects.toThrow("away");
    expect(await there(request, async () => fine(2))).toMatchObject({ isRepeated: false });
  });

  const onceWith = (after: Timers["after"]): IdempotentRunner =>
    createIdempotentRunner({
      store: createIdempotencyStore(databases[0] as Database),
      owner: ownName(),
      isOwnerDead,
      clock,
      timers: { after },
      log: createLogger("silent"),
    });

  const leaseOf = async ({ key }: KeyedRequest): Promise<number | undefined> => {
    const { rows } =
      (await databases[0]?.pool.query<{ lease_until: Date }>("SELECT lease_until FROM idempotency_key WHERE key = $1", [
        key,
      ])) ?? {};
    return rows?.[0]?.lease_until.getTime();
  };

  it("is taken over when its process loses the lease, and the old run can no longer write", async () => {
    const request = requestOf({ capital: 2_500 });
    let finish: (answer: Answer) => void = () => undefined;
    // Its timers never fire, like those of a paused process.
    const paused = onceWith(() => () => undefined);
    const lost = paused(request, () => new Promise<Answer>((resolve) => (finish = resolve)));
    await expect.poll(() => leaseOf(request), { timeout: 60_000 }).toBeDefined();
    clock.advance(LEASE_MS);
    expect(await there(request, async () => fine(2))).toMatchObject({ answer: fine(2), isRepeated: false });
    finish(fine(1));
    await lost;
    expect(await there(request, async () => fine(3))).toMatchObject({ answer: fine(2), isRepeated: true });
  });

  it("stays with its process however long the work takes, because the lease is renewed", async () => {
    const request = requestOf({ capital: 3_000 });
    let finish: (answer: Answer) => void = () => undefined;
    let ring: (() => void) | null = null;
    const slow = onceWith((_, run) => {
      ring = run;
      return () => undefined;
    });
    const first = slow(request, () => new Promise<Answer>((resolve) => (finish = resolve)));
    await expect.poll(() => leaseOf(request), { timeout: 60_000 }).toBeDefined();
    for (let n = 0; n < 5; n++) {
      clock.advance(RENEW_EVERY_MS);
      const renewed = clock.now() + LEASE_MS;
      await expect.poll(() => ring, { timeout: 60_000 }).not.toBeNull();
      const due: (() => void) | null = ring;
      ring = null;
      (due as (() => void) | null)?.();
      await expect.poll(() => leaseOf(request), { timeout: 60_000 }).toBe(renewed);
    }
    const other = counted(fine);
    const second = there(request, other.work);
    finish(fine(1));
    expect(await first).toMatchObject({ answer: fine(1), isRepeated: false });
    expect(await second).toMatchObject({ answer: fine(1), isRepeated: true });
    expect(other.turns()).toBe(0);
  });

  it.runIf(process.platform === "linux")(
    "is taken over at once when its process was killed, without waiting for any lease",
    async () => {
      const request = requestOf({ capital: 3_500 });
      const { key, hash } = request;
      const child = spawn(process.execPath, [HOLDER, scratch.url, userId, key, hash.toString("hex")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = happens(child, "close");
      await happens(child.stdout, "data");
      child.kill("SIGKILL");
      await ended;
      const before = clock.now();
      const { work, turns } = counted(fine);
      // The clock is frozen, so no lease can lapse: only the proof of death frees the key.
      expect(await there(request, work)).toMatchObject({ answer: fine(1), isRepeated: false });
      expect([turns(), clock.now()]).toEqual([1, before]);
      expect(await here(request, work)).toMatchObject({ answer: fine(1), isRepeated: true });
    },
  );

  it("gets the reply that was stored with its effect, however its process ended", async () => {
    const request = requestOf({ days: 7 });
    const died = here(request, async (turn) => {
      await first().transaction((tx) => turn.finish(tx, fine(1)));
      throw new Error("the process ends between the commit and the answer");
    });
    await expect(died).rejects.toThrow("the process ends");
    const other = counted(fine);
    expect(await there(request, other.work)).toEqual({ kind: "answered", answer: fine(1), isRepeated: true });
    expect(other.turns()).toBe(0);
  });

  it("knows what an earlier run marked as done, until another request uses the key", async () => {
    const key = randomUUID();
    const died = here(requestOf({ capital: 500 }, key), async (turn) => {
      await first().transaction((tx) => turn.mark(tx, { broker: "fyers" }));
      throw new Error("the process ends between the commit and the answer");
    });
    await expect(died).rejects.toThrow("the process ends");
    const doneOf = async (request: KeyedRequest): Promise<unknown> => {
      let found: unknown;
      await there(request, async ({ done }) => {
        found = done;
        return { status: 503, body: {} };
      });
      return found;
    };
    expect(await doneOf(requestOf({ capital: 500 }, key))).toEqual({ broker: "fyers" });
    clock.advance(DAY_MS);
    expect(await doneOf(requestOf({ capital: 501 }, key))).toBeNull();
  });

  it("gets the stored reply after it loses the database behind the commit, and runs once", async () => {
    const request = requestOf({ days: 10 });
    const { work, turns } = counted(fine);
    const outcome = await here(request, async (turn) => {
      await first().transaction((tx) => turn.finish(tx, fine(1)));
      await work();
      throw new DatabaseAway(new Error("the connection was lost at the commit"));
    });
    expect(outcome).toEqual({ kind: "answered", answer: fine(1), isRepeated: true });
    expect(turns()).toBe(1);
  });

  it("runs again after it loses the database before the commit", async () => {
    const request = requestOf({ days: 11 });
    const { work, turns } = counted((turn) => {
      if (turn === 1) throw new DatabaseAway(new Error("the connection was lost before the commit"));
      return fine(turn);
    });
    expect(await here(request, work)).toMatchObject({ answer: fine(2) });
    expect(turns()).toBe(2);
  });

  it("is reported as in doubt while the database is away, and its retry returns the stored reply", async () => {
    const request = requestOf({ days: 12 });
    const real = createIdempotencyStore(first());
    let isAway = false;
    const whenHere =
      <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        if (isAway) throw new DatabaseAway(new Error("the database is away"));
        return ask(...args);
      };
    const store = { ...real, claim: whenHere(real.claim), release: whenHere(real.release) };
    const hurried: Timers = {
      after(_, run) {
        const due = setImmediate(run);
        return () => clearImmediate(due);
      },
    };
    const once = createIdempotentRunner({
      store,
      owner: ownName(),
      isOwnerDead,
      clock,
      timers: hurried,
      log: createLogger("silent"),
    });
    const lost = await once(request, async (turn) => {
      await first().transaction((tx) => turn.finish(tx, fine(1)));
      isAway = true;
      throw new DatabaseAway(new Error("the connection was lost at the commit"));
    });
    expect(lost).toEqual({ kind: "in_doubt" });
    isAway = false;
    expect(await once(request, async () => fine(2))).toEqual({ kind: "answered", answer: fine(1), isRepeated: true });
  });

  it("stores nothing when another process took it over during a pause, and returns that process's reply", async () => {
    const request = requestOf({ days: 8 });
    const paused = onceWith(() => () => undefined);
    const email = `${randomUUID()}@example.com`;
    const effect = "INSERT INTO users (id, email, name, role, created_at) VALUES ($1, $2, 'Ravi', 'user', now())";
    let goOn: () => void = () => undefined;
    const slow = paused(request, async (turn) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      await first().transaction(async (tx) => {
        await tx.client.query(effect, [randomUUID(), email]);
        await turn.finish(tx, fine(1));
      });
      return fine(1);
    });
    await expect.poll(() => leaseOf(request), { timeout: 60_000 }).toBeDefined();
    clock.advance(LEASE_MS);
    expect(await there(request, async () => fine(2))).toMatchObject({ answer: fine(2), isRepeated: false });
    goOn();
    expect(await slow).toEqual({ kind: "answered", answer: fine(2), isRepeated: true });
    expect((await first().pool.query("SELECT 1 FROM users WHERE email = $1", [email])).rowCount).toBe(0);
  });

  it("gives its rows the same id in every process and after each failure", async () => {
    const request = requestOf({ days: 9 });
    const ids: string[] = [];
    for (const [once, status] of [
      [here, 503],
      [there, 200],
    ] as const)
      await once(request, async ({ id }) => {
        ids.push(id);
        return { status, body: {} };
      });
    const [id] = ids;
    expect(ids).toEqual([id, id]);
    expect(z.uuid().safeParse(id).success).toBe(true);
    expect(keyedId({ ...request, key: randomUUID() })).not.toBe(id);
    expect(keyedId({ ...request, userId: randomUUID() })).not.toBe(id);
  });

  it("keeps its key after a failure: another request with it is refused", async () => {
    const key = randomUUID();
    await here(requestOf({ capital: 500 }, key), async () => ({ status: 503, body: {} }));
    expect(await there(requestOf({ capital: 501 }, key), async () => fine(1))).toEqual({ kind: "reused" });
  });

  it("expires after a day", async () => {
    const key = randomUUID();
    await here(requestOf({ day: 1 }, key), async () => fine(1));
    clock.advance(DAY_MS);
    expect(await there(requestOf({ day: 2 }, key), async () => fine(2))).toMatchObject({
      answer: fine(2),
      isRepeated: false,
    });
  });
});

describe("an idempotency key", () => {
  it("has 1 to 200 visible characters", () => {
    for (const key of ["a", randomUUID(), "x".repeat(200)]) expect(isUsableKey(key)).toBe(true);
    for (const key of ["", "a b", "x".repeat(201), "क", "a\u0000"]) expect(isUsableKey(key)).toBe(false);
  });
});
