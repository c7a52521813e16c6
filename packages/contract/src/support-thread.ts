import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_TOPICS,
  toPlainMessage,
} from "@vriddhi/core/site/support-message";
import { CANNED_TITLE_MAX, supportAuthors, supportThreadStates } from "@vriddhi/core/site/support-thread";
import { z } from "zod";
import { said } from "./account-fields.ts";
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
  body: z.string().describe("plain text, to be shown as it is"),
  at,
});

const shared = {
  id: z.uuid(),
  reference: z.string().describe("names the thread in every mail about it"),
  topic: z.enum(SUPPORT_TOPICS),
  status: z.enum(supportThreadStates),
  created_at: at,
  changed_at: at.describe("of the last message"),
  is_unread: z.boolean().describe("the other side has written since the caller's side looked"),
  last_author: z.enum(supportAuthors),
  excerpt: z.string().describe("how the last message begins"),
};

const thread = z.strictObject(shared);

const deskThread = z.strictObject({
  ...shared,
  user_id: z.uuid().nullable().describe("null: written without being signed in"),
  name: z.string(),
  email: z.string().describe("of the account; as typed where there is none"),
  is_read_by_writer: z.boolean(),
});

const deskMessage = z.strictObject({
  ...message.shape,
  by: z.string().nullable().describe("who at the desk wrote it"),
});

const canned = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  is_own: z.boolean().describe("false: it came with the product and stays"),
});

const params = z.strictObject({ threadId: z.uuid() });
const answer = z.strictObject({ message: textOf(1) });

/** Conversations with the support desk. Those of another account or browser are a 404. */
export const supportThreadEndpoints = {
  listThreads: endpoint({
    method: "GET",
    path: "/support/threads",
    summary: "The caller's conversations with the support desk, the last changed first",
    access: "user",
    reply: z.strictObject({ threads: z.array(thread) }),
    problems: [],
  }),
  openThread: endpoint({
    method: "POST",
    path: "/support/threads",
    summary: "Begin a conversation with the support desk",
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
    summary: "Go on with one of the caller's conversations; a closed one opens again",
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
    summary: "The caller has seen everything up to now, so that no mail follows",
    access: "user",
    params,
    reply: said,
    problems: [],
  }),
  listChats: endpoint({
    method: "GET",
    path: "/support/chats",
    summary: "Conversations that were begun in this browser without being signed in; a cookie holds them together",
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
    summary: "Go on with one of this browser's conversations; a closed one opens again",
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
    summary: "This browser has shown everything up to now",
    access: "public",
    params,
    reply: said,
    problems: [],
  }),
  listDeskThreads: endpoint({
    method: "GET",
    path: "/api/admin/support/threads",
    summary: "Conversations with people, those that wait for the desk first",
    access: "support",
    query: z.strictObject({
      status: z.enum(supportThreadStates).optional(),
      user_id: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    reply: z.strictObject({ threads: z.array(deskThread), waiting: z.int().describe("that wait for the desk") }),
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
    summary: "Answer; by mail to whoever is away or was not signed in",
    access: "admin",
    params,
    body: answer,
    reply: z.strictObject({ message: deskMessage }),
    problems: [],
  }),
  markDeskThreadRead: endpoint({
    method: "POST",
    path: "/api/admin/support/threads/{threadId}/read",
    summary: "The desk has seen everything up to now",
    access: "admin",
    params,
    reply: said,
    problems: [],
  }),
  closeThread: endpoint({
    method: "POST",
    path: "/api/admin/support/threads/{threadId}/close",
    summary: "The question is settled; a further word of the writer opens it again",
    access: "admin",
    params,
    reply: said,
    problems: [],
  }),
  listCannedAnswers: endpoint({
    method: "GET",
    path: "/api/admin/support/canned",
    summary: "Answers that are given often",
    access: "support",
    reply: z.strictObject({ answers: z.array(canned) }),
    problems: [],
  }),
  addCannedAnswer: endpoint({
    method: "POST",
    path: "/api/admin/support/canned",
    summary: "Keep an answer for the next time",
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
    summary: "Forget a kept answer",
    access: "admin",
    params: z.strictObject({ cannedId: z.uuid() }),
    reply: said,
    problems: [],
  }),
  streamDeskEvents: endpoint({
    method: "GET",
    path: "/api/admin/events",
    summary: "What changes at the desk, as it changes; goes on after Last-Event-ID",
    access: "support",
    stream: "text/event-stream",
    reply: streamReply,
    problems: [],
  }),
};
