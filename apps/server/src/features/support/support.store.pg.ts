import type { Database } from "../../platform/db/database.ts";
import { supportMessages, supportThreads } from "../../platform/db/schema/support.ts";
import type { SupportStore } from "./support.store.ts";

export const createSupportStore = ({ transaction }: Database): SupportStore => ({
  transaction,
  async open({ db }, thread, { id, body }) {
    const { createdAt } = thread;
    await db.insert(supportThreads).values({ ...thread, status: "open", writerAt: createdAt, deskMailedAt: createdAt });
    await db.insert(supportMessages).values({ id, threadId: thread.id, author: "writer", body, createdAt });
  },
});
