import { hiddenPhone } from "@vriddhi/core/back-office/desk-act";
import { PAISE_PER_RUPEE, paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { deskUserTexts } from "./desk-user.messages.ts";
import type { DeskUserService, RefundDone } from "./desk-user.service.ts";
import type { DeskLinkRow, DeskOrder, DeskPeriod, DeskPerson, DeskRun, DeskUserStore } from "./desk-user.store.ts";
import type { RoleService } from "./role.service.ts";

type Endpoint =
  | "readDeskUser"
  | "suspendUser"
  | "restoreUser"
  | "extendSubscription"
  | "refundPurchase"
  | "changeRole"
  | "listDeskOrders"
  | "listDeskSignals";

export interface DeskUserRoutesDeps {
  readonly store: DeskUserStore;
  readonly service: DeskUserService;
  readonly roles: RoleService;
  readonly marketClock: MarketClock;
}

const inRupees = (amount: number): number => amount / PAISE_PER_RUPEE;
const orNull = (at: EpochMs | null): string | null => (at === null ? null : toTimestamp(at));

const personOf = (person: DeskPerson) => ({
  id: person.id,
  name: person.name,
  email: person.email,
  phone: person.phone === null ? null : hiddenPhone(person.phone),
  role: person.role,
  created_at: toTimestamp(person.createdAt),
  has_second_factor: person.hasSecondFactor,
  last_login_at: orNull(person.lastLoginAt),
});

const suspensionOf = ({ suspension }: DeskPerson) =>
  suspension && { since: toTimestamp(suspension.since), reason: suspension.reason, by: suspension.by };

function periodOf({ plan, band, startsAt, endsAt, isPaid }: DeskPeriod, now: EpochMs) {
  const state = endsAt <= now ? ("past" as const) : startsAt <= now ? ("running" as const) : ("to_come" as const);
  return { plan, band: inRupees(band), from: toTimestamp(startsAt), to: toTimestamp(endsAt), state, is_paid: isPaid };
}

const linkOf = ({ broker, clientId, sessionUntil, lastError }: DeskLinkRow, now: EpochMs) => ({
  broker,
  client_id: clientId,
  is_connected: sessionUntil !== null && sessionUntil > now,
  session_until: orNull(sessionUntil),
  last_error: lastError,
});

const runOf = (run: DeskRun) => ({
  id: run.id,
  trading_day: run.tradingDay,
  broker: run.broker,
  capital: inRupees(run.capital),
  approval_mode: run.approvalMode,
  is_background: run.isBackground,
  started_at: toTimestamp(run.startedAt),
  stopped_at: orNull(run.stoppedAt),
  stop_cause: run.stopCause,
});

const orderOf = (order: DeskOrder) => ({
  tag: order.tag,
  trading_day: order.tradingDay,
  planned_at: toTimestamp(order.plannedAt),
  filled_at: orNull(order.filledAt),
  account_id: order.accountId,
  user_id: order.userId,
  username: order.username,
  broker: order.broker,
  symbol: order.symbol,
  side: order.side,
  leg: order.leg,
  cause: order.cause,
  quantity: order.quantity,
  filled: order.filled,
  average_price_paise: Math.round(order.averagePrice),
  status: order.status,
  reason: order.reason,
});

type Reading = "readDeskUser" | "listDeskOrders" | "listDeskSignals";

const createReading = ({ store, marketClock }: DeskUserRoutesDeps): Handlers<Reading> => ({
  async readDeskUser({ params }) {
    const person = await store.find(params.userId);
    if (person === null) return err("not_found");
    const now = marketClock.now();
    const [periods, links] = [await store.periodsOf(person.id), await store.linksOf(person.id)];
    return ok({
      user: personOf(person),
      suspension: suspensionOf(person),
      periods: periods.map((period) => periodOf(period, now)),
      capital: person.capital && { amount: inRupees(person.capital.amount), is_active: person.capital.isActive },
      links: links.map((link) => linkOf(link, now)),
      runs: (await store.runsOf(person.id)).map(runOf),
    });
  },
  async listDeskOrders({ query }) {
    const { user_id: userId, signal_id: signalId, status, limit } = query;
    return ok({ orders: (await store.listOrders({ userId, signalId, status, limit })).map(orderOf) });
  },
  async listDeskSignals({ query }) {
    const signals = await store.listSignals(query.limit);
    return ok({
      signals: signals.map(({ tradingDay, seq, pricePaise, madeAt, ...signal }) => ({
        ...signal,
        trading_day: tradingDay,
        number: seq,
        price_paise: pricePaise,
        made_at: toTimestamp(madeAt),
      })),
    });
  },
});

export const deskUserHandlers = (deps: DeskUserRoutesDeps): Handlers<Endpoint> => ({
  ...createReading(deps),
  async suspendUser({ caller, params, body, from }) {
    const act = { byUserId: caller.userId, ip: from.ip, reason: body.reason };
    const done = await deps.service.suspend(params.userId, act);
    return done.ok ? ok({ message: deskUserTexts.suspended }) : done;
  },
  async restoreUser({ caller, params, body, from }) {
    const act = { byUserId: caller.userId, ip: from.ip, reason: body.reason };
    const done = await deps.service.restore(params.userId, act);
    return done.ok ? ok({ message: deskUserTexts.restored }) : done;
  },
  async extendSubscription({ caller, params, body, from, keyed }) {
    const act = { byUserId: caller.userId, ip: from.ip, reason: body.reason };
    const toReply = (endsAt: EpochMs) => ({
      message: deskUserTexts.extended(body.days),
      ends_at: toTimestamp(endsAt),
    });
    const done = await deps.service.extend(params.userId, body.days, act, async (tx, endsAt) =>
      keyed?.keep(tx, toReply(endsAt)),
    );
    return done.ok ? ok(toReply(done.value)) : done;
  },
  async changeRole({ caller, params, body, from }) {
    const act = { byUserId: caller.userId, ip: from.ip, reason: body.reason };
    const done = await deps.roles.change(params.userId, body.role, act);
    return done.ok ? ok({ message: done.value.message, waiting_id: done.value.waitingId }) : done;
  },
  async refundPurchase({ caller, params, body, from, keyed }) {
    const act = { byUserId: caller.userId, ip: from.ip, reason: body.reason };
    const amount = paise(Math.round(body.amount * PAISE_PER_RUPEE));
    if (amount < 1) return err("refund_refused");
    const order = { userId: params.userId, orderId: body.purchase_id, amount };
    const toReply = ({ message, waitingId }: RefundDone) => ({ message, waiting_id: waitingId });
    const done = await deps.service.refund(order, act, async (tx, refund) => keyed?.keep(tx, toReply(refund)));
    return done.ok ? ok(toReply(done.value)) : done;
  },
});
