import { useQuery } from "@tanstack/react-query";
import type { Reply } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";

/** Fast, because users wait for codes. Polled only while the page is visible. */
const INBOX_POLL_MS = 2_000;

export type CaughtMail = Reply<"GET", "/sandbox/mail">[number];
export type CaughtSms = Reply<"GET", "/sandbox/sms">[number];

export const useMail = () => useQuery({ ...read("/sandbox/mail"), refetchInterval: INBOX_POLL_MS });
export const useSms = () => useQuery({ ...read("/sandbox/sms"), refetchInterval: INBOX_POLL_MS });

export type CaughtPush = Reply<"GET", "/sandbox/push">[number];
export const useTelegram = () => useQuery({ ...read("/sandbox/telegram"), refetchInterval: INBOX_POLL_MS });
export const usePush = () => useQuery({ ...read("/sandbox/push"), refetchInterval: INBOX_POLL_MS });

/** More rows would not be read. */
export const SHOWN_MAX = 100;

export function findMessages<Message>(
  messages: readonly Message[],
  wanted: string,
  wordsOf: (message: Message) => readonly string[],
): readonly Message[] {
  const needle = wanted.trim().toLowerCase();
  return messages.filter((message) => wordsOf(message).some((word) => word.toLowerCase().includes(needle)));
}
