import { CONFIRM_WITHIN_MS, SOFT_BOUNCES_MAX } from "@vriddhi/core/blog/newsletter";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { confirmMail } from "./newsletter.mails.ts";
import type { ReaderStore } from "./newsletter.store.ts";
import { hashToken, newToken, readerOfToken } from "./reader-token.ts";

export interface ReaderServiceDeps {
  readonly store: ReaderStore;
  readonly clock: HumanClock;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
  readonly key: Buffer;
}

export type ReaderService = ReturnType<typeof createReaderService>;

/** Double opt-in: mails go only to readers who confirmed their address. */
export function createReaderService({ store, clock, limiter, postMail, key }: ReaderServiceDeps) {
  return {
    /** The same answer, whatever is known of the address. */
    async signUp(email: string): Promise<void> {
      // Anyone can type any address: it gets only a few mails a day.
      if (!(await limiter.take("newsletter:address-day", email))) return;
      const token = newToken();
      await store.transaction(async (tx) => {
        const reader = await store.open(tx, email, clock.now());
        if (reader.state === "confirmed") return;
        await store.setToken(tx, reader.id, hashToken(token), epochMs(clock.now() + CONFIRM_WITHIN_MS));
        await postMail(tx, confirmMail(email, token));
      });
    },
    async confirm(token: string): Promise<Result<null, "link_wrong" | "link_expired">> {
      const reader = await store.findByToken(hashToken(token));
      if (reader === null) return err("link_wrong");
      if (reader.state === "confirmed") return ok(null);
      if (reader.confirmUntil === null || reader.confirmUntil < clock.now()) return err("link_expired");
      await store.confirm(reader.id, clock.now());
      return ok(null);
    },
    async unsubscribe(token: string): Promise<boolean> {
      const id = readerOfToken(key, token);
      return id !== null && store.end(id, "unsubscribed", clock.now());
    },
    async noteBounce(email: string, isPermanent: boolean): Promise<void> {
      const reader = await store.findByEmail(email);
      if (reader === null || reader.state !== "confirmed") return;
      const soft = isPermanent ? null : await store.noteSoftBounce(email);
      await store.markLastBounced(reader.id, clock.now());
      if (isPermanent || (soft !== null && soft.count >= SOFT_BOUNCES_MAX))
        await store.end(reader.id, "bounced", clock.now());
    },
    async noteRefusal(email: string, isPermanent: boolean): Promise<void> {
      const reader = await store.findByEmail(email);
      if (reader === null) return;
      const soft = isPermanent ? null : await store.noteSoftBounce(email);
      if (isPermanent || (soft !== null && soft.count >= SOFT_BOUNCES_MAX))
        await store.end(reader.id, "bounced", clock.now());
    },
    counts: store.counts,
  };
}
