import type { EpochMs } from "@vriddhi/core/time/clock";
import { createInbox, type Inbox } from "../inbox/inbox.ts";
import { remember } from "../memory/remember.ts";

export interface TelegramMessage {
  /** The chat's id. */
  readonly to: string;
  readonly text: string;
  /** ISO, UTC. */
  readonly at: string;
}

export interface BotReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Update {
  readonly update_id: number;
  readonly [part: string]: unknown;
}

interface Chat {
  readonly id: number;
  readonly name: string;
  isBlocked: boolean;
}

export type BotParams = Readonly<Record<string, unknown>>;

export interface BotApi {
  readonly inbox: Inbox<TelegramMessage>;
  readonly botName: string;
  /** No I/O. `getUpdates` answers at once with what there is: waiting is the shell's business. */
  handle(token: string, method: string, params: BotParams, now: EpochMs): BotReply;
  /** A person opens the bot's link and presses Start; the chat's id. */
  start(payload: string, name: string, now: EpochMs): number;
  say(chatId: number, text: string, now: EpochMs): void;
  /** A person blocks the bot. */
  block(chatId: number, now: EpochMs): void;
  hasUpdates(params: BotParams): boolean;
  clear(): void;
}

const TEXT_MAX = 4_096;
const UPDATES_MAX = 100;
/** Chats have numbers beyond this, so that one from before a restart is still known for a chat. */
const CHATS_FROM = 1_000_000_000_000;

export const botOk = (result: unknown): BotReply => ({ status: 200, body: { ok: true, result } });
export const botError = (status: number, description: string, parameters?: object): BotReply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

export interface BotOptions {
  readonly token: string;
  readonly botName: string;
  /** Numbers begin here: whoever remembers one from before a restart must not meet it again. */
  readonly startedAt: EpochMs;
}

export function createBotApi({ token, botName, startedAt }: BotOptions): BotApi {
  const inbox = createInbox<TelegramMessage>({ idPrefix: "telegram", toKey: (chat) => chat });
  const chats = new Map<string, Chat>();
  const me = { id: 7_000_000, is_bot: true, first_name: "Sandbox bot", username: botName };
  let updates: readonly Update[] = [];
  let nextUpdate = Math.floor(startedAt / 1000);
  let nextChat: number = Math.max(startedAt, CHATS_FROM);
  let nextMessage = 1;
  let webhook = "";

  const addUpdate = (parts: object): void => {
    updates = [...updates, { update_id: nextUpdate, ...parts }];
    nextUpdate += 1;
  };
  const personOf = ({ id, name }: Chat) => ({ id, is_bot: false, first_name: name });
  const chatOf = ({ id, name }: Chat) => ({ id, type: "private", first_name: name });
  const secondsOf = (now: EpochMs): number => Math.floor(now / 1000);

  function say(chat: Chat, text: string, now: EpochMs): void {
    const message = { message_id: nextMessage, from: personOf(chat), chat: chatOf(chat), date: secondsOf(now), text };
    nextMessage += 1;
    addUpdate({ message });
  }

  const fromBefore = (id: number): Chat | null =>
    id >= CHATS_FROM && id < startedAt ? { id, name: "Somebody", isBlocked: false } : null;

  function sendMessage(params: BotParams, now: EpochMs): BotReply {
    const { chat_id: chatId, text } = params;
    const chat = chats.get(String(chatId)) ?? fromBefore(Number(chatId));
    if (typeof text !== "string" || text.trim() === "") return botError(400, "Bad Request: message text is empty");
    if (text.length > TEXT_MAX) return botError(400, "Bad Request: message is too long");
    if (!chat) return botError(400, "Bad Request: chat not found");
    if (chat.isBlocked) return botError(403, "Forbidden: bot was blocked by the user");
    inbox.add({ to: String(chat.id), text, at: new Date(now).toISOString() });
    nextMessage += 1;
    return botOk({ message_id: nextMessage - 1, from: me, chat: chatOf(chat), date: secondsOf(now), text });
  }

  function getUpdates(params: BotParams): BotReply {
    if (webhook !== "")
      return botError(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first");
    const offset = Number(params["offset"] ?? 0);
    if (offset > 0) updates = updates.filter((update) => update.update_id >= offset);
    return botOk(updates.slice(0, UPDATES_MAX));
  }

  function setWebhook(params: BotParams): BotReply {
    const url = String(params["url"] ?? "");
    if (url !== "" && !url.startsWith("https:"))
      return botError(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
    webhook = url;
    return botOk(true);
  }

  return {
    inbox,
    botName,
    handle(given, method, params, now) {
      if (given !== token) return botError(401, "Unauthorized");
      switch (method) {
        case "getMe":
          return botOk(me);
        case "sendMessage":
          return sendMessage(params, now);
        case "getUpdates":
          return getUpdates(params);
        case "setWebhook":
          return setWebhook(params);
        case "deleteWebhook":
          return setWebhook({});
        default:
          return botError(404, "Not Found");
      }
    },
    start(payload, name, now) {
      const chat = { id: nextChat, name, isBlocked: false };
      nextChat += 1;
      remember(chats, String(chat.id), chat);
      say(chat, payload === "" ? "/start" : `/start ${payload}`, now);
      return chat.id;
    },
    say(chatId, text, now) {
      const chat = chats.get(String(chatId));
      if (chat) say(chat, text, now);
    },
    block(chatId, now) {
      const chat = chats.get(String(chatId));
      if (!chat) return;
      chat.isBlocked = true;
      const my_chat_member = { chat: chatOf(chat), date: secondsOf(now), new_chat_member: { user: me, status: "kicked" } };
      addUpdate({ my_chat_member });
    },
    hasUpdates: (params) => updates.some((update) => update.update_id >= Number(params["offset"] ?? 0)),
    clear() {
      inbox.clear();
      chats.clear();
      updates = [];
    },
  };
}
