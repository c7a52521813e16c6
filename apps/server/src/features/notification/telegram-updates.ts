import { hash } from "node:crypto";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { TelegramBot, TelegramUpdate } from "../../gateways/telegram/telegram-bot.ts";
import type { Tx } from "../../platform/db/database.ts";
import { chatReplies } from "./notification.messages.ts";
import type { NotificationStore } from "./notification.store.ts";

export const hashOfToken = (token: string): Buffer => hash("sha256", token, "buffer");

const START = /^\/start ([\w-]{1,64})$/;
const NAME_MAX = 60;

export interface UpdateDeps {
  readonly store: NotificationStore;
  readonly clock: HumanClock;
  readonly bot: TelegramBot;
  onChanged(tx: Tx, userId: string): Promise<void>;
  /** Notifies the account's owner that a chat was linked: the chat receives private messages. */
  notifyLinked(tx: Tx, userId: string): Promise<void>;
}

/** Processes the messages to the bot. They only link and unlink chats; none of them moves money. */
export function createReadUpdates({ store, clock, bot, onChanged, notifyLinked }: UpdateDeps) {
  async function link(tx: Tx, token: string, chat: { id: number; first_name?: string | undefined }): Promise<string> {
    const now = clock.now();
    const userId = await store.useToken(tx, hashOfToken(token), now);
    if (userId === null) return chatReplies.tokenWrong;
    const name = (chat.first_name ?? "Telegram").slice(0, NAME_MAX);
    await store.saveChat(tx, { userId, chatId: String(chat.id), name, linkedAt: now });
    await onChanged(tx, userId);
    await notifyLinked(tx, userId);
    return chatReplies.linked;
  }

  async function unlink(tx: Tx, chatId: string): Promise<void> {
    const userId = await store.removeChat(tx, { chatId });
    if (userId !== null) await onChanged(tx, userId);
  }

  async function handleUpdate(tx: Tx, { message, my_chat_member: member }: TelegramUpdate): Promise<string | null> {
    if (member?.new_chat_member.status === "kicked") await unlink(tx, String(member.chat.id));
    if (message?.chat.type !== "private") return null;
    const [, token] = START.exec(message.text ?? "") ?? [];
    if (token !== undefined) return link(tx, token, message.chat);
    if (message.text !== "/stop") return chatReplies.explained;
    await unlink(tx, String(message.chat.id));
    return chatReplies.unlinked;
  }

  /** Returns `false` when reading failed. A repeated update is processed once. */
  return async (signal: AbortSignal): Promise<boolean> => {
    const updates = await bot.updates(await store.nextUpdate(), signal);
    if (updates === null) return false;
    for (const update of updates) {
      const answer = await store.transaction(async (tx) =>
        (await store.passUpdate(tx, update.update_id)) ? handleUpdate(tx, update) : null,
      );
      if (answer !== null && update.message) await bot.send(String(update.message.chat.id), answer);
    }
    return true;
  };
}
