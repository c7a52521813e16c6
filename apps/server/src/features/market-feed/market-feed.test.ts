import { setImmediate } from "node:timers/promises";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { QuoteStream } from "@vriddhi/brokers/port/feed";
import type { BrokerSession } from "@vriddhi/brokers/port/session";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { epochMs, HOUR_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { createMarketFeed } from "./market-feed.ts";

/** A stopped sandbox clock, so that two logins carry the same instant. */
const clock = createVirtualClock(epochMs(Date.parse("2026-11-16T08:40:00+05:30")));
const login = (accessToken: string): BrokerSession => ({
  clientId: "DESK",
  appKey: "key",
  accessToken,
  refreshToken: null,
  feedToken: null,
  issuedAt: clock.now(),
  expiresAt: later(clock.now(), HOUR_MS),
});

let opened = 0;
/** As the brokers' sockets: open with a session, refused without one until the caller opens another. */
const quotes: QuoteStream = {
  open(access, listener) {
    opened++;
    void access().then((found) => listener.state(found === null ? "refused" : "open"));
    return { subscribe: () => undefined, close: () => undefined };
  },
};

function openFeed() {
  const stored: { session: BrokerSession | null; gate: Promise<void> | null } = { session: null, gate: null };
  const credentials = { clientId: "DESK", pin: "", totpSecret: "", totpCode: null, appKey: "", appSecret: null };
  const feed = createMarketFeed({
    store: {
      async sessionOf() {
        const { session, gate } = stored;
        stored.gate = null;
        await gate;
        return session;
      },
      putSession: async () => undefined,
      noteTick: async () => undefined,
      lastTickAt: async () => null,
    },
    accounts: {
      fyers: {
        credentials: { ...credentials, redirectUrl: "http://127.0.0.1/" },
        egress: { localAddress: null, proxyUrl: null },
      },
      angelone: null,
    },
    adapters: recordOf(brokerNames, () => ({ quotes }) as BrokerAdapter),
    humanClock: clock,
    marketClock: clock,
    calendar: nseCalendar,
    log: createLogger("silent"),
    count: () => undefined,
    alarm: async () => undefined,
    instruments: async () => [],
  });
  return { feed, stored };
}

const settled = () => setImmediate().then(() => setImmediate());

describe("the market feed", () => {
  it("follows the newest session although an earlier read answers later", async () => {
    const { feed, stored } = openFeed();
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    stored.gate = gate;
    const early = feed.follow();
    stored.session = login("today");
    const late = feed.turn();
    await settled();
    answer();
    await Promise.all([early, late]);
    await feed.follow();
    await settled();
    expect(feed.sourceOf("fyers")).toBe("fyers");
  });

  it("forgets the sessions when it closes, so that a login after a reset opens the feed", async () => {
    const { feed, stored } = openFeed();
    stored.session = login("before the reset");
    await feed.turn();
    await settled();
    expect(feed.sourceOf("fyers")).toBe("fyers");
    stored.session = null;
    feed.close();
    await feed.follow();
    await settled();
    stored.session = login("after the reset");
    await feed.turn();
    await settled();
    expect(feed.sourceOf("fyers")).toBe("fyers");
  });

  it("does not reconnect at the open a feed that had no tick between the auction and the open", async () => {
    clock.set(epochMs(Date.parse("2026-11-16T09:14:00+05:30")));
    const { feed, stored } = openFeed();
    stored.session = login("today");
    await feed.turn();
    await settled();
    const before = opened;
    for (let second = 0; second <= 61; second++) {
      clock.advance(SECOND_MS);
      await feed.follow();
    }
    expect(opened).toBe(before);
    for (let second = 0; second <= 20; second++) {
      clock.advance(SECOND_MS);
      await feed.follow();
    }
    expect(opened).toBe(before + 1);
  });
});
