import { toMailboxKey } from "@vriddhi/core/account/mailbox";
import { TRIAL_BAND, TRIAL_DAYS, TRIAL_PLAN } from "@vriddhi/core/billing/plans";
import type { Purchase } from "@vriddhi/core/billing/purchase";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, type MarketClock } from "@vriddhi/core/time/clock";
import { keyedHash } from "../../platform/crypto/derived-key.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { NotifySubscriber } from "../../platform/mail/subscription-notice.ts";
import { trialEndedMail } from "./trial.mails.ts";
import type { BrokerAccount, TrialPerson, TrialStore } from "./trial.store.ts";

const INCOMPLETE_AT_ONCE = 200;

export interface TrialDeps {
  readonly store: TrialStore;
  readonly clock: MarketClock;
  readonly notifySubscriber: NotifySubscriber;
  readonly phoneKey: Buffer;
  isActive(tx: Tx, userId: string): Promise<boolean>;
  grant(tx: Tx, userId: string, purchase: Purchase): Promise<{ readonly endsAt: EpochMs }>;
}

export interface TrialService {
  start(userId: string): Promise<Result<{ endsAt: EpochMs }, "trial_used" | "already_subscribed">>;
  /** A broker account was linked: if another user had a trial with it, this trial ends. */
  noteAccounts(tx: Tx, userId: string): Promise<void>;
  /** Checks phone numbers that were verified after the trial began. */
  noteLateNumbers(): Promise<void>;
}

class Refused extends Error {
  readonly code: "trial_used" | "already_subscribed";

  constructor(code: "trial_used" | "already_subscribed") {
    super(code);
    this.code = code;
  }
}

function demand(isSo: boolean, otherwise: Refused["code"]): void {
  if (!isSo) throw new Refused(otherwise);
}

/** Seven days, once ever per account, mailbox, verified number and broker account; no phone is needed (A9.5). */
export function createTrialService(deps: TrialDeps): TrialService {
  const { store, clock, notifySubscriber, phoneKey, isActive, grant } = deps;
  const hashOf = (phone: string) => keyedHash(phoneKey, "trial", phone);
  const keyOf = (kind: string, ...parts: readonly string[]) => keyedHash(phoneKey, "trial-key", kind, ...parts);
  const accountKey = ({ broker, clientId }: BrokerAccount) => keyOf("account", broker, clientId.toUpperCase());
  const keysOf = ({ email, phone, accounts }: TrialPerson): readonly Buffer[] => [
    keyOf("mailbox", toMailboxKey(email)),
    ...(phone === null ? [] : [keyOf("phone", phone)]),
    ...accounts.map(accountKey),
  ];

  const begin = (userId: string) =>
    store.transaction(async (tx) => {
      const person = await store.holdPerson(tx, userId);
      const startedAt = clock.now();
      demand(!(await store.hadTrial(tx, userId)), "trial_used");
      demand(await store.noteKeys(tx, userId, keysOf(person), startedAt), "trial_used");
      demand(!(await isActive(tx, userId)), "already_subscribed");
      const phoneHash = person.phone === null ? null : hashOf(person.phone);
      demand(await store.take(tx, { userId, phoneHash, startedAt }), "trial_used");
      return grant(tx, userId, { plan: TRIAL_PLAN, lengthMs: TRIAL_DAYS * DAY_MS, band: TRIAL_BAND });
    });

  return {
    async start(userId) {
      try {
        return ok(await begin(userId));
      } catch (cause) {
        if (cause instanceof Refused) return err(cause.code);
        throw cause;
      }
    },
    async noteAccounts(tx, userId) {
      if (!(await store.hadTrial(tx, userId))) return;
      const now = clock.now();
      const accounts = await store.accountsOf(tx, userId);
      if (await store.noteKeys(tx, userId, accounts.map(accountKey), now)) return;
      const ended = await store.endTrial(tx, userId, now);
      if (!ended) return;
      const mail = trialEndedMail({ name: ended.name, address: ended.email });
      await notifySubscriber(tx, { userId, key: "trial-ended", mail, isMailOwed: true });
    },
    async noteLateNumbers() {
      for (const { userId, startedAt } of await store.listIncomplete(INCOMPLETE_AT_ONCE))
        await store.transaction(async (tx) => {
          const person = await store.holdPerson(tx, userId);
          await store.noteKeys(tx, userId, keysOf(person), startedAt);
          if (person.phone !== null) await store.noteNumber(tx, userId, hashOf(person.phone));
        });
    },
  };
}
