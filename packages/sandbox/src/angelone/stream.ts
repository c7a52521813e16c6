import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Dialled, Line, Moment, Peer, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Quoted } from "../exchange/market-index.ts";
import { createAudience } from "./audience.ts";
import { checkStreamHandshake, tooManyConnections } from "./handshake.ts";
import type { Listing } from "./listing.ts";
import { type StreamMode, tickPacket } from "./packets.ts";
import type { Sessions } from "./sessions.ts";
import { createSockets, type Socket, textOfFrame } from "./sockets.ts";
import { NSE_CASH_TYPE, readStreamRequest, type StreamRequest, type StreamToken } from "./stream-request.ts";

/** WebSocket Streaming 2.0: text requests, one binary tick per token and mode. */
export interface Stream {
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  beat(at: Moment): void;
  clear(): void;
}

interface StreamDeps {
  readonly exchange: Exchange;
  readonly listing: Listing;
  readonly sessions: Sessions;
}

interface Feed extends Socket {
  /** `mode exchangeType token`. */
  readonly subscriptions: Set<string>;
}

const SUBSCRIPTIONS_MAX = 1_000;
/** A heartbeat is due every 30 seconds; the rest is tolerance. */
const SILENCE_MAX_MS = 40 * SECOND_MS;

const ERRORS = {
  E1001: "Invalid Request Payload.",
  E1002: "Invalid Request. Subscription Limit Exceeded",
} as const;

const complaint = (correlationID: string | null, errorCode: keyof typeof ERRORS): string =>
  JSON.stringify({ correlationID: correlationID ?? "", errorCode, errorMessage: ERRORS[errorCode] });

const keyOf = (mode: StreamMode, { exchangeType, token }: StreamToken): string => `${mode} ${exchangeType} ${token}`;

export function createStream({ exchange, listing, sessions }: StreamDeps): Stream {
  const feeds = createSockets<Feed>();
  const audience = createAudience<Feed>();
  let version = 0;

  const instrumentOf = ({ exchangeType, token }: StreamToken): Quoted | null =>
    exchangeType === NSE_CASH_TYPE ? listing.findQuoted(token) : null;

  const packetOf = ({ symbol, tokens }: Quoted, mode: StreamMode): Uint8Array =>
    tickPacket(mode, tokens.angelone, exchange.quote(symbol), () => exchange.yearRange(symbol));

  /** Sends the market's state at once, unless the feed is frozen. Unknown tokens stay silent. */
  function subscribe(feed: Feed, mode: StreamMode, wanted: StreamToken): void {
    feed.subscriptions.add(keyOf(mode, wanted));
    const instrument = instrumentOf(wanted);
    if (instrument === null) return;
    audience.add(instrument.symbol, mode, feed);
    if (!exchange.isFeedFrozen("angelone")) feed.peer.send(packetOf(instrument, mode));
  }

  function unsubscribe(feed: Feed, mode: StreamMode, wanted: StreamToken): void {
    feed.subscriptions.delete(keyOf(mode, wanted));
    const instrument = instrumentOf(wanted);
    if (instrument !== null) audience.remove(instrument.symbol, mode, feed);
  }

  function follow(feed: Feed, { correlationId, isSubscription, mode, tokens }: StreamRequest): void {
    if (!isSubscription) {
      for (const token of tokens) unsubscribe(feed, mode, token);
      return;
    }
    const byKey = new Map(tokens.map((token) => [keyOf(mode, token), token]));
    const fresh = [...byKey].filter(([key]) => !feed.subscriptions.has(key)).map(([, token]) => token);
    if (feed.subscriptions.size + fresh.length > SUBSCRIPTIONS_MAX) {
      feed.peer.send(complaint(correlationId, "E1002"));
      return;
    }
    for (const token of fresh) subscribe(feed, mode, token);
  }

  function publishQuote(symbol: string): void {
    const listeners = audience.of(symbol);
    const instrument = listeners === null ? null : listing.quotedBySymbol(symbol);
    if (listeners === null || instrument === null) return;
    for (const [mode, feeds] of listeners) {
      const packet = packetOf(instrument, mode);
      for (const { peer } of feeds) peer.send(packet);
    }
  }

  const lineOf = (feed: Feed): Line => ({
    receive(frame, at) {
      feed.receivedAt = at.human;
      const text = textOfFrame(frame);
      if (text === "ping") return feed.peer.send("pong");
      const request = readStreamRequest(text);
      if ("refusedId" in request) feed.peer.send(complaint(request.refusedId, "E1001"));
      else follow(feed, request);
    },
    closed() {
      feeds.remove(feed);
      audience.leave(feed);
    },
  });

  return {
    dial(request, peer, at) {
      const checked = checkStreamHandshake(sessions, request, at);
      if (!checked.ok) return { ok: false, reply: checked.error };
      const feed: Feed = { session: checked.value, peer, receivedAt: at.human, subscriptions: new Set() };
      return feeds.add(feed) ? { ok: true, line: lineOf(feed) } : { ok: false, reply: tooManyConnections() };
    },
    beat(at) {
      for (const feed of feeds.closeStale(sessions, at, SILENCE_MAX_MS)) audience.leave(feed);
      const changed = exchange.changedSince("angelone", version);
      version = changed.version;
      for (const symbol of changed.symbols) publishQuote(symbol);
    },
    clear() {
      feeds.clear();
      audience.clear();
    },
  };
}
