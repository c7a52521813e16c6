import { Pool } from "undici";
import { z } from "zod";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { faultName, retryAfterSeconds, type SendOutcome } from "../push/send-outcome.ts";

const REPLY_WITHIN_MS = 8_000;
/** The server ends a long poll after this; our timeout is a little longer. */
const POLL_SECONDS = 25;
const CONNECTIONS_MAX = 8;
const REPLY_MAX_BYTES = 4 * 1024 * 1024;

const replyShape = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
const meShape = z.object({ username: z.string() });
const chatShape = z.object({ id: z.number(), type: z.string(), first_name: z.string().optional() });
const updateShape = z.object({
  update_id: z.int(),
  message: z.object({ chat: chatShape, text: z.string().optional() }).optional(),
  my_chat_member: z.object({ chat: chatShape, new_chat_member: z.object({ status: z.string() }) }).optional(),
});
export type TelegramUpdate = z.infer<typeof updateShape>;

export interface TelegramBot {
  /** The address at which a user starts the bot with `token`; `null` while the Bot API does not answer. */
  startAddress(token: string): Promise<string | null>;
  send(chatId: string, text: string): Promise<SendOutcome>;
  /** Long-polls the next updates; `null` without a usable reply. */
  updates(offset: number, signal: AbortSignal): Promise<readonly TelegramUpdate[] | null>;
  close(): Promise<void>;
}

export interface TelegramBotOptions {
  /** `https://api.telegram.org` */
  readonly apiUrl: string;
  /** `https://t.me` */
  readonly linkUrl: string;
  /** Part of every path: never log a request's address, nor an error that may contain it. */
  readonly token: Secret;
  readonly log: Logger;
}

interface Reply {
  readonly status: number;
  readonly answer: z.infer<typeof replyShape> | null;
  readonly retryAfter: number | null;
}

export function createTelegramBot(options: TelegramBotOptions): TelegramBot {
  const { origin, pathname } = new URL(options.apiUrl);
  const prefix = `${pathname.replace(/\/$/, "")}/bot${options.token.reveal()}`;
  const log = options.log.child({ feature: "telegram" });
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: REPLY_MAX_BYTES });
  let botName: string | null = null;

  async function ask(method: string, params: object, signal: AbortSignal): Promise<Reply | string> {
    try {
      const { statusCode, body, headers } = await pool.request({
        method: "POST",
        path: `${prefix}/${method}`,
        body: JSON.stringify(params),
        signal,
        headers: { "content-type": "application/json" },
        bodyTimeout: 0,
        headersTimeout: 0,
      });
      const answer = replyShape.safeParse(toJson(await body.text())).data ?? null;
      const seconds = answer?.parameters?.retry_after;
      const retryAfter = retryAfterSeconds(seconds === undefined ? headers["retry-after"] : String(seconds));
      return { status: statusCode, answer, retryAfter };
    } catch (cause) {
      return faultName(cause);
    }
  }

  async function ownName(): Promise<string | null> {
    if (botName !== null) return botName;
    const reply = await ask("getMe", {}, AbortSignal.timeout(REPLY_WITHIN_MS));
    const me = typeof reply === "string" ? null : (meShape.safeParse(reply.answer?.result).data ?? null);
    if (me === null)
      log.warn({ reason: typeof reply === "string" ? reply : reply.status }, "telegram: bot name not read");
    botName = me?.username ?? null;
    return botName;
  }

  return {
    async startAddress(token) {
      const name = await ownName();
      return name === null ? null : `${options.linkUrl.replace(/\/$/, "")}/${name}?start=${token}`;
    },
    async send(chatId, text) {
      const params = { chat_id: Number(chatId), text, link_preview_options: { is_disabled: true } };
      return toOutcome(await ask("sendMessage", params, AbortSignal.timeout(REPLY_WITHIN_MS)));
    },
    async updates(offset, signal) {
      const params = { offset, timeout: POLL_SECONDS, allowed_updates: ["message", "my_chat_member"] };
      const patience = AbortSignal.any([signal, AbortSignal.timeout(POLL_SECONDS * 1000 + REPLY_WITHIN_MS)]);
      const reply = await ask("getUpdates", params, patience);
      if (typeof reply === "string" || reply.answer?.ok !== true) {
        if (!signal.aborted)
          log.warn({ reason: typeof reply === "string" ? reply : reply.status }, "telegram: updates not read");
        return null;
      }
      return z.array(updateShape).safeParse(reply.answer.result).data ?? null;
    },
    close: () => pool.destroy(),
  };
}

function toOutcome(reply: Reply | string): SendOutcome {
  if (typeof reply === "string") return { kind: "again", afterSeconds: null, reason: reply };
  const { status, answer, retryAfter } = reply;
  if (answer?.ok === true) return { kind: "sent" };
  if (status === 403 || (status === 400 && /chat not found/i.test(answer?.description ?? ""))) return { kind: "gone" };
  const reason = `http_${status}`;
  // A wrong token is our fault to repair, and the message is then still wanted.
  if (status === 401 || status === 429 || status >= 500) return { kind: "again", afterSeconds: retryAfter, reason };
  return { kind: "refused", reason };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
