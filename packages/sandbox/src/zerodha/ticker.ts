import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Dialled, Frame, Moment, Peer, WireRequest } from "../broker/wire.ts";
import { MARKET_INDEX } from "../exchange/market-index.ts";
import type { Kite } from "./kite.ts";
import { SOCKETS_PER_KEY, TOKENS_PER_SOCKET } from "./limits.ts";
import { HEARTBEAT, indexPacket, type TickerMode, tickFrame, tickPacket } from "./packets.ts";
import { failure, kiteErrors } from "./replies.ts";
import type { Session } from "./sessions.ts";
import { readTickerMessage } from "./ticker-message.ts";

interface Socket {
  readonly peer: Peer;
  readonly session: Session;
  readonly modes: Map<number, TickerMode>;
  beatAt: EpochMs;
}

export interface Ticker {
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  beat(at: Moment): void;
  /** A client's sockets, for its own events. */
  peersOf(client: string): readonly Peer[];
  closeAll(): void;
}

const HEARTBEAT_MS = SECOND_MS;
const MODE_UNTOLD: TickerMode = "quote";

/** Packs each instrument once per mode, for any number of listeners. */
function createPacker(kite: Kite) {
  const packed = new Map<string, Uint8Array>();
  return (token: number, mode: TickerMode): Uint8Array | null => {
    const key = `${mode}${token}`;
    const known = packed.get(key);
    if (known !== undefined) return known;
    const instrument = kite.listing.byToken(token);
    if (instrument === null) return null;
    const quote = kite.exchange.quote(instrument.symbol);
    const packet = (instrument === MARKET_INDEX ? indexPacket : tickPacket)(token, quote, mode);
    packed.set(key, packet);
    return packet;
  };
}

type Pack = ReturnType<typeof createPacker>;

function sendTicks({ peer, modes }: Socket, tokens: readonly number[], pack: Pack): void {
  const packets = tokens.flatMap((token) => {
    const mode = modes.get(token);
    const packet = mode === undefined ? null : pack(token, mode);
    return packet === null ? [] : [packet];
  });
  if (packets.length > 0) peer.send(tickFrame(packets));
}

const tellError = (peer: Peer, data: string): void => peer.send(JSON.stringify({ type: "error", data }));

/** False when it would exceed the socket's limit. */
function subscribe({ modes }: Socket, tokens: readonly number[], mode: TickerMode | null): boolean {
  const added = new Set(tokens.filter((token) => !modes.has(token)));
  if (modes.size + added.size > TOKENS_PER_SOCKET) return false;
  for (const token of tokens) modes.set(token, mode ?? modes.get(token) ?? MODE_UNTOLD);
  return true;
}

function obey(kite: Kite, socket: Socket, frame: Frame): void {
  const message = readTickerMessage(frame);
  if (message === null) {
    tellError(socket.peer, "Invalid message");
  } else if (message.action === "unsubscribe") {
    for (const token of message.tokens) socket.modes.delete(token);
  } else if (!subscribe(socket, message.tokens, message.mode)) {
    tellError(socket.peer, `At most ${TOKENS_PER_SOCKET} instruments are allowed`);
  } else if (!kite.exchange.isFeedFrozen("zerodha")) {
    sendTicks(socket, message.tokens, createPacker(kite));
  }
}

export function createTicker(kite: Kite): Ticker {
  const sockets = new Set<Socket>();
  const byClient = new Map<string, Set<Socket>>();
  let version = 0;
  const greeting = JSON.stringify({
    type: "instruments_meta",
    data: { count: kite.exchange.instruments.length, etag: `W/"${kite.exchange.instruments.length}"` },
  });

  function add(socket: Socket): void {
    sockets.add(socket);
    const own = byClient.get(socket.session.client) ?? new Set();
    byClient.set(socket.session.client, own.add(socket));
  }
  function remove(socket: Socket): void {
    sockets.delete(socket);
    const own = byClient.get(socket.session.client);
    own?.delete(socket);
    if (own?.size === 0) byClient.delete(socket.session.client);
  }
  function close(socket: Socket): void {
    remove(socket);
    socket.peer.close();
  }
  /** An application belongs to one client, so its sockets are the client's. */
  const isFull = ({ client }: Session): boolean => (byClient.get(client)?.size ?? 0) >= SOCKETS_PER_KEY;

  function sendChanges(): void {
    const changed = kite.exchange.changedSince("zerodha", version);
    version = changed.version;
    if (changed.symbols.length === 0 || sockets.size === 0) return;
    const tokens = changed.symbols.map((symbol) => kite.listing.byKey(`NSE:${symbol}`)?.tokens.kiteInstrument ?? 0);
    const pack = createPacker(kite);
    for (const socket of sockets) if (socket.modes.size > 0) sendTicks(socket, tokens, pack);
  }

  return {
    dial({ path, query }, peer, at) {
      if (path !== "/" && path !== "") return { ok: false, reply: failure(kiteErrors.noRoute) };
      const [apiKey, accessToken] = [query.get("api_key") ?? "", query.get("access_token") ?? ""];
      const session = kite.sessions.find(apiKey, accessToken, at.market);
      if (session === null) return { ok: false, reply: failure(kiteErrors.badToken) };
      if (isFull(session)) return { ok: false, reply: failure(kiteErrors.tooMany) };
      const socket: Socket = { peer, session, modes: new Map(), beatAt: at.human };
      add(socket);
      peer.send(HEARTBEAT);
      peer.send(greeting);
      return {
        ok: true,
        line: { receive: (frame) => obey(kite, socket, frame), closed: () => remove(socket) },
      };
    },
    beat(at) {
      for (const socket of sockets) if (!kite.sessions.isAlive(socket.session, at.market)) close(socket);
      sendChanges();
      for (const socket of sockets) {
        if (at.human - socket.beatAt < HEARTBEAT_MS) continue;
        socket.beatAt = at.human;
        socket.peer.send(HEARTBEAT);
      }
    },
    peersOf: (client) => [...(byClient.get(client) ?? [])].map(({ peer }) => peer),
    closeAll() {
      for (const socket of [...sockets]) close(socket);
    },
  };
}
