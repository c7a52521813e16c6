import { assert } from "@vriddhi/core/shared/assert";
import type { QuoteStream } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { DialTarget } from "../transport/dial.ts";
import { openSocket, type SocketDeps, type SocketProtocol } from "../transport/socket.ts";
import { createTickDecoder, NSE_CASH, SNAP_QUOTE_MODE } from "./decode-tick.ts";
import { PING, SILENCE_MAX_MS, TOKENS_PER_MESSAGE, TOKENS_PER_SOCKET_MAX } from "./endpoints.ts";

/** Both sockets identify the client by the same headers. */
export const socketTarget = (url: string, { session }: AccountAccess): DialTarget => ({
  url,
  headers: {
    authorization: `Bearer ${session.accessToken}`,
    "x-api-key": session.appKey,
    "x-client-code": session.clientId,
    "x-feed-token": session.feedToken ?? "",
  },
});

const ACTIONS = { unsubscribe: 0, subscribe: 1 } as const;
/** Angel One repeats it in its error messages. */
const CORRELATION_ID = "quotes";

const message = (action: keyof typeof ACTIONS, tokens: readonly string[]): string =>
  JSON.stringify({
    correlationID: CORRELATION_ID,
    action: ACTIONS[action],
    params: { mode: SNAP_QUOTE_MODE, tokenList: [{ exchangeType: NSE_CASH, tokens }] },
  });

/** In parts: the broker drops tokens from a message that lists too many. */
function messagesFor(action: keyof typeof ACTIONS, tokens: readonly string[]): readonly string[] {
  const messages: string[] = [];
  for (let from = 0; from < tokens.length; from += TOKENS_PER_MESSAGE)
    messages.push(message(action, tokens.slice(from, from + TOKENS_PER_MESSAGE)));
  return messages;
}

export const createAngelOneQuotes = (deps: SocketDeps, streamUrl: string): QuoteStream => ({
  open(source, listener) {
    const decoder = createTickDecoder();
    let wanted: ReadonlySet<string> = new Set();
    const protocol: SocketProtocol = {
      target: (access) => socketTarget(streamUrl, access),
      connected: () => {},
      waitsForReady: false,
      silenceMaxMs: SILENCE_MAX_MS,
      ping: PING,
      opened(line) {
        for (const text of messagesFor("subscribe", [...wanted])) line.send(text);
      },
      received(frame) {
        if (typeof frame === "string") return; // pongs and error messages
        const tick = decoder.decode(frame);
        if (tick === null) listener.dropped?.(1);
        // A tick that was in flight at the unsubscribe is ignored.
        else if (wanted.has(tick.token)) listener.ticks([tick], deps.clock.now());
      },
    };
    const socket = openSocket(deps, protocol, source, listener);
    return {
      subscribe(tokens) {
        const next = new Set(tokens);
        assert(next.size <= TOKENS_PER_SOCKET_MAX, "one stream carries at most 1000 instruments");
        const gone = [...wanted].filter((token) => !next.has(token));
        const added = [...next].filter((token) => !wanted.has(token));
        wanted = next;
        for (const text of [...messagesFor("unsubscribe", gone), ...messagesFor("subscribe", added)]) socket.send(text);
      },
      close: () => socket.close(),
    };
  },
});
