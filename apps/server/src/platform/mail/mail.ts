import { brand } from "@vriddhi/core/site/brand";
import nodemailer from "nodemailer";
import { z } from "zod";
import type { SecretBox } from "../crypto/secret-box.ts";
import type { Tx } from "../db/database.ts";
import type { JobQueue } from "../queue/queue.ts";
import { type MailParts, renderMail } from "./mail-layout.ts";

interface Envelope {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly attachment?: MailAttachment;
  readonly headers?: Readonly<Record<string, string>>;
}

export type MailAttachment =
  | { readonly kind: "invoice"; readonly orderId: string }
  | { readonly kind: "credit_note"; readonly refundId: string };

export interface DraftMail extends Envelope {
  readonly parts: MailParts;
}

export interface WrittenMail extends Envelope {
  readonly text: string;
  readonly html: string;
}

export type Mail = DraftMail | WrittenMail;

export type PostMail = (tx: Tx, mail: Mail) => Promise<void>;

export function writeMail(mail: Mail, site: URL): WrittenMail {
  if (!("parts" in mail)) return mail;
  const { parts, ...envelope } = mail;
  const { text, html } = renderMail(parts, site, mail.subject);
  return { ...envelope, text, html };
}

const mailShape = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachment: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("invoice"), orderId: z.string() }),
      z.object({ kind: z.literal("credit_note"), refundId: z.string() }),
    ])
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
const jobShape = z.object({ sealed: z.string() });
/** A queued mail may carry a code, so it is stored encrypted. */
const place = { table: "job", column: "mail", row: "", user: "" };

export const createPostMail =
  (queue: JobQueue, box: SecretBox, site: URL): PostMail =>
  (tx, mail) =>
    queue.send(tx, "mail", { sealed: box.seal(JSON.stringify(writeMail(mail, site)), place) });

export interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface MailTransport {
  send(mail: WrittenMail, id: string, file?: AttachedFile | null): Promise<void>;
  close(): void;
}

function openSmtp(smtpUrl: string) {
  const { hostname, port, protocol, username, password } = new URL(smtpUrl);
  const isLoopback = hostname === "127.0.0.1" || hostname === "localhost";
  return nodemailer.createTransport({
    host: hostname,
    port: Number(port || (protocol === "smtps:" ? 465 : 587)),
    secure: protocol === "smtps:",
    requireTLS: protocol === "smtp:" && !isLoopback,
    ignoreTLS: isLoopback,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
  });
}

/** Connects and logs in; sends nothing. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = openSmtp(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export function createMailTransport(smtpUrl: string): MailTransport {
  const transport = openSmtp(smtpUrl);
  return {
    async send({ to, subject, text, html, headers = {} }, id, file) {
      const attachments = file
        ? [{ filename: file.name, content: Buffer.from(file.bytes), contentType: "application/pdf" }]
        : [];
      const from = brand.mailFrom;
      await transport.sendMail({
        to,
        subject,
        text,
        html,
        from,
        attachments,
        headers: { ...headers, "X-Entity-Ref-ID": id },
      });
    },
    close: () => transport.close(),
  };
}

/** Generates a mail's file; `null`: it no longer exists, and the mail goes without it. */
export type FetchAttachment = (attachment: MailAttachment) => Promise<AttachedFile | null>;

export const workMail = (
  queue: Pick<JobQueue, "work">,
  box: SecretBox,
  transport: MailTransport,
  fetch: FetchAttachment,
): Promise<void> =>
  queue.work("mail", async (payload, jobId) => {
    const { sealed } = jobShape.parse(payload);
    const { attachment, headers, ...mail } = mailShape.parse(JSON.parse(box.open(sealed, place)));
    const file = attachment === undefined ? null : await fetch(attachment);
    await transport.send(headers === undefined ? mail : { ...mail, headers }, jobId, file);
  });
