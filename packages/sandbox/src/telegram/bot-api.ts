import type { EpochMs } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import { DurableMap, noPartLog, noPartLogs, type PartLogs } from "../event-log/part-log.ts";
import { createInbox, type Inbox } from "../inbox/inbox.ts";

export interface TelegramMessage {
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
  readonly isBlocked: boolean;
}

export type BotParams = Readonly<Record<string, unknown>>;

export interface BotApi {
  readonly inbox: Inbox<TelegramMessage>;
  readonly botName: string;
  /** Pure. `getUpdates` returns the current updates at once: the shell implements waiting. */
  handle(token: string, method: string, params: BotParams, now: EpochMs): BotReply;
  /** A user opens the bot's link and presses Start; the chat's id. */
  start(payload: string, name: string, now: EpochMs): number;
  say(chatId: number, text: string, now: EpochMs): void;
  block(chatId: number, now: EpochMs): void;
  hasUpdates(params: BotParams): boolean;
  clear(): void;
}

const TEXT_MAX = 4_096;
const UPDATES_MAX = 100;
/** Chat numbers start here, so that one from before a restart is recognised. */
const CHATS_FROM = 1_000_000_000_000;

const botOk = (result: unknown): BotReply => ({ status: 200, body: { ok: true, result } });
export const botError = (status: number, description: string, parameters?: object): BotReply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

export interface BotOptions {
  readonly token: string;
  readonly botName: string;
  /** Numbers start here, so that none from before a restart is reused. */
  readonly startedAt: EpochMs;
  readonly memories?: PartLogs;
}

type Post = { readonly update: Update } | { readonly readTo: number };

const afterPost = (updates: readonly Update[], entry: Post): readonly Update[] =>
  "update" in entry ? [...updates, entry.update] : updates.filter(({ update_id: number }) => number >= entry.readTo);

function createChats({ botName, startedAt, memories = noPartLogs }: BotOptions) {
  const chats = new DurableMap<Chat>(memories.memory("telegram.chats"));
  const post = memories.memory<Post>("telegram.updates");
  const me = { id: 7_000_000, is_bot: true, first_name: "Sandbox bot", username: botName };
  let updates: readonly Update[] = post.past.reduce(afterPost, []);
  const numbers = post.past.flatMap((entry) => ("update" in entry ? [entry.update.update_id + 1] : []));
  let nextUpdate = Math.max(Math.floor(startedAt / 1000), numbers.at(-1) ?? 0);
  let nextChat: number = Math.max(startedAt, CHATS_FROM, ...[...chats.values()].map(({ id }) => id + 1));
  let nextMessage = 1;
  const secondsOf = (now: EpochMs): number => Math.floor(now / 1000);
  const chatOf = ({ id, name }: Chat) => ({ id, type: "private", first_name: name });
  const addUpdate = (parts: object): void => {
    const update = { update_id: nextUpdate, ...parts };
    post.note({ update });
    updates = afterPost(updates, { update });
    nextUpdate += 1;
  };
  const messageIn = (chat: Chat, from: object, text: string, now: EpochMs) => {
    nextMessage += 1;
    return { message_id: nextMessage, from, chat: chatOf(chat), date: secondsOf(now), text };
  };

  return {
    me,
    messageIn,
    find: (id: unknown): Chat | null => chats.get(String(id)) ?? fromBefore(Number(id), startedAt),
    open(name: string): Chat {
      const chat = { id: nextChat, name, isBlocked: false };
      nextChat += 1;
      lruPut(chats, String(chat.id), chat);
      return chat;
    },
    say(chat: Chat, text: string, now: EpochMs): void {
      addUpdate({ message: messageIn(chat, { id: chat.id, is_bot: false, first_name: chat.name }, text, now) });
    },
    block(chat: Chat, now: EpochMs): void {
      chats.set(String(chat.id), { ...chat, isBlocked: true });
      const new_chat_member = { user: me, status: "kicked" };
      addUpdate({ my_chat_member: { chat: chatOf(chat), date: secondsOf(now), new_chat_member } });
    },
    /** Those from `offset` on; earlier ones were read. */
    readFrom(offset: number): readonly Update[] {
      const isRead = offset > 0 && updates.some((update) => update.update_id < offset);
      if (isRead) post.note({ readTo: offset });
      if (isRead) updates = afterPost(updates, { readTo: offset });
      return updates.slice(0, UPDATES_MAX);
    },
    clear() {
      chats.clear();
      updates = [];
    },
  };
}

const fromBefore = (id: number, startedAt: EpochMs): Chat | null =>
  id >= CHATS_FROM && id < startedAt ? { id, name: "Unknown", isBlocked: false } : null;

export function createBotApi(options: BotOptions): BotApi {
  const { token, botName } = options;
  const memory = options.memories?.memory<TelegramMessage>("telegram") ?? noPartLog;
  const inbox = createInbox<TelegramMessage>({ idPrefix: "telegram", toKey: (chat) => chat, memory });
  const chats = createChats(options);
  let webhook = "";

  function sendMessage({ chat_id: chatId, text }: BotParams, now: EpochMs): BotReply {
    const chat = chats.find(chatId);
    if (typeof text !== "string" || text.trim() === "") return botError(400, "Bad Request: message text is empty");
    if (text.length > TEXT_MAX) return botError(400, "Bad Request: message is too long");
    if (!chat) return botError(400, "Bad Request: chat not found");
    if (chat.isBlocked) return botError(403, "Forbidden: bot was blocked by the user");
    inbox.add({ to: String(chat.id), text, at: new Date(now).toISOString() });
    return botOk(chats.messageIn(chat, chats.me, text, now));
  }

  const getUpdates = (params: BotParams): BotReply =>
    webhook === ""
      ? botOk(chats.readFrom(Number(params["offset"] ?? 0)))
      : botError(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first");

  function setWebhook(params: BotParams): BotReply {
    const url = String(params["url"] ?? "");
    if (url !== "" && !url.startsWith("https:"))
      return botError(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
    webhook = url;
    return botOk(true);
  }

  const methods: Readonly<Record<string, (params: BotParams, now: EpochMs) => BotReply>> = {
    getMe: () => botOk(chats.me),
    sendMessage,
    getUpdates,
    setWebhook,
    deleteWebhook: () => setWebhook({}),
  };

  return {
    inbox,
    botName,
    handle(given, method, params, now) {
      if (given !== token) return botError(401, "Unauthorized");
      return methods[method]?.(params, now) ?? botError(404, "Not Found");
    },
    start(payload, name, now) {
      const chat = chats.open(name);
      chats.say(chat, payload === "" ? "/start" : `/start ${payload}`, now);
      return chat.id;
    },
    say(chatId, text, now) {
      const chat = chats.find(chatId);
      if (chat) chats.say(chat, text, now);
    },
    block(chatId, now) {
      const chat = chats.find(chatId);
      if (chat) chats.block(chat, now);
    },
    hasUpdates: (params) => chats.readFrom(Number(params["offset"] ?? 0)).length > 0,
    clear() {
      inbox.clear();
      chats.clear();
    },
  };
}
