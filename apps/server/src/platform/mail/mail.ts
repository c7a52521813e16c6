import { brand } from "@vriddhi/core/site/brand";
import nodemailer from "nodemailer";
import { z } from "zod";
import type { SecretBox } from "../crypto/secret-box.ts";
import type { Tx } from "../db/database.ts";
import type { JobQueue } from "../queue/queue.ts";

export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Queues a mail in the caller's transaction. */
export type PostMail = (tx: Tx, mail: Mail) => Promise<void>;

const mailShape = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
const jobShape = z.object({ sealed: z.string() });
/** A queued mail may carry a code, so it lies encrypted in the queue. */
const place = { table: "job", column: "mail", row: "", user: "" };

export const createPostMail =
  (queue: JobQueue, box: SecretBox): PostMail =>
  (tx, mail) =>
    queue.send(tx, "mail", { sealed: box.seal(JSON.stringify(mail), place) });

export interface MailTransport {
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

export function createMailTransport(smtpUrl: string): MailTransport {
  const { hostname, port, protocol, username, password } = new URL(smtpUrl);
  const isLoopback = hostname === "127.0.0.1" || hostname === "localhost";
  const transport = nodemailer.createTransport({
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
  return {
    async send(mail, id) {
      await transport.sendMail({ ...mail, from: brand.mailFrom, headers: { "X-Entity-Ref-ID": id } });
    },
    close: () => transport.close(),
  };
}

export const workMail = (queue: JobQueue, box: SecretBox, transport: MailTransport): Promise<void> =>
  queue.work("mail", async (payload, jobId) => {
    const { sealed } = jobShape.parse(payload);
    await transport.send(mailShape.parse(JSON.parse(box.open(sealed, place))), jobId);
  });
