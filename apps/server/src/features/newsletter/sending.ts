import { SENDING_BATCH } from "@vriddhi/core/blog/newsletter";
import { epochMs, type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Logger } from "../../platform/log/logger.ts";
import { type MailTransport, writeMail } from "../../platform/mail/mail.ts";
import { issueMail } from "./newsletter.mails.ts";
import type { Addressee, DeliveryOutcome, DeliveryStore, Issue } from "./newsletter.store.ts";
import { unsubscribeToken } from "./reader-token.ts";

export interface SendingDeps {
  readonly store: DeliveryStore;
  readonly clock: HumanClock;
  readonly transport: Pick<MailTransport, "send">;
  readonly log: Logger;
  readonly site: URL;
  readonly key: Buffer;
  readonly owner: string;
  isOwnerDead(owner: string): boolean;
  onRefused(email: string, isPermanent: boolean): Promise<void>;
}

/** Longer than the slowest batch; after this time the claims of a process that cannot be checked expire. */
const GIVEN_UP_AFTER_MS = 15 * MINUTE_MS;

/** Well within the statement timeout. */
const FILLED_AT_ONCE = 2_000;

interface SmtpError {
  readonly responseCode?: number;
  readonly command?: string;
}

export function outcomeOf(cause: unknown): { readonly outcome: DeliveryOutcome; readonly isPermanent: boolean } {
  const { responseCode, command } = cause as SmtpError;
  if (responseCode !== undefined && responseCode >= 500) return { outcome: "refused", isPermanent: true };
  if (responseCode !== undefined && responseCode >= 400) return { outcome: "refused", isPermanent: false };
  return { outcome: command === "CONN" ? "waiting" : "unknown", isPermanent: false };
}

/**
 * A reader is claimed before the mail leaves: a crash leaves "sending", which becomes "unknown" and is never resent.
 */
export function createSending(deps: SendingDeps) {
  const { store, clock, transport, log, site, key, owner } = deps;
  let isHalted = false;

  async function mail(issue: Issue, { readerId, email }: Addressee) {
    try {
      const draft = issueMail(issue, email, unsubscribeToken(key, readerId), site);
      await transport.send(writeMail(draft, site), `${issue.id}-${readerId}`);
      return { readerId, email, outcome: "sent" as DeliveryOutcome, isPermanent: false };
    } catch (cause) {
      return { readerId, email, ...outcomeOf(cause) };
    }
  }

  /** `true` when there may be more; `false` when all readers are done or the mail server is down. */
  async function sendBatch(issue: Issue): Promise<boolean> {
    const batch = await store.claim(issue.id, SENDING_BATCH, owner, clock.now());
    if (batch.length === 0) return false;
    const outcomes = await Promise.all(batch.map((addressee) => mail(issue, addressee)));
    await store.settle(issue.id, outcomes, owner, clock.now());
    for (const { email, outcome, isPermanent } of outcomes)
      if (outcome === "refused") await deps.onRefused(email, isPermanent);
    return !outcomes.some(({ outcome }) => outcome === "waiting");
  }

  /** Enqueuing and mailing alternate, so that the first readers do not wait for the last. */
  async function serve(issue: Issue): Promise<void> {
    for (let hasMore = true; hasMore && !isHalted; ) {
      hasMore = await store.fill(issue.id, FILLED_AT_ONCE, clock.now());
      while (!isHalted && (await sendBatch(issue)));
    }
  }

  async function giveUpTheDead(): Promise<void> {
    const dead = (await store.owners()).filter((each) => each !== owner && deps.isOwnerDead(each));
    const before = epochMs(clock.now() - GIVEN_UP_AFTER_MS);
    const count = await store.giveUp(dead, before, clock.now());
    if (count > 0) log.warn({ count }, "newsletter: mails with an unknown outcome, not resent");
  }

  return {
    async run(): Promise<void> {
      const running = await store.running();
      if (running.length === 0) return;
      await giveUpTheDead();
      for (const issue of running) {
        await serve(issue);
        if (await store.finish(issue.id, clock.now())) log.info({ issue: issue.id }, "newsletter: issue sent");
      }
    },
    /** Finishes the current batch and begins no other. */
    halt(): void {
      isHalted = true;
    },
  };
}
