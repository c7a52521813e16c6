import { z } from "zod";
import type { Tx } from "../platform/db/database.ts";
import { type Mail, type WrittenMail, writeMail } from "../platform/mail/mail.ts";
import { createSealedJobs } from "../platform/queue/sealed-jobs.ts";
import type { Platform } from "./platform.ts";

const mail = z.object({
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

const mailJob = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset"), email: z.string() }),
  z.object({ kind: z.literal("resend"), email: z.string(), signupId: z.string().nullable() }),
  z.object({ kind: z.literal("new-address"), mail }),
  z.object({ kind: z.literal("login"), email: z.string(), isRight: z.boolean() }),
]);

export interface EnumerationSafeMails {
  mailReset(email: string): Promise<void>;
  mailResent(email: string, signupId: string | null): Promise<void>;
  mailLoginCode(email: string): Promise<void>;
  mailIfFree(mail: WrittenMail): Promise<void>;
}

/** Prevents account enumeration: enqueues exactly one job, and the worker looks up the account after the reply. */
export function openEnumerationSafeMail({ database, send, work, box, config }: Platform) {
  const jobs = createSealedJobs("doors", mailJob, { send, work, box });
  const ask = (job: z.infer<typeof mailJob>) => database.transaction((tx) => jobs.send(tx, job));
  return {
    askForReset: (email: string) => ask({ kind: "reset", email }),
    askForResend: (email: string, signupId: string | null) => ask({ kind: "resend", email, signupId }),
    askForNewAddress: (tx: Tx, draft: Mail) =>
      jobs.send(tx, { kind: "new-address", mail: writeMail(draft, config.publicUrl) }),
    askForLoginCode: (email: string, isRight: boolean) => ask({ kind: "login", email, isRight }),
    start: (mails: EnumerationSafeMails) =>
      jobs.work(async (job) => {
        switch (job.kind) {
          case "reset":
            return mails.mailReset(job.email);
          case "resend":
            return mails.mailResent(job.email, job.signupId);
          case "new-address":
            return mails.mailIfFree(job.mail);
          case "login":
            if (job.isRight) await mails.mailLoginCode(job.email);
        }
      }),
  };
}
