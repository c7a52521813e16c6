import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { FeedListener, FeedState, SessionSource } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import { type Dial, type DialledSocket, type DialTarget, dialWebSocket, type SocketFrame } from "./dial.ts";
import type { Timers } from "./timers.ts";

export interface SocketLine {
  send(frame: SocketFrame): void;
  /** The broker accepted us; only for protocols that wait for it. */
  ready(): void;
  /** The broker refused inside the socket: stops, as after 401 in the handshake. */
  refuse(): void;
}

export interface SocketProtocol {
  target(access: AccountAccess): DialTarget;
  connected(line: SocketLine, access: AccountAccess): void;
  /** Open for use, also after a reconnect: subscribe to everything. */
  opened(line: SocketLine): void;
  received(frame: SocketFrame, line: SocketLine): void;
  /** Open only when the protocol calls `ready`, not on connect. */
  readonly waitsForReady: boolean;
  /** Closes the connection after this long without a frame. Heartbeats count. */
  readonly silenceMaxMs: number;
  readonly ping: { readonly everyMs: number; readonly frame: SocketFrame } | null;
}

export interface SocketDeps {
  readonly timers: Timers;
  readonly random: Random;
  readonly clock: HumanClock;
  readonly dial?: Dial;
}

export interface LiveSocket {
  /** Dropped unless open: subscriptions that must survive a break are sent again in `opened`. */
  send(frame: SocketFrame): void;
  close(): void;
}

export const BACKOFF_FIRST_MS = 500;
export const BACKOFF_MAX_MS = 30_000;
/** A line that was open this long resets the backoff. */
export const STEADY_AFTER_MS = 10_000;

const REFUSALS: ReadonlySet<number | null> = new Set([401, 403]);

/** Half is fixed and half is jitter, so that accounts which broke together do not return together. */
export function backoffMs(attempt: number, random: Random): number {
  const full = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt, 20));
  const half = Math.floor(full / 2);
  return half + random.int(0, full - half);
}

export function openSocket(
  { timers, random, dial = dialWebSocket }: Omit<SocketDeps, "clock">,
  protocol: SocketProtocol,
  source: SessionSource,
  listener: FeedListener,
): LiveSocket {
  return new BrokerSocket(timers, random, dial, protocol, source, listener);
}

class BrokerSocket implements LiveSocket {
  readonly #timers: Timers;
  readonly #random: Random;
  readonly #dial: Dial;
  readonly #protocol: SocketProtocol;
  readonly #source: SessionSource;
  readonly #listener: FeedListener;
  #state: FeedState | null = null;
  #socket: DialledSocket | null = null;
  /** Rises with each connection; frames of an older one are ignored. */
  #generation = 0;
  #attempt = 0;
  #cancels = new Map<"watchdog" | "ping" | "retry" | "steady", () => void>();

  constructor(
    timers: Timers,
    random: Random,
    dial: Dial,
    protocol: SocketProtocol,
    source: SessionSource,
    listener: FeedListener,
  ) {
    this.#timers = timers;
    this.#random = random;
    this.#dial = dial;
    this.#protocol = protocol;
    this.#source = source;
    this.#listener = listener;
    this.#connect();
  }

  send(frame: SocketFrame): void {
    if (this.#state === "open") this.#socket?.send(frame);
  }

  close(): void {
    this.#end("closed");
  }

  #tell(state: FeedState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.state(state);
  }

  #later(name: "watchdog" | "ping" | "retry" | "steady", durationMs: number, run: () => void): void {
    this.#cancels.get(name)?.();
    this.#cancels.set(name, this.#timers.after(durationMs, run));
  }

  #dropSocket(): void {
    this.#generation++;
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #end(state: "closed" | "refused"): void {
    if (this.#state === "closed" || this.#state === "refused") return;
    this.#dropSocket();
    this.#tell(state);
  }

  #retry(): void {
    this.#dropSocket();
    this.#tell("waiting");
    this.#later("retry", backoffMs(this.#attempt, this.#random), () => this.#connect());
    this.#attempt++;
  }

  #connect(): void {
    this.#tell("connecting");
    const generation = ++this.#generation;
    const isCurrent = () => generation === this.#generation;
    this.#source().then(
      (access) => {
        if (!isCurrent()) return;
        if (access === null) this.#end("refused");
        else this.#open(access, isCurrent);
      },
      () => {
        if (isCurrent()) this.#retry();
      },
    );
  }

  #open(access: AccountAccess, isCurrent: () => boolean): void {
    const line: SocketLine = {
      send: (frame) => isCurrent() && this.#socket?.send(frame),
      ready: () => isCurrent() && this.#opened(line),
      refuse: () => isCurrent() && this.#end("refused"),
    };
    this.#watch();
    this.#socket = this.#dial(this.#protocol.target(access), {
      opened: () => {
        if (!isCurrent()) return;
        this.#watch();
        this.#protocol.connected(line, access);
        if (!this.#protocol.waitsForReady) line.ready();
      },
      received: (frame) => {
        if (!isCurrent()) return;
        this.#watch();
        this.#protocol.received(frame, line);
      },
      alive: () => isCurrent() && this.#watch(),
      closed: (status) => {
        if (!isCurrent()) return;
        if (REFUSALS.has(status)) this.#end("refused");
        else this.#retry();
      },
    });
  }

  #watch(): void {
    this.#later("watchdog", this.#protocol.silenceMaxMs, () => this.#retry());
  }

  #opened(line: SocketLine): void {
    this.#tell("open");
    this.#later("steady", STEADY_AFTER_MS, () => {
      this.#attempt = 0;
    });
    this.#ping();
    this.#protocol.opened(line);
  }

  #ping(): void {
    const { ping } = this.#protocol;
    if (ping === null) return;
    this.#later("ping", ping.everyMs, () => {
      this.#socket?.send(ping.frame);
      this.#ping();
    });
  }
}
