import type { OrderCancel } from "@vriddhi/core/order/order";
import { brokerOrderId } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { DAY_MS, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { wholeBook } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { OrderError } from "../port/broker-error.ts";
import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import type { RateShape } from "../port/rate-shape.ts";
import { ARRIVAL_SLACK_MS } from "./rate-room.ts";
import { createVirtualTimers } from "./virtual-timers-fixture.ts";
import { withLimits } from "./with-limits.ts";

const shape: RateShape = [
  { classes: ["order"], span: "second", max: 3 },
  { classes: ["order"], span: "day", max: 30 },
  { classes: ["book"], span: "second", max: 1 },
];

const accessOf = (clientId: string): AccountAccess => ({
  session: {
    clientId,
    appKey: "key",
    accessToken: "token",
    refreshToken: null,
    feedToken: null,
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
});

const cancel: OrderCancel = { orderId: brokerOrderId("1"), pricing: { kind: "limit", limit: paise(100) } };
const ENTRY: Sending = { lane: "entry", notAfter: null };
const EXIT: Sending = { lane: "exit", notAfter: null };

function aBroker(rates: RateShape = shape) {
  const clock = createVirtualClock();
  const timers = createVirtualTimers(clock);
  const calls: string[] = [];
  let says: OrderError | null = null;
  let slowMs = 0;
  const adapter = {
    rates,
    capabilities: { login: "stored" },
    orders: {
      cancel: async ({ session }: AccountAccess, _: OrderCancel, { lane }: Sending) => {
        calls.push(`${session.clientId} ${lane}`);
        if (slowMs > 0) await new Promise<void>((resolve) => timers.after(slowMs, resolve));
        return says === null ? ok(null) : err(says);
      },
    },
    portfolio: {
      orders: async ({ session }: AccountAccess) => {
        calls.push(`${session.clientId} book`);
        return ok(wholeBook([]));
      },
    },
    login: {},
  } as unknown as BrokerAdapter;
  const limited = withLimits(adapter, { clock, timers });
  const send = (account: string, sending: Sending = ENTRY) => limited.orders.cancel(accessOf(account), cancel, sending);
  return {
    clock,
    timers,
    calls,
    limited,
    send,
    say: (error: OrderError | null) => {
      says = error;
    },
    answerAfter: (durationMs: number) => {
      slowMs = durationMs;
    },
  };
}

describe("an adapter with limits", () => {
  it("paces each account separately, and lets exits into the reserved third", async () => {
    const { timers, calls, send } = aBroker();
    for (let n = 0; n < 4; n++) void send("A");
    void send("B");
    void send("A", EXIT);
    await timers.settle();
    expect(calls.toSorted()).toEqual(["A entry", "A entry", "A exit", "B entry"]);
    await timers.advance(1_100);
    expect(calls.filter((call) => call === "A entry")).toHaveLength(4);
  });

  it("counts reads by their class", async () => {
    const { timers, calls, limited, send } = aBroker();
    for (let n = 0; n < 2; n++) void limited.portfolio.orders(accessOf("A"));
    void send("A");
    await timers.settle();
    expect(calls).toEqual(["A book", "A entry"]);
  });

  it("does not send a call whose turn would come after its deadline", async () => {
    const { clock, timers, calls, send } = aBroker();
    for (let n = 0; n < 2; n++) void send("A");
    const late = await send("A", { lane: "entry", notAfter: later(clock.now(), 500) });
    expect(late).toMatchObject(err({ kind: "throttled" }));
    await timers.advance(MINUTE_MS);
    expect(calls).toHaveLength(2);
  });

  it("pauses one whole account after a throttled answer, and no other", async () => {
    const { timers, calls, send, say } = aBroker();
    say({ kind: "throttled", retryAfterMs: 3_000 });
    expect(await send("A")).toEqual(err({ kind: "throttled", retryAfterMs: 3_000 }));
    say(null);
    void send("A", EXIT);
    void send("B");
    await timers.advance(2_999);
    expect(calls).toEqual(["A entry", "B entry"]);
    await timers.advance(1);
    expect(calls).toEqual(["A entry", "B entry", "A exit"]);
  });

  it("counts earlier calls after a restart until they are a day old", async () => {
    const { clock, timers, limited, send } = aBroker();
    const past = Array.from({ length: 30 }, (_, n) => ({
      class: "order" as const,
      at: later(clock.now(), -DAY_MS + (30 - n) * MINUTE_MS),
    }));
    limited.seed("A", past);
    expect(await send("A", EXIT)).toMatchObject(err({ kind: "throttled" }));
    expect(await send("B", EXIT)).toEqual(ok(null));
    await timers.advance(2 * MINUTE_MS + SECOND_MS);
    expect(await send("A", EXIT)).toEqual(ok(null));
  });

  it("counts a call with a late answer from its answer, because its sending time is unknown", async () => {
    const { timers, calls, send, answerAfter } = aBroker([{ classes: ["order"], span: "minute", max: 2 }]);
    answerAfter(5 * SECOND_MS);
    void send("A", EXIT);
    await timers.advance(5 * SECOND_MS);
    answerAfter(0);
    void send("A", EXIT);
    await timers.advance(56 * SECOND_MS);
    void send("A", EXIT);
    await timers.advance(4 * SECOND_MS);
    expect(calls).toHaveLength(2);
    await timers.advance(ARRIVAL_SLACK_MS);
    expect(calls).toHaveLength(3);
  });

  it("drops accounts without any call that still counts", async () => {
    const { timers, limited, send } = aBroker();
    for (let n = 1; n <= 999; n++) await send(`OLD${n}`);
    await timers.advance(DAY_MS + MINUTE_MS);
    await send("NEW1");
    expect(limited.limited()).toBe(1);
  });
});
