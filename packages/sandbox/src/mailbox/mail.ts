import type { EpochMs } from "@vriddhi/core/time/clock";
import { noPartLog, type PartLog } from "../event-log/part-log.ts";
import { type Caught, createInbox, type Inbox } from "../inbox/inbox.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly AttachedFile[];
  /** ISO, UTC. */
  readonly at: string;
}

export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

interface ParsedAttachment {
  readonly filename?: string | undefined;
  readonly contentType: string;
  readonly size: number;
}

export type CaughtMail = Caught<Mail>;

const toAddressKey = (address: string): string => address.trim().toLowerCase();

export const createMailInbox = (memory: PartLog<Mail> = noPartLog): Inbox<Mail> =>
  createInbox<Mail>({ idPrefix: "mail", toKey: toAddressKey, memory });

/** The one address that bounces. */
export const isBouncing = (address: string): boolean => toAddressKey(address).startsWith("bounce@");

/** A message to several recipients is in the mailbox of each. */
export function toMails(
  message: {
    readonly subject?: string | undefined;
    readonly text?: string | undefined;
    readonly html: string | false;
    readonly attachments?: readonly ParsedAttachment[];
  },
  recipients: readonly string[],
  now: EpochMs,
): readonly Mail[] {
  const { subject = "", text = "" } = message;
  const html = message.html === false ? "" : message.html;
  const attachments = (message.attachments ?? []).map(({ filename = "", contentType, size }) => ({
    name: filename,
    type: contentType,
    bytes: size,
  }));
  const at = new Date(now).toISOString();
  return recipients.map((to) => ({ to, subject, text: text.trimEnd(), html, attachments, at }));
}
