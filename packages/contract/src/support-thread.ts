import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_TOPICS,
  toPlainMessage,
} from "@vriddhi/core/site/support-message";
import { CANNED_TITLE_MAX, supportAuthors, supportThreadStates } from "@vriddhi/core/site/support-thread";
import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint, streamReply } from "./endpoint.ts";

const at = z.iso.datetime();

const textOf = (least: number) =>
  z
    .string()
    .max(SUPPORT_MESSAGE_MAX, `Message must be at most ${SUPPORT_MESSAGE_MAX} characters`)
    .transform(toPlainMessage)
    .refine(
      (text) => text.length >= least,
      least > 1 ? `Please describe your question in at least ${least} characters` : "Please write something",
    );

const message = z.strictObject({
  id: z.uuid(),
  author: z.enum(supportAuthors),
  body: z.string().describe("plain text, shown unchanged"),
  at,
});

const shared = {
  id: z.uuid(),
  reference: z.string().describe("identifies the thread in every mail about it"),
  topic: z.enum(SUPPORT_TOPICS),
  status: z.enum(supportThreadStates),
  created_at: at,
  changed_at: at.describe("of the last message"),
  is_unread: z.boolean().describe("unread messages of the other side"),
  last_author: z.enum(supportAuthors),
  excerpt: z.string().describe("start of the last message"),
};

const thread = z.strictObject(shared);

const deskThread = z.strictObject({
  ...shared,
  user_id: z.uuid().nullable().describe("null: written without signing in"),
  name: z.string(),
  email: z.string().describe("of the account; as typed if there is none"),
  is_read_by_writer: z.boolean(),
});

const deskMessage = z.strictObject({
  ...message.shape,
  by: z.string().nullable().describe("the member of staff who wrote it"),
});

const canned = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  is_own: z.boolean().describe("false: comes with the product and cannot be deleted"),
});

const params = z.strictObject({ threadId: z.uuid() });
const answer = z.strictObject({ message: textOf(1) });

/** Conversations with support. Those of another account or browser are a 404. */
export const supportThreadEndpoints = {
  listThreads: endpoint({
    method: "GET",
    path: "/support/threads",
    summary: "The caller's conversations with support, last changed first",
    access: "user",
    reply: z.strictObject({ threads: z.array(thread) }),
    problems: [],
  }),
  openThread: endpoint({
    method: "POST",
    path: "/support/threads",
    summary: "Begin a conversation with support",
    access: "user",
    limit: "support-write",
    body: z.strictObject({ topic: z.enum(SUPPORT_TOPICS), message: textOf(SUPPORT_MESSAGE_MIN) }),
    reply: z.strictObject({ thread }),
    problems: ["threads_full"],
  }),
  readThread: endpoint({
    method: "GET",
    path: "/support/threads/{threadId}",
    summary: "One of the caller's conversations, message by message",
    access: "user",
    params,
    reply: z.strictObject({ thread, messages: z.array(message) }),
    problems: [],
  }),
  writeToThread: endpoint({
    method: "POST",
    path: "/support/threads/{threadId}/messages",
    summary: "Reply in one of the caller's conversations; reopens a closed one",
    access: "user",
    limit: "support-write",
    params,
    body: answer,
    reply: z.strictObject({ message }),
    problems: [],
  }),
  markThreadRead: endpoint({
    method: "POST",
    path: "/support/threads/{threadId}/read",
    summary: "Mark one of the caller's conversations as read, so that no mail follows",
    access: "user",
    params,
    reply: messageReply,
    problems: [],
  }),
  listChats: endpoint({
    method: "GET",
    path: "/support/chats",
    summary: "Conversations begun in this browser without signing in, linked by a cookie",
    access: "public",
    reply: z.strictObject({ threads: z.array(thread) }),
    problems: [],
  }),
  readChat: endpoint({
    method: "GET",
    path: "/support/chats/{threadId}",
    summary: "One of this browser's conversations, message by message",
    access: "public",
    params,
    reply: z.strictObject({ thread, messages: z.array(message) }),
    problems: [],
  }),
  writeToChat: endpoint({
    method: "POST",
    path: "/support/chats/{threadId}/messages",
    summary: "Reply in one of this browser's conversations; reopens a closed one",
    access: "public",
    limit: "support-write",
    params,
    body: answer,
    reply: z.strictObject({ message }),
    problems: [],
  }),
  markChatRead: endpoint({
    method: "POST",
    path: "/support/chats/{threadId}/read",
    summary: "Mark one of this browser's conversations as read",
    access: "public",
    params,
    reply: messageReply,
    problems: [],
  }),
  listDeskThreads: endpoint({
    method: "GET",
    path: "/api/admin/support/threads",
    summary: "Conversations with users, those that wait for support first",
    access: "support",
    query: z.strictObject({
      status: z.enum(supportThreadStates).optional(),
      user_id: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    reply: z.strictObject({ threads: z.array(deskThread), waiting: z.int().describe("waiting for support") }),
    problems: [],
  }),
  readDeskThread: endpoint({
    method: "GET",
    path: "/api/admin/support/threads/{threadId}",
    summary: "One conversation, message by message",
    access: "support",
    params,
    reply: z.strictObject({ thread: deskThread, messages: z.array(deskMessage) }),
    problems: [],
  }),
  answerThread: endpoint({
    method: "POST",
    path: "/api/admin/support/threads/{threadId}/messages",
    summary: "Answer; by mail to a writer who is away or not signed in",
    access: "admin",
    params,
    body: answer,
    reply: z.strictObject({ message: deskMessage }),
    problems: [],
  }),
  markDeskThreadRead: endpoint({
    method: "POST",
    path: "/api/admin/support/threads/{threadId}/read",
    summary: "Mark a conversation as read by support",
    access: "admin",
    params,
    reply: messageReply,
    problems: [],
  }),
  closeThread: endpoint({
    method: "POST",
    path: "/api/admin/support/threads/{threadId}/close",
    summary: "Close the question; a new message of the writer reopens it",
    access: "admin",
    params,
    reply: messageReply,
    problems: [],
  }),
  listCannedAnswers: endpoint({
    method: "GET",
    path: "/api/admin/support/canned",
    summary: "Frequent answers",
    access: "support",
    reply: z.strictObject({ answers: z.array(canned) }),
    problems: [],
  }),
  addCannedAnswer: endpoint({
    method: "POST",
    path: "/api/admin/support/canned",
    summary: "Store an answer for reuse",
    access: "admin",
    body: z.strictObject({
      title: z
        .string()
        .max(CANNED_TITLE_MAX)
        .transform(toPlainMessage)
        .refine((text) => text !== "", "Please name it"),
      body: textOf(1),
    }),
    reply: z.strictObject({ answer: canned }),
    problems: ["canned_full"],
  }),
  dropCannedAnswer: endpoint({
    method: "DELETE",
    path: "/api/admin/support/canned/{cannedId}",
    summary: "Delete a stored answer",
    access: "admin",
    params: z.strictObject({ cannedId: z.uuid() }),
    reply: messageReply,
    problems: [],
  }),
  streamDeskEvents: endpoint({
    method: "GET",
    path: "/api/admin/events",
    summary: "Back-office changes as server-sent events; resumes after Last-Event-ID",
    access: "support",
    stream: "text/event-stream",
    reply: streamReply,
    problems: [],
  }),
};
