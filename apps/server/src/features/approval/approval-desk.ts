import { randomBytes } from "node:crypto";
import { APPROVAL_WINDOW_MS } from "@vriddhi/core/risk/approval";
import { type EpochMs, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Executor } from "@vriddhi/execution/executor-model";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { Tx } from "../../platform/db/database.ts";
import { hashOfToken } from "./approval.service.ts";
import type { ApprovalStore, NewOffer, WaitingEntry } from "./approval.store.ts";
import { clockTime, offerSentence } from "./approval.texts.ts";

const TOKEN_BYTES = 32;

export interface ApprovalNotice {
  readonly userId: string;
  readonly kind: "approval";
  readonly key: string;
  readonly data: { readonly until: string; readonly url: string };
}

export interface ApprovalDeskDeps {
  readonly store: ApprovalStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly executor: Pick<Executor, "buckets" | "decideApproval">;
  /** Every message leads to the approval dialog; none decides. */
  notify(tx: Tx, notice: ApprovalNotice): Promise<void>;
  notifyPages(tx: Tx, userIds: readonly string[]): Promise<void>;
}

interface MadeOffer {
  readonly offer: NewOffer;
  readonly token: string;
}

/** Fifteen seconds from now, and never longer than the signal is valid. */
function offerOf({ validUntil, ...entry }: WaitingEntry, now: EpochMs): MadeOffer {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const until = Math.min(later(now, APPROVAL_WINDOW_MS), validUntil) as EpochMs;
  return {
    token,
    offer: { ...entry, sentence: offerSentence(entry), offeredAt: now, until, tokenHash: hashOfToken(token) },
  };
}

/** For the accounts of the worker's buckets: offers entries, ends expired offers, applies decisions. Idempotent. */
export function createApprovalDesk(deps: ApprovalDeskDeps): () => Promise<void> {
  const { store, humanClock, marketClock, executor, notify, notifyPages } = deps;

  /** The market time of that instant: while an offer is open, both clocks run at the same speed. */
  const onMarketClock = (at: EpochMs): EpochMs => later(marketClock.now(), at - humanClock.now());

  async function offerWaiting(): Promise<void> {
    const waiting = await store.listWaiting(executor.buckets(), istDateOf(marketClock.now()), humanClock.now());
    if (waiting.length === 0) return;
    const made = waiting.map((entry) => offerOf(entry, humanClock.now()));
    await store.transaction(async (tx) => {
      const offers = made.map(({ offer }) => offer);
      const added = await store.addOffers(tx, offers);
      const fresh = made.filter(({ offer }) => added.has(offer.tag));
      await notifyPages(
        tx,
        fresh.map(({ offer }) => offer.userId),
      );
      for (const { offer, token } of fresh)
        await notify(tx, {
          userId: offer.userId,
          kind: "approval",
          key: `approval:${offer.tag}`,
          data: { until: clockTime(onMarketClock(offer.until)), url: `/approve#${token}` },
        });
    });
  }

  const lapse = (): Promise<void> =>
    store.transaction(async (tx) => {
      const people = await store.lapse(tx, istDateOf(marketClock.now()), humanClock.now());
      await notifyPages(tx, people);
    });

  async function apply(): Promise<void> {
    const held = new Set(executor.buckets());
    const open = await store.listUnapplied(istDateOf(marketClock.now()));
    const own = open.filter(({ accountId }) => held.has(bucketOf(accountId)));
    for (const { tag, accountId, answer, isWaiting } of own)
      if (isWaiting && answer !== null) await executor.decideApproval(accountId, tag, answer);
    const over = own.filter(({ isWaiting }) => !isWaiting).map(({ tag }) => tag);
    if (over.length > 0) await store.markApplied(over, humanClock.now());
  }

  return async () => {
    await offerWaiting();
    const open = await store.listUnapplied(istDateOf(marketClock.now()));
    if (open.length === 0) return;
    await lapse();
    await apply();
  };
}
