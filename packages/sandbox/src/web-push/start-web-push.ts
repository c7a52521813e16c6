import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "../event-log/part-log.ts";
import type { Faults } from "../faults/faults.ts";
import type { Caught } from "../inbox/inbox.ts";
import { createPushService, type PushMessage, type PushSubscription } from "./push-service.ts";

export interface WebPushSimulator {
  readonly origin: string;
  subscribe(): PushSubscription;
  unsubscribe(endpoint: string): void;
  list(to?: string): readonly Caught<PushMessage>[];
  clear(): void;
  stop(): Promise<void>;
}

const RETRY_AFTER_SECONDS = "7";
const BODY_MAX_BYTES = 64 * 1024;

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function startWebPush(deps: {
  readonly clock: HumanClock;
  readonly faults: Faults;
  readonly random: Random;
  readonly port?: number;
  readonly memories?: PartLogs;
}): Promise<WebPushSimulator> {
  const service = createPushService(deps);
  let origin = "";

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const path = URL.parse(incoming.url ?? "/", "http://127.0.0.1")?.pathname ?? "/";
    const request = { method: incoming.method ?? "GET", path, headers: incoming.headers, body };
    const answer = () => {
      const { status, words } = service.handle(request, origin, deps.clock.now());
      outgoing.writeHead(status, { "content-type": "text/plain" }).end(words);
    };
    switch (deps.faults.take("push")) {
      case "timeout":
        return;
      case "drop-before-accept":
        return void incoming.socket.destroy();
      case "drop-after-accept":
        service.handle(request, origin, deps.clock.now());
        return void incoming.socket.destroy();
      case "http500":
        return void outgoing.writeHead(500).end("Internal Server Error");
      case "throttle":
        return void outgoing.writeHead(429, { "retry-after": RETRY_AFTER_SECONDS }).end("Too Many Requests");
      case "reject":
        return void outgoing.writeHead(410).end("Gone");
      default:
        answer();
    }
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    subscribe: () => service.subscribe(origin),
    unsubscribe: service.unsubscribe,
    list: service.inbox.list,
    clear: service.clear,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
