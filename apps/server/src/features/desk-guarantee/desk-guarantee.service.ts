import { canGrant, GRANT_WAIT_MS, PAYOUT_WAIT_MS } from "@vriddhi/core/back-office/desk-act";
import { isRefundable } from "@vriddhi/core/billing/guarantee";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Keep } from "../../platform/http/handler.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { grantedMail, settledMail } from "./desk-guarantee.mails.ts";
import { deskGuaranteeMessages, deskGuaranteeTexts as texts } from "./desk-guarantee.messages.ts";
import type { DeskGuaranteeStore, HeldCase } from "./desk-guarantee.store.ts";

export type ActInput = Readonly<Record<string, unknown>>;

export interface By {
  readonly userId: string;
  readonly ip: string;
}

export interface DeskGuaranteeDeps {
  readonly store: DeskGuaranteeStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly postMail: PostMail;
  /** `false` when nothing is left to refund. */
  refund(tx: Tx, input: { orderId: string; paymentId: string; amount: Paise; isPayout: boolean }): Promise<boolean>;
  /** Records the transfer once; `also` runs in the same transaction. */
  settle(
    payoutId: string,
    reference: string,
    also: (tx: Tx, payout: { readonly orderId: string; readonly amount: Paise }) => Promise<void>,
  ): Promise<boolean>;
  askSecond(
    act: { kind: "guarantee" | "payout"; sentence: string; input: ActInput; waitsMs: number },
    by: By,
    keep: Keep<string>,
  ): Promise<string | null>;
}

export interface ActDone {
  readonly message: string;
  readonly waitingId: string | null;
}

export interface DeskGuaranteeService {
  grant(
    id: string,
    reason: string,
    by: By,
    keep: Keep<ActDone>,
  ): Promise<Result<ActDone, "not_found" | "guarantee_decided">>;
  settle(
    id: string,
    reference: string,
    by: By,
    keep: Keep<ActDone>,
  ): Promise<Result<ActDone, "not_found" | "payout_settled" | "already_waiting">>;
  grantConfirmed(input: ActInput, by: By): Promise<string>;
  settleConfirmed(input: ActInput, by: By): Promise<string>;
}

function createGranting({ store, audit, humanClock, marketClock, postMail, refund }: DeskGuaranteeDeps) {
  async function decide(tx: Tx, id: string, { held, reason, by }: { held: HeldCase; reason: string; by: By }) {
    const isPayout = !isRefundable(held.paidAt, marketClock.now());
    const { userId, orderId, paymentId, fee, to } = held;
    if (!(await refund(tx, { orderId, paymentId, amount: fee, isPayout }))) return null;
    const outcome = isPayout ? "payout" : "refund";
    await store.grant(tx, id, { outcome, at: humanClock.now(), by: by.userId, reason });
    const change = { before: { outcome: held.outcome }, after: { outcome, guarantee: id, feePaise: fee } };
    const entry = { kind: "desk_guarantee_granted", userId, byUserId: by.userId, ip: by.ip, reason } as const;
    await audit.record({ ...entry, ...change }, tx);
    if (to !== null) await postMail(tx, grantedMail(to, held, isPayout));
    return texts.granted(fee, isPayout);
  }
  return (id: string, reason: string, by: By, keep?: Keep<ActDone>): Promise<string | null> =>
    store.transaction(async (tx) => {
      const held = await store.hold(tx, id);
      if (held === null || !canGrant(held.outcome)) return null;
      const message = await decide(tx, id, { held, reason, by });
      if (message !== null) await keep?.(tx, { message, waitingId: null });
      return message;
    });
}

function createSettling({ store, audit, postMail, settle }: DeskGuaranteeDeps) {
  return (id: string, reference: string, by: By, keep?: Keep<ActDone>): Promise<boolean> =>
    settle(id, reference, async (tx, { orderId, amount }) => {
      const owner = await store.ownerOf(tx, orderId);
      await audit.record(
        {
          kind: "desk_payout_settled",
          userId: owner?.userId ?? null,
          byUserId: by.userId,
          ip: by.ip,
          before: { payout: id, state: "payout" },
          after: { payout: id, state: "paid_out", amountPaise: amount, reference },
        },
        tx,
      );
      if (owner !== null)
        await postMail(tx, settledMail({ name: owner.name, address: owner.email }, amount, reference));
      await keep?.(tx, { message: texts.settled(amount), waitingId: null });
    });
}

export function createDeskGuaranteeService(deps: DeskGuaranteeDeps): DeskGuaranteeService {
  const { store, humanClock, askSecond } = deps;
  const giveBack = createGranting(deps);
  const note = createSettling(deps);
  const keepWaiting =
    (keep: Keep<ActDone>): Keep<string> =>
    (tx, waitingId) =>
      keep(tx, { message: texts.waiting, waitingId });
  return {
    async grant(id, reason, by, keep) {
      const found = await store.find(id);
      if (found === null) return err("not_found");
      if (!canGrant(found.outcome)) return err("guarantee_decided");
      const act = { kind: "guarantee", sentence: texts.grantAsked(found.fee, reason), input: { id, reason } } as const;
      const waitingId = await askSecond({ ...act, waitsMs: GRANT_WAIT_MS }, by, keepWaiting(keep));
      if (waitingId !== null) return ok({ message: texts.waiting, waitingId });
      const message = await giveBack(id, reason, by, keep);
      return message === null ? err("guarantee_decided") : ok({ message, waitingId: null });
    },
    async settle(id, reference, by, keep) {
      const payout = await store.findPayout(id, humanClock.now());
      if (payout === null) return err("not_found");
      if (payout.state === "paid_out") return err("payout_settled");
      if (payout.isWaiting) return err("already_waiting");
      const { amount } = payout;
      const act = {
        kind: "payout",
        sentence: texts.settleAsked(amount, reference),
        input: { payoutId: id, reference, amount },
      } as const;
      const waitingId = await askSecond({ ...act, waitsMs: PAYOUT_WAIT_MS }, by, keepWaiting(keep));
      if (waitingId !== null) return ok({ message: texts.waiting, waitingId });
      return (await note(id, reference, by, keep))
        ? ok({ message: texts.settled(amount), waitingId })
        : err("payout_settled");
    },
    async grantConfirmed({ id, reason }, by) {
      return (await giveBack(String(id), String(reason), by)) ?? deskGuaranteeMessages.guarantee_decided;
    },
    async settleConfirmed({ payoutId, reference, amount }, by) {
      const isDone = await note(String(payoutId), String(reference), by);
      return isDone ? texts.settled(paise(Number(amount))) : deskGuaranteeMessages.payout_settled;
    },
  };
}
