import { useQuery } from "@tanstack/react-query";
import type { Reply } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";

/** A code should be here before one has looked twice. Only while the page is looked at. */
const INBOX_POLL_MS = 2_000;

export type CaughtMail = Reply<"GET", "/sandbox/mail">[number];
export type CaughtSms = Reply<"GET", "/sandbox/sms">[number];

export const useMail = () => useQuery({ ...read("/sandbox/mail"), refetchInterval: INBOX_POLL_MS });
export const useSms = () => useQuery({ ...read("/sandbox/sms"), refetchInterval: INBOX_POLL_MS });

export type CaughtPush = Reply<"GET", "/sandbox/push">[number];
export const useTelegram = () => useQuery({ ...read("/sandbox/telegram"), refetchInterval: INBOX_POLL_MS });
export const usePush = () => useQuery({ ...read("/sandbox/push"), refetchInterval: INBOX_POLL_MS });

/** More rows would only be scrolled past. */
export const SHOWN_MAX = 100;

/** Those that contain what was typed, in any case, in one of their words. */
export function findMessages<Message>(
  messages: readonly Message[],
  wanted: string,
  wordsOf: (message: Message) => readonly string[],
): readonly Message[] {
  const needle = wanted.trim().toLowerCase();
  return messages.filter((message) => wordsOf(message).some((word) => word.toLowerCase().includes(needle)));
}
