import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "../event-log/part-log.ts";
import type { Faults } from "../faults/faults.ts";
import type { Caught } from "../inbox/inbox.ts";
import { createSmsGateway, type SmsGateway } from "./sms-gateway.ts";
import type { SmsReply, SmsRequest, TextMessage } from "./sms-wire.ts";

export interface SmsSimulator {
  /** `http://127.0.0.1:PORT`: replaces `https://2factor.in`; MSG91 answers below `/msg91`. */
  readonly baseUrl: string;
  list(to?: string): readonly Caught<TextMessage>[];
  clear(): void;
  stop(): Promise<void>;
}

const RETRY_AFTER_SECONDS = "1";

function toSmsRequest(incoming: IncomingMessage): SmsRequest | null {
  const url = URL.parse(incoming.url ?? "/", "http://127.0.0.1");
  if (url === null || !isDecodable(url.pathname)) return null;
  return { method: incoming.method ?? "GET", path: url.pathname, query: url.searchParams, headers: incoming.headers };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function answer(outgoing: ServerResponse, reply: SmsReply, headers: Record<string, string> = {}): void {
  outgoing.writeHead(reply.status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify(reply.body));
}

export async function startSms(deps: {
  readonly clock: HumanClock;
  readonly faults: Faults;
  readonly random: Random;
  readonly apiKey: string;
  readonly port?: number;
  readonly memories?: PartLogs;
}): Promise<SmsSimulator> {
  const gateway: SmsGateway = createSmsGateway(deps);

  function serve(request: SmsRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    switch (deps.faults.take("sms")) {
      case "timeout":
        return;
      case "drop-before-accept":
        incoming.socket.destroy();
        return;
      case "drop-after-accept":
        gateway.handle(request, deps.clock.now());
        incoming.socket.destroy();
        return;
      case "http500":
        // a proxy's answer when the application behind it is down: not JSON
        outgoing.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal Server Error</h1>");
        return;
      case "throttle":
        answer(outgoing, gateway.refuse(request, 429, "Too Many Requests"), { "retry-after": RETRY_AFTER_SECONDS });
        return;
      case "reject":
        answer(outgoing, gateway.refuse(request, 400, "Message Rejected By Operator"));
        return;
      default:
        answer(outgoing, gateway.handle(request, deps.clock.now()));
    }
  }

  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const request = toSmsRequest(incoming);
    if (request === null) outgoing.writeHead(400).end();
    else serve(request, incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    list: gateway.inbox.list,
    clear: gateway.clear,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
