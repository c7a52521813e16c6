import { assert } from "@vriddhi/core/shared/assert";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { QuoteListener, QuoteStream } from "../port/feed.ts";
import { openSocket, type SocketDeps, type SocketLine, type SocketProtocol } from "../transport/socket.ts";
import { createHsmDecoder, type HsmDecoder } from "./decode-hsm.ts";
import {
  DATA_PING_EVERY_MS,
  DATA_SILENCE_MAX_MS,
  paths,
  SYMBOLS_PER_SOCKET_MAX,
  TOPICS_PER_FRAME,
} from "./endpoints.ts";
import {
  ackFrame,
  authFrame,
  frameTypes,
  fullModeFrame,
  resumeFrame,
  subscribeFrame,
  typeOf,
  unsubscribeFrame,
} from "./hsm-frames.ts";
import { readErrorFrame, readGreeting } from "./hsm-greeting.ts";
import { fyersIndex, INDEX_TOPIC } from "./market-index.ts";

const segments: Readonly<Record<string, string>> = {
  "1010": "nse_cm",
  "1011": "nse_fo",
  "1012": "cde_fo",
  "1020": "nse_com",
  "1120": "mcx_fo",
  "1210": "bse_cm",
  "1211": "bse_fo",
  "1212": "bcs_fo",
};

/** `10100000003045` is `sf|nse_cm|3045`: six digits of an expiry follow the segment. */
export function topicOf(token: string): string {
  if (token === fyersIndex.token) return INDEX_TOPIC;
  const segment = segments[token.slice(0, 4)];
  assert(segment !== undefined && /^\d{11,20}$/.test(token), `${token} is a token of Fyers`);
  return `sf|${segment}|${token.slice(10)}`;
}

function* inParts(topics: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < topics.length; from += TOPICS_PER_FRAME) yield topics.slice(from, from + TOPICS_PER_FRAME);
}

const subscribing = (topics: readonly string[]): readonly Uint8Array[] => [...inParts(topics)].map(subscribeFrame);
const unsubscribing = (topics: readonly string[]): readonly Uint8Array[] => [...inParts(topics)].map(unsubscribeFrame);

/** The subscriptions of one stream across all its connections. */
class QuoteLine {
  readonly #listener: QuoteListener;
  readonly #clock: HumanClock;
  #tokens: ReadonlyMap<string, string> = new Map();
  #decoder: HsmDecoder | null = null;
  #ackEvery = 0;
  #unacknowledged = 0;

  constructor(listener: QuoteListener, clock: HumanClock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  want(tokens: readonly string[]): readonly Uint8Array[] {
    const next = new Map(tokens.map((token) => [topicOf(token), token]));
    assert(next.size <= SYMBOLS_PER_SOCKET_MAX, "one data socket carries at most 5000 symbols");
    const gone = [...this.#tokens].filter(([topic]) => !next.has(topic));
    const added = [...next.keys()].filter((topic) => !this.#tokens.has(topic));
    this.#tokens = next;
    for (const [, token] of gone) this.#decoder?.forget(token);
    return [...unsubscribing(gone.map(([topic]) => topic)), ...subscribing(added)];
  }

  /** Subscribes to everything again after a reconnect. Resumes the channel as the official client does. */
  opening(): readonly Uint8Array[] {
    return [fullModeFrame(), ...subscribing([...this.#tokens.keys()]), resumeFrame()];
  }

  reset(): void {
    this.#decoder = null;
    this.#ackEvery = 0;
    this.#unacknowledged = 0;
  }

  receive(frame: Uint8Array, line: SocketLine): void {
    const type = typeOf(frame);
    if (type === frameTypes.auth) this.#greeted(frame, line);
    else if (type === frameTypes.error) this.#onErrorFrame(frame, line);
    else if (type === frameTypes.data && this.#decoder !== null) this.#ticked(this.#decoder, frame, line);
  }

  #greeted(frame: Uint8Array, line: SocketLine): void {
    const greeting = readGreeting(frame);
    if (greeting === null || this.#decoder !== null) return;
    if (!greeting.isLetIn) {
      line.refuse();
      return;
    }
    this.#ackEvery = greeting.ackEvery;
    this.#decoder = createHsmDecoder(greeting.layout, (topic) => this.#tokens.get(topic) ?? null);
    line.ready();
  }

  /** An error about the key refuses the session; one about a subscription means that there are no such prices. */
  #onErrorFrame(frame: Uint8Array, line: SocketLine): void {
    if (readErrorFrame(frame)?.about === frameTypes.auth) line.refuse();
  }

  #ticked(decoder: HsmDecoder, frame: Uint8Array, line: SocketLine): void {
    const { messageNumber, ticks, dropped } = decoder.decode(frame);
    if (messageNumber !== null && this.#ackEvery > 0 && ++this.#unacknowledged >= this.#ackEvery) {
      this.#unacknowledged = 0;
      line.send(ackFrame(messageNumber));
    }
    if (ticks.length > 0) this.#listener.ticks(ticks, this.#clock.now());
    if (dropped > 0) this.#listener.dropped?.(dropped);
  }
}

/** The key inside the socket decides, not the handshake. */
export const createFyersQuotes = (deps: SocketDeps, socketUrl: string): QuoteStream => ({
  open(source, listener) {
    const quotes = new QuoteLine(listener, deps.clock);
    const protocol: SocketProtocol = {
      target: () => ({ url: `${socketUrl}${paths.dataSocket}` }),
      connected(line, { session }) {
        quotes.reset();
        if (session.feedToken === null) line.refuse();
        else line.send(authFrame(session.feedToken));
      },
      opened(line) {
        for (const frame of quotes.opening()) line.send(frame);
      },
      received(frame, line) {
        if (typeof frame !== "string") quotes.receive(frame, line);
      },
      waitsForReady: true,
      silenceMaxMs: DATA_SILENCE_MAX_MS,
      // Unlike a protocol ping, the server answers this one, which tells a quiet market from a dead line.
      ping: { everyMs: DATA_PING_EVERY_MS, frame: fullModeFrame() },
    };
    const socket = openSocket(deps, protocol, source, listener);
    return {
      subscribe(tokens) {
        for (const frame of quotes.want(tokens)) socket.send(frame);
      },
      close: () => socket.close(),
    };
  },
});
