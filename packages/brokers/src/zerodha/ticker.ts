import { assert } from "@vriddhi/core/shared/assert";
import type { OrderUpdates, QuoteStream } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import { readJson } from "../transport/answers.ts";
import type { DialTarget, SocketFrame } from "../transport/dial.ts";
import { openSocket, type SocketDeps, type SocketProtocol } from "../transport/socket.ts";
import { createTickDecoder } from "./decode-tick.ts";
import { SILENCE_MAX_MS, TOKENS_PER_MESSAGE, TOKENS_PER_SOCKET_MAX } from "./endpoints.ts";
import { toHint } from "./from-wire.ts";
import { toForm } from "./to-wire.ts";
import { orderMessage } from "./wire.ts";

const targetAt =
  (tickerUrl: string) =>
  ({ session }: AccountAccess): DialTarget => ({
    url: `${tickerUrl}/?${toForm({ api_key: session.appKey, access_token: session.accessToken })}`,
  });

/** Kite sends heartbeats, so no ping is needed, and a connection is open at once. */
const kiteSocket = (tickerUrl: string) => ({
  target: targetAt(tickerUrl),
  connected: () => {},
  waitsForReady: false,
  silenceMaxMs: SILENCE_MAX_MS,
  ping: null,
});

/** In parts: the broker refused a list of thousands in one message. */
function* inParts(tokens: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < tokens.length; from += TOKENS_PER_MESSAGE)
    yield tokens.slice(from, from + TOKENS_PER_MESSAGE);
}

const subscribing = (tokens: readonly number[]): readonly string[] =>
  [...inParts(tokens)].flatMap((part) => [
    JSON.stringify({ a: "subscribe", v: part }),
    JSON.stringify({ a: "mode", v: ["full", part] }),
  ]);

const unsubscribing = (tokens: readonly number[]): readonly string[] =>
  [...inParts(tokens)].map((part) => JSON.stringify({ a: "unsubscribe", v: part }));

export const createZerodhaQuotes = (deps: SocketDeps, tickerUrl: string): QuoteStream => ({
  open(source, listener) {
    const decoder = createTickDecoder();
    let wanted: ReadonlySet<number> = new Set();
    const protocol: SocketProtocol = {
      ...kiteSocket(tickerUrl),
      opened(line) {
        for (const message of subscribing([...wanted])) line.send(message);
      },
      received(frame: SocketFrame) {
        if (typeof frame === "string") return;
        const { ticks, dropped } = decoder.decode(frame);
        if (ticks.length > 0) listener.ticks(ticks, deps.clock.now());
        if (dropped > 0) listener.dropped?.(dropped);
      },
    };
    const socket = openSocket(deps, protocol, source, listener);
    return {
      subscribe(tokens) {
        const next = new Set(tokens.map(Number));
        assert(next.size <= TOKENS_PER_SOCKET_MAX, "one ticker carries at most 3000 instruments");
        const gone = [...wanted].filter((token) => !next.has(token));
        const added = [...next].filter((token) => !wanted.has(token));
        wanted = next;
        for (const message of [...unsubscribing(gone), ...subscribing(added)]) socket.send(message);
      },
      close: () => socket.close(),
    };
  },
});

/** Orders arrive as text on the same kind of socket without a subscription. */
export const createZerodhaUpdates = (deps: SocketDeps, tickerUrl: string): OrderUpdates => ({
  open(source, listener) {
    const protocol: SocketProtocol = {
      ...kiteSocket(tickerUrl),
      opened: () => {},
      received(frame: SocketFrame) {
        if (typeof frame !== "string") return;
        const message = orderMessage.safeParse(readJson(frame));
        if (message.success) listener.hint(toHint(message.data.data));
      },
    };
    return openSocket(deps, protocol, source, listener);
  },
});
