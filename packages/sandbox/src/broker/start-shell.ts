import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { type CounterDeps, serveAtCounter } from "./counter.ts";
import type { Frame, Line, Moment, WireReply, WireRequest } from "./wire.ts";

export interface Shell {
  readonly baseUrl: string;
  readonly wsUrl: string;
  listeners(): number;
  /** Batches what is sent until the returned function is called: many small frames would cost as many system calls. */
  gather(): () => void;
  /** Resolves when every listener has received everything sent until now, or has gone. */
  delivered(): Promise<void>;
  dropSockets(): void;
  stop(): Promise<void>;
}

export interface ShellDeps extends CounterDeps {
  now(): Moment;
  readonly port?: number;
}

const BODY_MAX = 1_000_000;
const HOST = "127.0.0.1";
/** A listener that does not answer for this long is no longer awaited, until it does. */
const HEARD_MAX_MS = 5_000;

const EMPTY_QUERY = new URLSearchParams();

function toRequest(incoming: IncomingMessage, body: string): WireRequest {
  const address = incoming.url ?? "/";
  const cut = address.indexOf("?");
  return {
    method: incoming.method ?? "GET",
    path: cut < 0 ? address : address.slice(0, cut),
    query: cut < 0 ? EMPTY_QUERY : new URLSearchParams(address.slice(cut + 1)),
    headers: incoming.headers,
    body,
    from: (incoming.socket.remoteAddress ?? HOST).replace(/^::ffff:/, ""),
  };
}

function answer(outgoing: ServerResponse, { status, headers, body }: WireReply): void {
  outgoing.writeHead(status, headers).end(body);
}

function serveRequest(deps: ShellDeps, incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
  const outcome = serveAtCounter(deps, toRequest(incoming, body), deps.now());
  if (outcome.kind === "hang-up") incoming.socket.destroy();
  if (outcome.kind !== "answer") return;
  if (outcome.afterMs === 0) answer(outgoing, outcome.reply);
  else setTimeout(() => answer(outgoing, outcome.reply), outcome.afterMs).unref();
}

function readBody(incoming: IncomingMessage, done: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= BODY_MAX) chunks.push(chunk);
  });
  incoming.on("end", () =>
    done(size > BODY_MAX ? null : chunks.length === 0 ? "" : Buffer.concat(chunks).toString("utf8")),
  );
}

function refuseHandshake(socket: Socket, { status, headers, body }: WireReply): void {
  const text = typeof body === "string" ? body : "";
  const head = Object.entries({ ...headers, connection: "close", "content-length": String(Buffer.byteLength(text)) });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`,
  );
}

const toFrame = (data: unknown, isBinary: boolean): Frame =>
  isBinary ? (data as Buffer) : (data as Buffer).toString("utf8");

function listenForSockets(
  server: Server,
  deps: ShellDeps,
  open: Set<Duplex>,
  sent: (client: WebSocket) => void,
): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: BODY_MAX });
  server.on("upgrade", (incoming, socket, head) => {
    // A client may disconnect at any time, also while being refused: not fatal.
    socket.on("error", () => socket.destroy());
    let client: WebSocket | null = null;
    const send = (to: WebSocket, frame: Frame): void => {
      to.send(frame);
      sent(to);
    };
    const waiting: Frame[] = [];
    const peer = {
      send(frame: Frame) {
        if (client === null) waiting.push(frame);
        else if (client.readyState === WebSocket.OPEN) send(client, frame);
      },
      close: (code?: number, reason?: string) => client?.close(code, reason),
    };
    const dialled = deps.core.dial(toRequest(incoming, ""), peer, deps.now());
    if (!dialled.ok) return refuseHandshake(socket as Socket, dialled.reply);
    const line: Line = dialled.line;
    sockets.handleUpgrade(incoming, socket, head, (opened) => {
      client = opened;
      open.add(socket);
      for (const frame of waiting) send(opened, frame);
      opened.on("message", (data, isBinary) => line.receive(toFrame(data, isBinary), deps.now()));
      opened.on("close", () => {
        open.delete(socket);
        line.closed();
      });
      opened.on("error", () => opened.terminate());
    });
  });
  return sockets;
}

/** Pings are answered in order, so the pong confirms everything before it. Only clients that were sent something get one. */
function createDeliveryCheck() {
  const deaf = new WeakSet<WebSocket>();
  const sentTo = new Set<WebSocket>();
  const asked = new Map<WebSocket, Promise<void>>();
  let pings = 0;
  const ask = (client: WebSocket): Promise<void> =>
    new Promise((resolve) => {
      const number = ++pings;
      // The answer to an earlier ping says nothing of what was sent after it.
      const answered = (payload: Buffer) => {
        if (Number(payload.toString()) >= number) done();
      };
      const done = () => {
        clearTimeout(limit);
        client.off("pong", answered);
        client.off("close", done);
        resolve();
      };
      const limit = setTimeout(() => {
        deaf.add(client);
        client.once("pong", () => deaf.delete(client));
        done();
      }, HEARD_MAX_MS);
      client.on("pong", answered);
      client.on("close", done);
      client.ping(String(number));
    });
  function askOnce(client: WebSocket): void {
    const answer: Promise<void> = ask(client).finally(() => {
      if (asked.get(client) === answer) asked.delete(client);
    });
    asked.set(client, answer);
  }
  return {
    sent: (client: WebSocket): void => void sentTo.add(client),
    async delivered(): Promise<void> {
      for (const client of sentTo) if (client.readyState === WebSocket.OPEN && !deaf.has(client)) askOnce(client);
      sentTo.clear();
      // One that was asked before may still owe its answer.
      await Promise.all(asked.values());
    },
  };
}

export async function startShell(deps: ShellDeps): Promise<Shell> {
  const server = createServer((incoming, outgoing) => {
    readBody(incoming, (body) => {
      if (body === null) outgoing.writeHead(413).end();
      else serveRequest(deps, incoming, outgoing, body);
    });
  });
  const open = new Set<Duplex>();
  const delivery = createDeliveryCheck();
  const sockets = listenForSockets(server, deps, open, delivery.sent);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const dropSockets = () => {
    for (const client of sockets.clients) client.terminate();
  };
  return {
    baseUrl: `http://${HOST}:${port}`,
    wsUrl: `ws://${HOST}:${port}`,
    listeners: () => sockets.clients.size,
    gather() {
      const gathered = [...open];
      for (const socket of gathered) socket.cork();
      return () => {
        for (const socket of gathered) socket.uncork();
      };
    },
    delivered: delivery.delivered,
    dropSockets,
    stop: () =>
      new Promise((resolve) => {
        dropSockets();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
