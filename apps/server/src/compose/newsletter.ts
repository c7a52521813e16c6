import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { FastifyInstance } from "fastify";
import { createDeliveryStore, ISSUES_WAIT } from "../features/newsletter/delivery.store.pg.ts";
import { createIssueService } from "../features/newsletter/issue.service.ts";
import { createIssueStore } from "../features/newsletter/issue.store.pg.ts";
import { newsletterHandlers, serveOneClick } from "../features/newsletter/newsletter.routes.ts";
import { createReaderService } from "../features/newsletter/reader.service.ts";
import { createReaderStore } from "../features/newsletter/reader.store.pg.ts";
import { createSending } from "../features/newsletter/sending.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import { createMailTransport } from "../platform/mail/mail.ts";
import type { MarkdownWorkers } from "../platform/markdown/markdown-workers.ts";
import { isOwnerDead, ownName } from "../platform/process/worker-session.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;

export function composeNewsletter(platform: Platform, markdown: MarkdownWorkers, smtpUrl: string, closing: Closing) {
  const { config, database, humanClock: clock, limiter, postMail, log } = platform;
  const key = platform.keyFor("newsletter");
  const readers = createReaderService({ store: createReaderStore(database), clock, limiter, postMail, key });
  const issues = createIssueService({ store: createIssueStore(database), clock, markdown });
  return {
    handlers: newsletterHandlers(readers, issues),
    serve: (app: FastifyInstance): void => serveOneClick(app, readers),
    /** Workers send, over their own connection to the mail server: a long newsletter must not delay sign-in codes. */
    start(): void {
      if (!platform.isWorker) return;
      const transport = createMailTransport(smtpUrl);
      closing.add("newsletter's mail transport", transport.close);
      const sending = createSending({
        store: createDeliveryStore(database),
        clock,
        transport: watchCalls(transport, ["send"], platform.watch, "a newsletter was sent"),
        log,
        site: config.publicUrl,
        key,
        owner: ownName(),
        isOwnerDead,
        onRefused: readers.noteRefusal,
      });
      const whileSending = { everyMs: LOOK_EVERY_MS, waits: ISSUES_WAIT };
      const { stop } = platform.workWatch.pollWhile("newsletter", sending.run, whileSending);
      closing.add("newsletter", () => {
        sending.halt();
        return stop();
      });
    },
  };
}
