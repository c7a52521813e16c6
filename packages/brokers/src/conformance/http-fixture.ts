import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Server as TcpServer } from "node:net";
import { type EpochMs, epochMs, HOUR_MS, later } from "@vriddhi/core/time/clock";
import { afterEach, expect, onTestFinished } from "vitest";
import type { Egress } from "../port/session.ts";
import {
  createHttpTransport,
  type HttpRequest,
  type HttpTransport,
  type HttpTransportOptions,
} from "../transport/http.ts";
import { createHandTimers } from "../transport/virtual-timers-fixture.ts";

export const DIRECT: Egress = { localAddress: null, proxyUrl: null };
export const OWN: Egress = { localAddress: "127.0.0.1", proxyUrl: null };
const SECRET = "token-that-must-not-leak";
const CODE_OR_WORDS =
  /^([A-Z][A-Z0-9_]*|timeout|too late|aborted|reply too large|unreadable encoding|connection failed)$/;
/** Only a hang reaches it; where lateness is the subject, the test expires the call. */
export const LIMIT_MS = HOUR_MS;

const transports: HttpTransport[] = [];
afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
});

let instant = epochMs(1_794_800_000_000);

export const clock = {
  now: (): EpochMs => instant,
  set(to: EpochMs): void {
    instant = to;
  },
  advance(durationMs: number): void {
    instant = later(instant, durationMs);
  },
};
export const timers = createHandTimers(LIMIT_MS);

export function aTransport(options: Partial<HttpTransportOptions> = {}): HttpTransport {
  const limits = { connectMs: 60_000, orderStartMs: LIMIT_MS, orderMs: LIMIT_MS, readMs: LIMIT_MS, listMs: LIMIT_MS };
  const timeouts = { ...limits, ...options.timeouts };
  const transport = createHttpTransport({ timers, clock, ...options, timeouts });
  transports.push(transport);
  return transport;
}

export async function listen<T extends Server | TcpServer>(server: T): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Served {
  readonly url: string;
  /** Paths in arrival order. */
  readonly seen: string[];
  connections(): number;
  mostAtOnce(): number;
  readonly from: string[];
}

export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export async function serve(answer: Serve): Promise<Served> {
  const seen: string[] = [];
  const from: string[] = [];
  let connections = 0;
  let atOnce = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.url ?? "");
    from.push(incoming.socket.remoteAddress ?? "");
    atOnce++;
    most = Math.max(most, atOnce);
    outgoing.on("close", () => atOnce--);
    incoming.resume().on("end", () => answer(incoming, outgoing));
  });
  server.on("connection", () => connections++);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, seen, from, connections: () => connections, mostAtOnce: () => most };
}

export const order = (url: string, draft: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "POST",
  url: `${url}/orders?key=${SECRET}`,
  headers: { authorization: SECRET },
  body: `tag=A1&secret=${SECRET}`,
  channel: "entry",
  egress: DIRECT,
  ...draft,
});

export const failureOf = async (transport: HttpTransport, request: HttpRequest) => {
  const result = await transport.send(request);
  if (result.ok) throw new Error("expected a failure");
  expect(result.error.reason).toMatch(CODE_OR_WORDS);
  return result.error.kind;
};
