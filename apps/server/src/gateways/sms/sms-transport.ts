import { Pool } from "undici";
import type { Logger } from "../../platform/log/logger.ts";

/** A user waits in the dialog. */
const REPLY_WITHIN_MS = 8_000;
const CONNECTIONS_MAX = 10;
/** The longest real reply has a few hundred bytes. */
const REPLY_MAX_BYTES = 64 * 1024;
const WORDS_MAX = 120;

export interface SmsRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SmsReply {
  readonly status: number;
  readonly body: unknown;
}

export interface SmsTransport {
  /** The reply, whatever its status; `null` on a timeout. Never throws, so that no error can carry the path. */
  ask(request: SmsRequest): Promise<SmsReply | null>;
  /** Logs the vendor's text without its digits: they may be a number or a code. */
  reportRefusal(reply: SmsReply, words: string): void;
  close(): Promise<void>;
}

export interface SmsTransportOptions {
  readonly gateway: string;
  /** Origin, with a path where the vendor's API has a prefix. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly replyWithinMs?: number;
}

export function createSmsTransport(options: SmsTransportOptions): SmsTransport {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, "");
  const log = options.log.child({ feature: "sms", gateway: options.gateway });
  const withinMs = options.replyWithinMs ?? REPLY_WITHIN_MS;
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: REPLY_MAX_BYTES });

  return {
    async ask({ method, path, headers }) {
      try {
        const signal = AbortSignal.timeout(withinMs);
        const { statusCode, body } = await pool.request({
          method,
          path: prefix + path,
          headers: headers ?? {},
          signal,
        });
        return { status: statusCode, body: toJson(await body.text()) };
      } catch (cause) {
        log.warn({ reason: faultName(cause) }, "sms: gateway did not answer");
        return null;
      }
    },
    reportRefusal({ status }, words) {
      const reason = words.replaceAll(/\d{3,}/g, "…").slice(0, WORDS_MAX);
      log.warn({ status, reason }, "sms: gateway refused");
    },
    close: () => pool.close(),
  };
}

/** A busy or broken vendor decided nothing, whatever its body says. */
export const isDown = ({ status }: SmsReply): boolean => status === 429 || status >= 500;

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names and codes only: a message may contain the address. */
function faultName(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
