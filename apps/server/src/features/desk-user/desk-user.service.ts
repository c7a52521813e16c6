import { REFUND_WAIT_MS, refundLeft } from "@vriddhi/core/back-office/desk-act";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained, Keep } from "../../platform/http/handler.ts";
import { deskUserMessages, deskUserTexts } from "./desk-user.messages.ts";
import type { DeskUserStore, HeldPurchase } from "./desk-user.store.ts";

export interface DeskAct {
  readonly byUserId: string;
  readonly ip: string;
  readonly reason: string;
}

export interface RunningPlan {
  readonly plan: string;
  readonly band: Paise;
}

export interface RefundOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly amount: Paise;
}

export interface DeskUserDeps {
  readonly store: DeskUserStore;
  readonly clock: HumanClock;
  readonly audit: Audit;
  /** Blocks every account of the user, cancels orders and closes positions. */
  block(tx: Tx, userId: string): Promise<void>;
  unblock(tx: Tx, userId: string): Promise<void>;
  runningOf(userId: string): Promise<RunningPlan | null>;
  /** Adds time after the user's last period; returns the new end. */
  grant(tx: Tx, userId: string, grant: RunningPlan & { readonly lengthMs: number }): Promise<EpochMs>;
  refund(tx: Tx, input: { orderId: string; paymentId: string; amount: Paise }, paid: Paise): Promise<boolean>;
  withdraw(tx: Tx, userId: string, orderId: string): Promise<void>;
  askSecond(
    act: { sentence: string; input: Readonly<Record<string, unknown>>; waitsMs: number },
    by: { userId: string; ip: string },
    keep: Keep<string>,
  ): Promise<string | null>;
}

export interface RefundDone {
  readonly message: string;
  readonly waitingId: string | null;
}

export interface DeskUserService {
  suspend(userId: string, act: DeskAct): Promise<Result<null, "not_found" | "already_suspended">>;
  restore(userId: string, act: DeskAct): Promise<Result<null, "not_found" | "not_suspended">>;
  extend(
    userId: string,
    days: number,
    act: DeskAct,
    keep: Keep<EpochMs>,
  ): Promise<Result<EpochMs, "not_found" | "not_subscribed">>;
  refund(
    order: RefundOrder,
    act: DeskAct,
    keep: Keep<RefundDone>,
  ): Promise<Result<RefundDone, "not_found" | "refund_refused" | Explained<"refund_refused">>>;
  refundConfirmed(
    input: Readonly<Record<string, unknown>>,
    act: Omit<DeskAct, "reason">,
    note: (tx: Tx, outcome: string) => Promise<void>,
  ): Promise<string>;
}

function createRefunding({ store, audit, refund, withdraw }: DeskUserDeps) {
  /** The amount that may still be refunded; `null` when none ever may. */
  const leftOf = (userId: string, orderId: string): Promise<number | null> =>
    store.transaction(async (tx) => {
      const held = await store.holdPurchase(tx, userId, orderId);
      return held && refundLeft(held.paid, held.refunded);
    });
  /** `null` when it may not be refunded any more. */
  async function sendBack(tx: Tx, { userId, orderId, amount }: RefundOrder): Promise<HeldPurchase | null> {
    const held = await store.holdPurchase(tx, userId, orderId);
    if (held === null || amount > refundLeft(held.paid, held.refunded)) return null;
    return (await refund(tx, { orderId, paymentId: held.paymentId, amount }, held.paid)) ? held : null;
  }
  const perform = (
    order: RefundOrder,
    { byUserId, ip, reason }: DeskAct,
    keep?: Keep<RefundDone>,
  ): Promise<string | null> =>
    store.transaction(async (tx) => {
      const held = await sendBack(tx, order);
      if (held === null) return null;
      const { userId, orderId, amount } = order;
      const total = held.refunded + amount;
      const endsPlan = held.isPlan && total >= held.paid;
      if (endsPlan) await withdraw(tx, userId, orderId);
      const change = { before: { refundedPaise: held.refunded }, after: { refundedPaise: total, order: orderId } };
      await audit.record({ kind: "desk_refunded", userId, byUserId, ip, reason, ...change }, tx);
      const message = endsPlan ? deskUserTexts.refundedAll(amount) : deskUserTexts.refunded(amount);
      await keep?.(tx, { message, waitingId: null });
      return message;
    });
  return { leftOf, perform };
}

type Changing = Pick<DeskUserService, "suspend" | "restore" | "extend">;

function createChanges(deps: DeskUserDeps): Changing {
  const { store, clock, audit, block, unblock, runningOf, grant } = deps;
  return {
    async suspend(userId, { byUserId, ip, reason }) {
      if ((await store.find(userId)) === null) return err("not_found");
      return store.transaction(async (tx) => {
        if (!(await store.suspend(tx, userId, { at: clock.now(), reason, by: byUserId })))
          return err("already_suspended");
        await block(tx, userId);
        const change = { before: { isSuspended: false }, after: { isSuspended: true } };
        await audit.record({ kind: "desk_user_suspended", userId, byUserId, ip, reason, ...change }, tx);
        return ok(null);
      });
    },
    async restore(userId, { byUserId, ip, reason }) {
      if ((await store.find(userId)) === null) return err("not_found");
      return store.transaction(async (tx) => {
        if (!(await store.restore(tx, userId))) return err("not_suspended");
        await unblock(tx, userId);
        const change = { before: { isSuspended: true }, after: { isSuspended: false } };
        await audit.record({ kind: "desk_user_restored", userId, byUserId, ip, reason, ...change }, tx);
        return ok(null);
      });
    },
    async extend(userId, days, { byUserId, ip, reason }, keep) {
      if ((await store.find(userId)) === null) return err("not_found");
      const running = await runningOf(userId);
      if (running === null) return err("not_subscribed");
      return store.transaction(async (tx) => {
        const endsAt = await grant(tx, userId, { plan: running.plan, band: running.band, lengthMs: days * DAY_MS });
        const after = { days, endsAt: new Date(endsAt).toISOString() };
        await audit.record({ kind: "desk_plan_extended", userId, byUserId, ip, reason, after }, tx);
        await keep(tx, endsAt);
        return ok(endsAt);
      });
    },
  };
}

export function createDeskUserService(deps: DeskUserDeps): DeskUserService {
  const { askSecond } = deps;
  const { leftOf, perform } = createRefunding(deps);
  return {
    ...createChanges(deps),
    async refund(order, act, keep) {
      const left = await leftOf(order.userId, order.orderId);
      if (left === null || left === 0) return err("refund_refused");
      if (order.amount > left) return err({ code: "refund_refused", detail: deskUserTexts.tooMuch(left) });
      const sentence = deskUserTexts.refundAsked(order.amount, act.reason);
      const input = { userId: order.userId, orderId: order.orderId, amount: order.amount, reason: act.reason };
      const by = { userId: act.byUserId, ip: act.ip };
      const waitingId = await askSecond({ sentence, input, waitsMs: REFUND_WAIT_MS }, by, (tx, id) =>
        keep(tx, { message: deskUserTexts.waiting, waitingId: id }),
      );
      if (waitingId !== null) return ok({ message: deskUserTexts.waiting, waitingId });
      const message = await perform(order, act, keep);
      return message === null ? err("refund_refused") : ok({ message, waitingId: null });
    },
    async refundConfirmed(input, act, note) {
      const { userId, orderId, amount, reason } = input;
      const order = { userId: String(userId), orderId: String(orderId), amount: paise(Number(amount)) };
      const keep: Keep<RefundDone> = (tx, { message }) => note(tx, message);
      return (await perform(order, { ...act, reason: String(reason) }, keep)) ?? deskUserMessages.refund_refused;
    },
  };
}
