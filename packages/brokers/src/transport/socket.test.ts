import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FeedState } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { Dial, DialEvents, SocketFrame } from "./dial.ts";
import {
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  backoffMs,
  openSocket,
  type SocketLine,
  type SocketProtocol,
  STEADY_AFTER_MS,
} from "./socket.ts";
import { createVirtualTimers } from "./virtual-timers-fixture.ts";

const accessWith = (accessToken: string): AccountAccess => ({
  session: {
    clientId: "AB1234",
    appKey: "key",
    accessToken,
    refreshToken: null,
    feedToken: null,
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
});

interface Dialled {
  readonly url: string;
  readonly events: DialEvents;
  readonly sent: SocketFrame[];
  isClosed: boolean;
}

const SILENCE_MS = 5_000;

function aSocket(
  draft: Partial<SocketProtocol> = {},
  sessions: readonly (AccountAccess | null | Error)[] = [accessWith("t1"), accessWith("t2")],
) {
  const timers = createVirtualTimers(createVirtualClock());
  const dialled: Dialled[] = [];
  const dial: Dial = ({ url }, events) => {
    const made: Dialled = { url, events, sent: [], isClosed: false };
    dialled.push(made);
    return {
      send: (frame) => made.sent.push(frame),
      close() {
        made.isClosed = true;
        events.closed(null);
      },
    };
  };
  const states: FeedState[] = [];
  const frames: SocketFrame[] = [];
  const lines: SocketLine[] = [];
  let asked = 0;
  const protocol: SocketProtocol = {
    target: ({ session }) => ({ url: `ws://broker/${session.accessToken}` }),
    connected: (line) => {
      lines.push(line);
      line.send("hello");
    },
    opened: (line) => line.send("subscribe"),
    received: (frame) => frames.push(frame),
    waitsForReady: false,
    silenceMaxMs: SILENCE_MS,
    ping: null,
    ...draft,
  };
  const socket = openSocket(
    { timers, random: createSeededRandom(3), dial },
    protocol,
    async () => {
      const session = sessions[Math.min(asked++, sessions.length - 1)] ?? null;
      if (session instanceof Error) throw session;
      return session;
    },
    { state: (state) => states.push(state) },
  );
  const last = (): Dialled => {
    const made = dialled.at(-1);
    if (made === undefined) throw new Error("the socket was not dialled");
    return made;
  };
  const open = async () => {
    await timers.settle();
    last().events.opened();
  };
  return { socket, timers, dialled, states, frames, lines, last, open, asked: () => asked };
}

describe("a socket", () => {
  it("connects with the current session, greets, and subscribes", async () => {
    const { states, last, open } = aSocket();
    await open();
    expect(last()).toMatchObject({ url: "ws://broker/t1", sent: ["hello", "subscribe"] });
    expect(states).toEqual(["connecting", "open"]);
  });

  it("reads the session again after a break, and subscribes again", async () => {
    const { states, timers, last, open, dialled } = aSocket();
    await open();
    last().events.closed(null);
    expect(states.at(-1)).toBe("waiting");
    await timers.advance(BACKOFF_FIRST_MS);
    await open();
    expect(dialled.map(({ url }) => url)).toEqual(["ws://broker/t1", "ws://broker/t2"]);
    expect(last().sent).toEqual(["hello", "subscribe"]);
    expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
  });

  it.each([401, 403])("stops for good after %i in the handshake", async (status) => {
    const { states, timers, last, dialled } = aSocket();
    await timers.settle();
    last().events.closed(status);
    await timers.advance(10 * BACKOFF_MAX_MS);
    expect(states).toEqual(["connecting", "refused"]);
    expect(dialled).toHaveLength(1);
    expect(timers.waiting()).toBe(0);
  });

  it.each([null, 400, 429, 500, 502, 503])("retries after %j", async (status) => {
    const { states, timers, last, dialled } = aSocket();
    await timers.settle();
    last().events.closed(status);
    await timers.advance(BACKOFF_FIRST_MS);
    expect(states).toEqual(["connecting", "waiting", "connecting"]);
    expect(dialled).toHaveLength(2);
  });

  it("stops without a session, also when it disappears after a break", async () => {
    const never = aSocket({}, [null]);
    await never.timers.settle();
    expect([never.states, never.dialled]).toEqual([["connecting", "refused"], []]);

    const gone = aSocket({}, [accessWith("t1"), null]);
    await gone.open();
    gone.last().events.closed(null);
    await gone.timers.advance(BACKOFF_FIRST_MS);
    expect(gone.states.at(-1)).toBe("refused");
    expect(gone.timers.waiting()).toBe(0);
  });

  it("retries when the session cannot be read", async () => {
    const { states, timers, open } = aSocket({}, [new Error("database"), accessWith("t2")]);
    await timers.advance(BACKOFF_FIRST_MS);
    await open();
    expect(states).toEqual(["connecting", "waiting", "connecting", "open"]);
  });

  it("closes a silent connection, and keeps one with any frame or activity", async () => {
    const { states, timers, last, open } = aSocket();
    await open();
    for (const sign of [() => last().events.received("heartbeat"), () => last().events.alive()]) {
      await timers.advance(SILENCE_MS - 1);
      sign();
    }
    await timers.advance(SILENCE_MS - 1);
    expect(states.at(-1)).toBe("open");
    const silent = last();
    await timers.advance(1);
    expect(states.at(-1)).toBe("waiting");
    expect(silent.isClosed).toBe(true);
  });

  it("gives up a connection that never opens", async () => {
    const { states, timers } = aSocket();
    await timers.advance(SILENCE_MS);
    expect(states).toEqual(["connecting", "waiting"]);
  });

  it("pings at the protocol's interval while it is open", async () => {
    const { timers, last, open } = aSocket({ ping: { everyMs: 1_000, frame: "ping" }, silenceMaxMs: 60_000 });
    await open();
    await timers.advance(3_500);
    expect(last().sent.filter((frame) => frame === "ping")).toHaveLength(3);
    const first = last();
    first.events.closed(null);
    await timers.advance(5_000);
    expect(first.sent.filter((frame) => frame === "ping")).toHaveLength(3);
  });

  it("that waits for acceptance opens only when accepted, and closes when refused", async () => {
    const granted = aSocket({ waitsForReady: true });
    await granted.open();
    expect(granted.states).toEqual(["connecting"]);
    expect(granted.last().sent).toEqual(["hello"]);
    granted.lines[0]?.ready();
    expect(granted.states).toEqual(["connecting", "open"]);
    expect(granted.last().sent).toEqual(["hello", "subscribe"]);

    const denied = aSocket({ waitsForReady: true });
    await denied.open();
    denied.lines[0]?.refuse();
    await denied.timers.advance(10 * BACKOFF_MAX_MS);
    expect(denied.states).toEqual(["connecting", "refused"]);
    expect(denied.dialled).toHaveLength(1);
  });

  it("ignores events of a connection that it has closed", async () => {
    const { frames, states, timers, last, lines, open } = aSocket();
    await open();
    const old = last();
    old.events.closed(null);
    await timers.advance(BACKOFF_FIRST_MS);
    await open();
    old.events.received("ghost");
    old.events.closed(401);
    lines[0]?.refuse();
    lines[0]?.send("ghost");
    expect(frames).toEqual([]);
    expect(old.sent).not.toContain("ghost");
    expect(states.at(-1)).toBe("open");
  });

  it("closes cleanly in every state", async () => {
    for (const stage of ["connecting", "open", "waiting"] as const) {
      const { socket, states, timers, last, open, dialled } = aSocket();
      if (stage !== "connecting") await open();
      if (stage === "waiting") last().events.closed(null);
      socket.close();
      socket.close();
      socket.send("too late");
      await timers.advance(10 * BACKOFF_MAX_MS);
      expect(states.at(-1)).toBe("closed");
      expect(states.filter((state) => state === "closed")).toHaveLength(1);
      expect(timers.waiting()).toBe(0);
      expect(dialled.every(({ sent }) => !sent.includes("too late"))).toBe(true);
      expect(dialled.length).toBeLessThanOrEqual(1);
    }
  });

  it("waits longer after each failure, and resets after a stable connection", async () => {
    const { timers, last, open, asked } = aSocket({ silenceMaxMs: 3_600_000 });
    for (let n = 0; n < 8; n++) {
      await timers.settle();
      last().events.closed(500);
      await timers.advance(BACKOFF_MAX_MS);
    }
    const failed = asked();
    last().events.closed(500);
    await timers.advance(BACKOFF_MAX_MS / 2 - 1);
    expect(asked()).toBe(failed);
    await timers.advance(BACKOFF_MAX_MS);
    await open();
    await timers.advance(STEADY_AFTER_MS);
    const before = asked();
    last().events.closed(null);
    await timers.advance(500);
    expect(asked()).toBe(before + 1);
  });
});

describe("the backoff before a reconnect", () => {
  it("doubles up to its maximum, half of it random", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer(), (attempt, seed) => {
        const waitMs = backoffMs(attempt, createSeededRandom(seed));
        const full = Math.min(BACKOFF_MAX_MS, 500 * 2 ** Math.min(attempt, 20));
        expect(waitMs).toBeGreaterThanOrEqual(full / 2);
        expect(waitMs).toBeLessThanOrEqual(full);
      }),
    );
    const drawn = new Set(Array.from({ length: 50 }, (_, seed) => backoffMs(6, createSeededRandom(seed))));
    expect(drawn.size).toBeGreaterThan(30);
  });
});
