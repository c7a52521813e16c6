import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { RateShape } from "../port/rate-shape.ts";
import { createRateLimiter, type TakeOptions } from "./limiter.ts";
import { ARRIVAL_SLACK_MS, type RateCall } from "./rate-room.ts";
import { createVirtualTimers } from "./virtual-timers-fixture.ts";

const ENTRY: RateCall = { class: "order", priority: "entry" };
const EXIT: RateCall = { class: "order", priority: "exit" };
const BOOK: RateCall = { class: "book", priority: "entry" };
const WINDOW_MS = SECOND_MS + ARRIVAL_SLACK_MS;
const shape: RateShape = [
  { classes: ["order"], span: "second", max: 3 },
  { classes: ["book"], span: "second", max: 1 },
];

function aLimiter(queueMax?: number) {
  const clock = createVirtualClock();
  const timers = createVirtualTimers(clock);
  const limiter = createRateLimiter({ shape, clock, timers, ...(queueMax === undefined ? {} : { queueMax }) });
  const log: string[] = [];
  const take = (name: string, call: RateCall, options?: TakeOptions) =>
    limiter.take(call, options).then((result) => {
      log.push(result.ok ? name : `${name} refused ${result.error.retryAfterMs}`);
    });
  return { limiter, timers, log, take };
}

describe("the rate limiter of an account", () => {
  it("passes calls at once while there is room, then in order as room comes", async () => {
    const { timers, log, take } = aLimiter();
    const all = ["a", "b", "c", "d"].map((name) => take(name, ENTRY));
    await timers.settle();
    expect(log).toEqual(["a", "b"]);
    await timers.advance(WINDOW_MS - 1);
    expect(log).toEqual(["a", "b"]);
    await timers.advance(1);
    expect(log).toEqual(["a", "b", "c", "d"]);
    await Promise.all(all);
  });

  it("lets an exit pass earlier entries, into the reserved third", async () => {
    const { timers, log, take } = aLimiter();
    for (const name of ["a", "b", "c"]) void take(name, ENTRY);
    void take("exit", EXIT);
    void take("second exit", EXIT);
    await timers.settle();
    expect(log).toEqual(["a", "b", "exit"]);
    await timers.advance(WINDOW_MS);
    expect(log.slice(3)).toEqual(["second exit", "c"]);
  });

  it("does not delay calls of one budget while another is full", async () => {
    const { timers, log, take } = aLimiter();
    for (const name of ["book 1", "book 2"]) void take(name, BOOK);
    void take("order", ENTRY);
    await timers.settle();
    expect(log).toEqual(["book 1", "order"]);
  });

  it("pauses the whole account after a throttled answer", async () => {
    const { limiter, timers, log, take } = aLimiter();
    limiter.penalise(5_000);
    void take("exit", EXIT);
    void take("book", BOOK);
    await timers.advance(4_999);
    expect(log).toEqual([]);
    await timers.advance(1);
    expect(log).toEqual(["exit", "book"]);
  });

  it("applies a penalty to waiting calls too, and never shortens a longer one", async () => {
    const { limiter, timers, log, take } = aLimiter();
    for (const name of ["a", "b", "c"]) void take(name, ENTRY);
    await timers.settle();
    limiter.penalise(10_000);
    limiter.penalise(1_000);
    await timers.advance(9_999);
    expect(log).toEqual(["a", "b"]);
    await timers.advance(1);
    expect(log).toEqual(["a", "b", "c"]);
  });

  it("refuses at once a call that would wait too long, and reports the wait", async () => {
    const { timers, log, take } = aLimiter();
    for (const name of ["a", "b"]) void take(name, ENTRY);
    void take("late", ENTRY, { waitMaxMs: 500 });
    await timers.settle();
    expect(log).toEqual(["a", "b", `late refused ${WINDOW_MS}`]);
  });

  it("refuses a call that waited its maximum behind others", async () => {
    const { timers, log, take } = aLimiter();
    for (const name of ["a", "b", "c", "d"]) void take(name, ENTRY);
    void take("late", ENTRY, { waitMaxMs: WINDOW_MS + 10 });
    await timers.advance(3 * WINDOW_MS);
    expect(log).toEqual(["a", "b", "c", "d", "late refused 1000"]);
    expect(timers.waiting()).toBe(0);
  });

  it("has a bounded queue, a third of it for exits", async () => {
    const { timers, log, take } = aLimiter(6);
    for (let n = 1; n <= 7; n++) void take(`e${n}`, ENTRY);
    for (let n = 1; n <= 4; n++) void take(`x${n}`, EXIT);
    await timers.settle();
    expect(log).toEqual(["e1", "e2", expect.stringMatching(/^e7 refused/), "x1", expect.stringMatching(/^x4 refused/)]);
    await timers.advance(10 * WINDOW_MS);
    expect(log.slice(5)).toEqual(["x2", "x3", "e3", "e4", "e5", "e6"]);
  });

  it("drops aborted calls and gives their place to waiting calls", async () => {
    const { timers, log, take } = aLimiter();
    const giveUp = new AbortController();
    for (const name of ["a", "b"]) void take(name, ENTRY);
    void take("gone", ENTRY, { signal: giveUp.signal });
    void take("c", ENTRY);
    void take("never", ENTRY, { signal: AbortSignal.abort() });
    giveUp.abort();
    await timers.advance(WINDOW_MS);
    expect(log).toEqual(["a", "b", "never refused 1000", "gone refused 1000", "c"]);
  });
});
