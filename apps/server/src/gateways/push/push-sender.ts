import type { HumanClock } from "@vriddhi/core/time/clock";
import { Agent, request } from "undici";
import webPush from "web-push";
import type { Logger } from "../../platform/log/logger.ts";
import { toPushEndpoint } from "./push-hosts.ts";
import { faultName, retryAfterSeconds, type SendOutcome } from "./send-outcome.ts";
import type { Vapid } from "./vapid.ts";

const REPLY_WITHIN_MS = 8_000;
const CONNECTIONS_MAX = 10;
const REPLY_MAX_BYTES = 64 * 1024;

export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushNote {
  /** JSON for the service worker; encrypted for this device before sending. */
  readonly payload: string;
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
  /** A later message with the same topic replaces one that still waits at the service. */
  readonly topic: string;
}

export interface PushSender {
  readonly publicKey: string;
  isAllowed(endpoint: string): boolean;
  send(target: PushTarget, note: PushNote): Promise<SendOutcome>;
  close(): Promise<void>;
}

export interface PushSenderOptions {
  readonly vapid: Vapid;
  readonly clock: HumanClock;
  readonly log: Logger;
  /** Allowed beside the browsers' services. */
  readonly otherOrigins: readonly string[];
}

export function createPushSender({ vapid, clock, log: parent, otherOrigins }: PushSenderOptions): PushSender {
  const log = parent.child({ feature: "push" });
  const dispatcher = new Agent({ connections: CONNECTIONS_MAX, maxResponseSize: REPLY_MAX_BYTES });

  async function post(endpoint: URL, target: PushTarget, note: PushNote): Promise<SendOutcome> {
    const { method, headers, body } = webPush.generateRequestDetails(target, note.payload, {
      TTL: note.ttlSeconds,
      urgency: note.urgency,
      topic: note.topic,
      contentEncoding: "aes128gcm",
      headers: { Authorization: vapid.authorize(endpoint, clock.now()) },
    });
    const reply = await request(endpoint, {
      dispatcher,
      method,
      body,
      signal: AbortSignal.timeout(REPLY_WITHIN_MS),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    });
    await reply.body.dump();
    return toOutcome(reply.statusCode, reply.headers["retry-after"]);
  }

  return {
    publicKey: vapid.publicKey,
    isAllowed: (endpoint) => toPushEndpoint(endpoint, otherOrigins) !== null,
    async send(target, note) {
      const endpoint = toPushEndpoint(target.endpoint, otherOrigins);
      if (endpoint === null) return { kind: "gone" };
      try {
        return await post(endpoint, target, note);
      } catch (cause) {
        // Never the endpoint itself, because it identifies the device.
        log.warn({ host: endpoint.hostname, reason: faultName(cause) }, "push: service did not answer");
        return { kind: "again", afterSeconds: null, reason: faultName(cause) };
      }
    },
    close: () => dispatcher.close(),
  };
}

function toOutcome(status: number, retryAfter: string | string[] | undefined): SendOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const reason = `http_${status}`;
  if (status === 429 || status >= 500) return { kind: "again", afterSeconds: retryAfterSeconds(retryAfter), reason };
  return { kind: "refused", reason };
}
