import type { EpochMs } from "@vriddhi/core/time/clock";
import { type Caught, createInbox, type Inbox } from "../inbox/inbox.ts";
import { type Memory, noMemory } from "../journal/memory.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO, UTC. */
  readonly at: string;
}

export type CaughtMail = Caught<Mail>;

const toAddressKey = (address: string): string => address.trim().toLowerCase();

export const createMailInbox = (memory: Memory<Mail> = noMemory): Inbox<Mail> =>
  createInbox<Mail>({ idPrefix: "mail", toKey: toAddressKey, memory });

/** The one address that does not exist, for whoever wants to see a mail come back. */
export const isBouncing = (address: string): boolean => toAddressKey(address).startsWith("bounce@");

/** A message to several recipients lies in the mailbox of each. */
export function toMails(
  message: { readonly subject?: string | undefined; readonly text?: string | undefined; readonly html: string | false },
  recipients: readonly string[],
  now: EpochMs,
): readonly Mail[] {
  const { subject = "", text = "" } = message;
  const html = message.html === false ? "" : message.html;
  return recipients.map((to) => ({ to, subject, text: text.trimEnd(), html, at: new Date(now).toISOString() }));
}
