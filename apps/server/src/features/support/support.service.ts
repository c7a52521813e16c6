import { createHash, randomBytes, randomUUID } from "node:crypto";
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
  /** The chat token of the browser; `null` for a signed-in user. */
  readonly visitorToken: string | null;
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly body: string;
}

export interface OpenedThread {
  readonly reference: string;
  readonly threadId: string;
}

export interface SupportService {
  open(question: SupportQuestion): Promise<OpenedThread>;
  /** A fake thread, for forms that only a bot fills in that way. */
  ignore(): OpenedThread;
}

const VISITOR_TOKEN_BYTES = 32;
export const newVisitorToken = (): string => randomBytes(VISITOR_TOKEN_BYTES).toString("base64url");
export const visitorHashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

export function createSupportService({ store, clock, limiter, postMail }: SupportDeps): SupportService {
  return {
    async open({ body, visitorToken, ...question }) {
      const visitorHash = visitorToken === null ? null : visitorHashOf(visitorToken);
      const thread = { ...question, visitorHash, id: randomUUID(), reference: newReference(), createdAt: clock.now() };
      // Anyone can type any address: it gets only a few confirmations a day. The message arrives in any case.
      const isAcknowledged = await limiter.take("support:address-day", question.email);
      await store.transaction(async (tx) => {
        await store.open(tx, thread, { id: randomUUID(), body });
        await postMail(tx, deskMail(thread, body));
        if (isAcknowledged) await postMail(tx, receivedMail(thread));
      });
      return { reference: thread.reference, threadId: thread.id };
    },
    ignore: () => ({ reference: newReference(), threadId: randomUUID() }),
  };
}
