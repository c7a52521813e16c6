import { createECDH, type ECDH } from "node:crypto";
import type { Random } from "@vriddhi/core/shared/random";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import { DurableMap, noPartLogs, type PartLogs } from "../event-log/part-log.ts";
import { createInbox, type Inbox } from "../inbox/inbox.ts";
import { decryptPush } from "./decrypt.ts";
import { checkVapid } from "./vapid.ts";

const PUSH_PATH = "/push/";
const BODY_MAX_BYTES = 4_096;

/** The subscription as a browser returns it to a page. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushMessage {
  readonly to: string;
  readonly text: string;
  readonly urgency: string;
  readonly ttlSeconds: number;
  readonly topic: string | null;
  /** ISO, UTC. */
  readonly at: string;
}

export interface PushRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface PushReply {
  readonly status: number;
  readonly words: string;
}

interface Device {
  /** Both in base64url. */
  readonly privateKey: string;
  readonly auth: string;
  /** The allowed sender: the first one. */
  readonly sender: string | null;
  readonly isGone: boolean;
}

function keysOf({ privateKey, auth }: Device): { readonly keys: ECDH; readonly auth: Buffer } {
  const keys = createECDH("prime256v1");
  keys.setPrivateKey(privateKey, "base64url");
  return { keys, auth: Buffer.from(auth, "base64url") };
}

export interface PushService {
  readonly inbox: Inbox<PushMessage>;
  subscribe(origin: string): PushSubscription;
  unsubscribe(endpoint: string): void;
  handle(request: PushRequest, origin: string, now: EpochMs): PushReply;
  clear(): void;
}

const idOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const refuse = (status: number, words: string): PushReply => ({ status, words });

export function createPushService({
  random,
  memories = noPartLogs,
}: {
  readonly random: Random;
  readonly memories?: PartLogs;
}): PushService {
  const memory = memories.memory<PushMessage>("push");
  const inbox = createInbox<PushMessage>({ idPrefix: "push", toKey: (device) => device, memory });
  const devices = new DurableMap<Device>(memories.memory("push.devices"));

  function accept(device: Device, to: string, request: PushRequest, now: EpochMs): PushReply {
    const one = (name: string) => [request.headers[name]].flat()[0] ?? null;
    const ttlSeconds = Number(one("ttl") ?? Number.NaN);
    if (!Number.isInteger(ttlSeconds) || ttlSeconds < 0) return refuse(400, "Missing TTL");
    if (one("content-encoding") !== "aes128gcm") return refuse(400, "Unknown content encoding");
    const text = decryptPush(request.body, keysOf(device));
    if (text === null) return refuse(400, "The device cannot read this");
    const [urgency, topic] = [one("urgency") ?? "normal", one("topic")];
    inbox.add({ to, text, urgency, ttlSeconds, topic, at: new Date(now).toISOString() });
    return { status: 201, words: "" };
  }

  function isSender(id: string, device: Device, publicKey: string): boolean {
    if (device.sender === null) devices.set(id, { ...device, sender: publicKey });
    return device.sender === null || device.sender === publicKey;
  }

  return {
    inbox,
    subscribe(origin) {
      const id = Buffer.from(random.bytes(16)).toString("base64url");
      const keys = createECDH("prime256v1");
      const p256dh = keys.generateKeys("base64url", "uncompressed");
      const auth = Buffer.from(random.bytes(16)).toString("base64url");
      lruPut(devices, id, { privateKey: keys.getPrivateKey("base64url"), auth, sender: null, isGone: false });
      return { endpoint: `${origin}${PUSH_PATH}${id}`, keys: { p256dh, auth } };
    },
    unsubscribe(endpoint) {
      const device = devices.get(idOf(endpoint));
      if (device) devices.set(idOf(endpoint), { ...device, isGone: true });
    },
    handle(request, origin, now) {
      const id = idOf(request.path);
      const device = devices.get(id);
      if (request.method !== "POST" || !device) return refuse(404, "Not Found");
      if (device.isGone) return refuse(410, "Gone");
      if (request.body.length > BODY_MAX_BYTES) return refuse(413, "Payload Too Large");
      const proof = checkVapid(String(request.headers["authorization"] ?? ""), { origin, now });
      if (typeof proof === "string") return refuse(403, proof);
      if (!isSender(id, device, proof.publicKey)) return refuse(403, "Subscribed to another sender");
      return accept(device, id, request, now);
    },
    clear() {
      inbox.clear();
      devices.clear();
    },
  };
}
