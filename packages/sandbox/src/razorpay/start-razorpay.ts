import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "../event-log/part-log.ts";
import type { FaultKind, Faults } from "../faults/faults.ts";
import { CHECKOUT_PATH, type Checkout, createCheckout } from "./checkout.ts";
import { CONTROL_PATH, createControl } from "./control.ts";
import { createRazorpay, type RazorpayKeys } from "./gateway.ts";
import { type RazorpayReply, type RazorpayRequest, refusal } from "./razorpay-wire.ts";
import { REFUND_SETTLES_AFTER_MS } from "./refunds.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export interface RazorpaySimulator {
  /** Replaces `https://api.razorpay.com`. */
  readonly baseUrl: string;
  /** Replaces `https://checkout.razorpay.com/v1/checkout.js`. */
  readonly checkoutUrl: string;
  readonly pay: Checkout["pay"];
  readonly webhooks: Webhooks;
  clear(): void;
  stop(): Promise<void>;
}

export interface RazorpayDeps extends RazorpayKeys {
  readonly webhookSecret: string;
  /** `null` without a listener. */
  readonly webhookUrl: () => string | null;
  readonly clock: HumanClock;
  readonly faults: Faults;
  readonly random: Random;
  readonly isCapturedByDefault?: boolean;
  readonly wait?: (durationMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly port?: number;
  readonly memories?: PartLogs;
}

const BODY_MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = "1";

async function readBody(incoming: IncomingMessage): Promise<string | null> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) {
    text += chunk;
    if (text.length > BODY_MAX_BYTES) return null;
  }
  return text;
}

async function toRequest(incoming: IncomingMessage): Promise<RazorpayRequest | null> {
  const url = URL.parse(incoming.url ?? "/", "http://127.0.0.1");
  const body = await readBody(incoming);
  if (url === null || body === null) return null;
  const { method = "GET", headers } = incoming;
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}

function answer(outgoing: ServerResponse, reply: RazorpayReply, headers: Record<string, string> = {}): void {
  outgoing.writeHead(reply.status, { "content-type": "application/json", "cache-control": "no-store", ...headers });
  outgoing.end(JSON.stringify(reply.body));
}

const wire = ({ status, error }: ReturnType<typeof refusal>): RazorpayReply => ({ status, body: { error } });
const THROTTLED = wire(refusal("Too many requests", { reason: "rate_limit_exceeded" }, 429));
const REJECTED = wire(refusal("The merchant is not allowed to do this", { reason: "action_not_allowed" }));
const BROKEN = wire(refusal("An internal error occurred", { code: "SERVER_ERROR", reason: "server_error" }, 500));
const UNREADABLE = wire(refusal("The request cannot be read"));

function suffer(fault: FaultKind | null, outgoing: ServerResponse, accept: () => RazorpayReply): unknown {
  switch (fault) {
    case "timeout":
      return;
    case "drop-before-accept":
      return outgoing.socket?.destroy();
    case "drop-after-accept":
      accept();
      return outgoing.socket?.destroy();
    case "http500":
      return answer(outgoing, BROKEN);
    case "throttle":
      return answer(outgoing, THROTTLED, { "retry-after": RETRY_AFTER_SECONDS });
    case "reject":
      return answer(outgoing, REJECTED);
    default:
      return answer(outgoing, accept());
  }
}

export async function startRazorpay(deps: RazorpayDeps): Promise<RazorpaySimulator> {
  const { clock, faults, keyId, keySecret, random, isCapturedByDefault = true } = deps;
  const remembered = deps.memories === undefined ? {} : { memories: deps.memories };
  const gateway = createRazorpay({ keys: { keyId, keySecret }, random, isCapturedByDefault, ...remembered });
  const stopper = new AbortController();
  const wait =
    deps.wait ?? ((durationMs: number, signal: AbortSignal) => sleep(durationMs, null, { signal, ref: false }));
  const webhooks = createWebhooks({
    clock,
    url: deps.webhookUrl,
    secret: deps.webhookSecret,
    accountId: gateway.drawId("acc"),
    drawId: () => gateway.drawId("evt"),
    wait,
    ...remembered,
  });

  function flush(): void {
    const happenings = gateway.takeEvents();
    webhooks.send(happenings);
    if (!happenings.some(({ name }) => name === "refund.created")) return;
    const settleLater = async () => {
      await wait(REFUND_SETTLES_AFTER_MS, stopper.signal);
      gateway.passTime(clock.now());
      flush();
    };
    settleLater().catch(() => {});
  }

  const later = { clock, flush, wait: (durationMs: number) => wait(durationMs, stopper.signal) };
  const checkout = createCheckout({ ...later, gateway });
  const control = createControl({ ...later, gateway, webhooks, pay: checkout.pay });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<unknown> {
    const request = await toRequest(incoming);
    if (request === null) return answer(outgoing, UNREADABLE);
    if (request.path.startsWith(CHECKOUT_PATH)) return checkout.serve(request, outgoing);
    if (request.path.startsWith(CONTROL_PATH)) return answer(outgoing, await control(request));
    return suffer(faults.take("razorpay"), outgoing, () => {
      const reply = gateway.handle(request, clock.now());
      flush();
      return reply;
    });
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  // Settles payments and delivers events that were pending before a restart.
  gateway.passTime(clock.now());
  flush();
  webhooks.resume();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl,
    checkoutUrl: `${baseUrl}${CHECKOUT_PATH}.js`,
    pay: checkout.pay,
    webhooks,
    clear() {
      gateway.clear();
      webhooks.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        stopper.abort();
        webhooks.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
