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
  /** This process, and whether another one is proved dead. */
  readonly owner: string;
  isOwnerDead(owner: string): boolean;
  /** An address that the mail server refused: for good, or for now. */
  onRefused(email: string, isPermanent: boolean): Promise<void>;
}

/** Longer than the slowest batch takes. Whoever died where nobody can prove it is given up then. */
const GIVEN_UP_AFTER_MS = 15 * MINUTE_MS;

/** Well within the time that a statement may take. */
const FILLED_AT_ONCE = 2_000;

interface SmtpError {
  readonly responseCode?: number;
  readonly command?: string;
}

/** What a failure says about the mail: it was refused, it was never handed over, or nobody knows. */
export function outcomeOf(cause: unknown): { readonly outcome: DeliveryOutcome; readonly isPermanent: boolean } {
  const { responseCode, command } = cause as SmtpError;
  if (responseCode !== undefined && responseCode >= 500) return { outcome: "refused", isPermanent: true };
  if (responseCode !== undefined && responseCode >= 400) return { outcome: "refused", isPermanent: false };
  return { outcome: command === "CONN" ? "waiting" : "unknown", isPermanent: false };
}

/**
 * Mails issues to their readers. A reader is marked before the mail leaves and settled after it: whatever dies in between
 * leaves them as "sending", which becomes "unknown" and is never sent again. Nobody gets an issue twice.
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

  /** True: there may be more. False: everybody is served, or the mail server is away for now. */
  async function sendBatch(issue: Issue): Promise<boolean> {
    const batch = await store.claim(issue.id, SENDING_BATCH, owner, clock.now());
    if (batch.length === 0) return false;
    const told = await Promise.all(batch.map((addressee) => mail(issue, addressee)));
    await store.settle(issue.id, told, owner, clock.now());
    for (const { email, outcome, isPermanent } of told)
      if (outcome === "refused") await deps.onRefused(email, isPermanent);
    return !told.some(({ outcome }) => outcome === "waiting");
  }

  /** List and mails take turns, so that the first readers need not wait until the last is on the list. */
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
    /** One turn of a worker: until everybody is served, or it is told to stop. */
    async run(): Promise<void> {
      const running = await store.running();
      if (running.length === 0) return;
      await giveUpTheDead();
      for (const issue of running) {
        await serve(issue);
        if (await store.finish(issue.id, clock.now())) log.info({ issue: issue.id }, "newsletter: issue sent");
      }
    },
    /** The batch in hand is finished, no other is begun. */
    halt(): void {
      isHalted = true;
    },
  };
}
