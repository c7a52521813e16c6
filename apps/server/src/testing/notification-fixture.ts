import { eventually } from "@vriddhi/testing/eventually";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { Notice } from "../features/notification/notice.ts";
import { createNotificationStore } from "../features/notification/notification.store.pg.ts";
import { createNotifier } from "../features/notification/notifier.ts";
import { Secret } from "../platform/config/secret.ts";
import { openSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createPostMail } from "../platform/mail/mail.ts";
import { startQueue } from "../platform/queue/queue.ts";
import { TEST_MASTER_KEY, type TestProduct, type TestSession } from "./product.ts";

export interface Delivered {
  readonly channel: string;
  readonly state: string;
  readonly attempts: number;
  readonly reason: string | null;
}

export interface NotificationFixture {
  notify(notice: Notice): Promise<void>;
  /** Rolled back at the end. */
  notifyInVain(notice: Notice): Promise<void>;
  deliveriesOf(userId: string): Promise<readonly Delivered[]>;
  /** Resolves when no due job is waiting. */
  settled(userId: string): Promise<readonly Delivered[]>;
  hurry(): Promise<void>;
  addDevice(as: TestSession): Promise<{ readonly id: string; readonly to: string }>;
  linkChat(as: TestSession): Promise<string>;
  close(): Promise<void>;
}

export async function openNotificationFixture(
  product: TestProduct,
  clock: VirtualClock,
  marketClock = clock,
): Promise<NotificationFixture> {
  const database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => undefined });
  const box = await openSecretBox(database, new Secret(TEST_MASTER_KEY));
  const queue = await startQueue(product.databaseUrl, { workWatch: null, log: createLogger("silent") });
  const notifier = createNotifier({
    store: createNotificationStore(database),
    clock,
    marketClock,
    box,
    publicUrl: product.config.publicUrl,
    postMail: createPostMail(queue, box, product.config.publicUrl),
    queue: (tx, job, delaySeconds) => queue.send(tx, "notify", job, delaySeconds),
    onNotified: async () => undefined,
  });
  const deliveriesOf = (userId: string) =>
    product.query<Delivered>(
      "SELECT channel, state, attempts, reason FROM notification_deliveries WHERE user_id = $1 ORDER BY channel, target",
      [userId],
    );
  const isBusy = async () =>
    (
      await product.query(
        `SELECT 1 FROM pgboss.job WHERE name IN ('notify', 'mail') AND start_after <= now()
         AND state NOT IN ('completed', 'cancelled', 'failed')`,
      )
    ).length > 0;

  return {
    notify: (notice) => database.transaction((tx) => notifier.notify(tx, notice)),
    async notifyInVain(notice) {
      const undone = new Error("undone");
      const work = database.transaction(async (tx) => {
        await notifier.notify(tx, notice);
        throw undone;
      });
      await work.catch((cause: unknown) => {
        if (cause !== undone) throw cause;
      });
    },
    deliveriesOf,
    async settled(userId) {
      return eventually("messages are still waiting", async () => ((await isBusy()) ? null : deliveriesOf(userId)));
    },
    async hurry() {
      await product.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'notify' AND state = 'created'");
    },
    async addDevice(as) {
      const subscription = (await product.send("POST", "/sandbox/push/devices")).json();
      const reply = await product.send("POST", "/notifications/push", { as, body: subscription });
      return { id: reply.json().id, to: subscription.endpoint.split("/").at(-1) };
    },
    async linkChat(as) {
      const { url } = (await product.send("POST", "/notifications/telegram", { as })).json();
      const start = new URL(url).searchParams.get("start") ?? "";
      await fetch(url, { method: "POST", body: new URLSearchParams({ start }) });
      return eventually("the chat is linked", async () => {
        const [row] = await product.query<{ chat_id: string }>(
          "SELECT chat_id FROM telegram_chats JOIN telegram_tokens USING (user_id) WHERE used_at IS NOT NULL ORDER BY linked_at DESC, chat_id DESC LIMIT 1",
        );
        const { chat } = (await product.send("GET", "/notifications/preferences", { as })).json().telegram;
        return row && chat ? row.chat_id : null;
      });
    },
    async close() {
      await queue.stop();
      await database.close();
    },
  };
}
