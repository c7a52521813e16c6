import { api } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";

/** The conversations that a page shows: an account's, or a visitor's in this browser. */
export type ThreadSource = "account" | "browser";

export const listThreads = (source: ThreadSource) =>
  source === "account" ? read("/support/threads") : read("/support/chats");

export const readThread = (source: ThreadSource, threadId: string) =>
  source === "account"
    ? read("/support/threads/{threadId}", { params: { threadId } })
    : read("/support/chats/{threadId}", { params: { threadId } });

export const writeToThread = (source: ThreadSource, threadId: string, message: string) =>
  source === "account"
    ? api("POST", "/support/threads/{threadId}/messages", { params: { threadId }, body: { message } })
    : api("POST", "/support/chats/{threadId}/messages", { params: { threadId }, body: { message } });

export const markThreadRead = (source: ThreadSource, threadId: string) =>
  source === "account"
    ? api("POST", "/support/threads/{threadId}/read", { params: { threadId } })
    : api("POST", "/support/chats/{threadId}/read", { params: { threadId } });
