import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

export const supportThreads = pgTable(
  "support_threads",
  {
    id: uuid().primaryKey(),
    reference: text().notNull().unique(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Of the visitor's token; `null` when written while signed in. */
    visitorHash: bytes("visitor_hash"),
    name: text().notNull(),
    /** As entered, unverified. */
    email: text().notNull(),
    topic: text().notNull(),
    status: text({ enum: ["open", "answered", "closed"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** When each side last wrote, last read, and was last mailed about unread messages. */
    writerAt: instant("writer_at").notNull(),
    deskAt: instant("desk_at"),
    writerReadAt: instant("writer_read_at"),
    deskReadAt: instant("desk_read_at"),
    writerMailedAt: instant("writer_mailed_at"),
    deskMailedAt: instant("desk_mailed_at"),
  },
  (table) => [
    index("support_threads_user").on(table.userId),
    index("support_threads_email").on(table.email),
    index("support_threads_visitor").on(table.visitorHash),
    index("support_threads_status").on(table.status, table.createdAt),
    check("support_threads_status_known", sql`${table.status} in ('open', 'answered', 'closed')`),
  ],
);

export const supportMessages = pgTable(
  "support_messages",
  {
    id: uuid().primaryKey(),
    threadId: uuid("thread_id")
      .notNull()
      .references(() => supportThreads.id, { onDelete: "cascade" }),
    author: text({ enum: ["writer", "desk"] }).notNull(),
    body: text().notNull(),
    byUserId: uuid("by_user_id"),
    /** Orders messages of the same millisecond. */
    seq: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("support_messages_thread").on(table.threadId, table.createdAt),
    check("support_messages_author_known", sql`${table.author} in ('writer', 'desk')`),
  ],
);

export const supportCanned = pgTable("support_canned", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  body: text().notNull(),
  createdAt: instant("created_at").notNull(),
});
