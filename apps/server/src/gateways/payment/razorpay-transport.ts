import { Pool } from "undici";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { GatewayFault } from "./payment-gateway.ts";

/** A user waits for the reply; a capture may need the bank. */
const REPLY_WITHIN_MS = 10_000;
const CONNECTIONS_MAX = 16;
/** A page of a hundred payments has some 100 kB. */
const REPLY_MAX_BYTES = 1024 * 1024;

export interface RazorpayCall {
  readonly method: "GET" | "POST";
  /** Below the base address, encoded; holds ids, so it is never logged. */
  readonly path: string;
  readonly name: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RazorpayReply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

export interface RazorpayTransport {
  /** The reply, whatever its status. Never throws, so that no error can carry the credentials. */
  ask(call: RazorpayCall): Promise<RazorpayReply | GatewayFault>;
  close(): Promise<void>;
}

export interface RazorpayTransportOptions {
  /** `https://api.razorpay.com` */
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: Secret;
  readonly log: Logger;
  readonly replyWithinMs?: number;
}

/** Without a connection there was no request: the provider cannot have acted. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

export const isFault = (answer: RazorpayReply | GatewayFault): answer is GatewayFault => "kind" in answer;

/** A call that changes nothing can be repeated; the outcome of any other is unknown. */
export const silence = ({ method }: RazorpayCall, reason: string): GatewayFault =>
  method === "GET" ? { kind: "unavailable", reason } : { kind: "outcome_unknown", reason };

export function createRazorpayTransport(options: RazorpayTransportOptions): RazorpayTransport {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, "");
  const log = options.log.child({ feature: "payment", gateway: "razorpay" });
  const withinMs = options.replyWithinMs ?? REPLY_WITHIN_MS;
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: REPLY_MAX_BYTES });
  const authorization = () =>
    `Basic ${Buffer.from(`${options.keyId}:${options.keySecret.reveal()}`).toString("base64")}`;

  async function send({ method, path, body, headers }: RazorpayCall): Promise<RazorpayReply> {
    const reply = await pool.request({
      method,
      path: prefix + path,
      headers: {
        authorization: authorization(),
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
    const retryAfter = [reply.headers["retry-after"] ?? null].flat()[0] ?? null;
    return { status: reply.statusCode, body: toJson(await reply.body.text()), retryAfter };
  }

  return {
    async ask(call) {
      try {
        return await send(call);
      } catch (cause) {
        const reason = faultName(cause);
        log.warn({ call: call.name, reason }, "payment: provider did not answer");
        return NEVER_SENT.has(reason) ? { kind: "unavailable", reason } : silence(call, reason);
      }
    },
    close: () => pool.close(),
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names and codes only: a message may contain secrets. */
function faultName(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
