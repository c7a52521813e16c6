import { randomUUID } from "node:crypto";
import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { newReference } from "./reference.ts";
import { deskMail, receivedMail } from "./support.mails.ts";
import type { SupportStore } from "./support.store.ts";

export interface SupportDeps {
  readonly store: SupportStore;
  readonly clock: HumanClock;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
}

export interface SupportQuestion {
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly body: string;
}

export interface SupportService {
  /** Replies with the thread's reference. */
  open(question: SupportQuestion): Promise<string>;
  /** A reference that leads nowhere, for what only a machine can have filled in. */
  ignore(): string;
}

export function createSupportService({ store, clock, limiter, postMail }: SupportDeps): SupportService {
  return {
    async open({ body, ...question }) {
      const thread = { ...question, id: randomUUID(), reference: newReference(), createdAt: clock.now() };
      // Strangers may type any address: it is acknowledged a few times a day, the message arrives in any case.
      const isAcknowledged = await limiter.take("support:address-day", question.email);
      await store.transaction(async (tx) => {
        await store.open(tx, thread, { id: randomUUID(), body });
        await postMail(tx, deskMail(thread, body));
        if (isAcknowledged) await postMail(tx, receivedMail(thread));
      });
      return thread.reference;
    },
    ignore: newReference,
  };
}
