import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Only this machine may control the simulated world. */
export const LOOPBACK = "127.0.0.1";
const BODY_MAX_BYTES = 64 * 1024;

/** The calls that the sandbox process makes to a process of the product during a clock move. */
export type MemberCall = "stops" | "run-due" | "pass-over" | "idle" | "state";

export interface MemberCard {
  readonly id: string;
  readonly address: string;
  readonly place: number;
}

export interface MemberState {
  readonly isUnderWay: boolean;
  readonly isBusy: boolean;
  readonly wantsEveryTick: boolean;
  readonly isExposed: boolean;
  readonly wantsWholeFeed: boolean;
}

export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  outgoing.end(JSON.stringify(body));
}

export async function listenHere(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A JSON server for `answer`; what it throws becomes an error reply. */
export const jsonServer = (
  answer: (incoming: IncomingMessage) => Promise<{ readonly status: number; readonly body: unknown }>,
  onFault: (cause: unknown) => void,
): Server =>
  createServer((incoming, outgoing) => {
    answer(incoming).then(
      ({ status, body }) => sendJson(outgoing, status, body),
      (cause: unknown) => {
        onFault(cause);
        sendJson(outgoing, 400, { code: "invalid_input", detail: "The request cannot be read." });
      },
    );
  });
