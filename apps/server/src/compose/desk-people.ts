import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { changeRole, holdRoles } from "../features/admin-session/staff-role.ts";
import { deskExportHandlers } from "../features/desk-export/desk-export.routes.ts";
import { createDeskExportStore } from "../features/desk-export/desk-export.store.pg.ts";
import { deskHealthHandlers } from "../features/desk-health/desk-health.routes.ts";
import { createDeskHealthStore } from "../features/desk-health/desk-health.store.pg.ts";
import { deskUserTexts } from "../features/desk-user/desk-user.messages.ts";
import { deskUserHandlers } from "../features/desk-user/desk-user.routes.ts";
import { createDeskUserService } from "../features/desk-user/desk-user.service.ts";
import { createDeskUserStore } from "../features/desk-user/desk-user.store.pg.ts";
import type { DeskUserStore } from "../features/desk-user/desk-user.store.ts";
import { createRoleService, type RoleService } from "../features/desk-user/role.service.ts";
import type { FourEyes } from "../features/four-eyes/four-eyes.service.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import type { Database } from "../platform/db/database.ts";
import type { Caller, Handlers } from "../platform/http/handler.ts";
import type { Billing } from "./billing.ts";
import { composeDeskMoney } from "./desk-money.ts";
import { composeDeskOffice } from "./desk-office.ts";
import type { Platform } from "./platform.ts";
import type { composeTrading } from "./trading.ts";

export interface DeskPeopleDeps {
  readonly platform: Platform;
  readonly billing: Pick<Billing, "subscriptions" | "refunds"> & {
    readonly handlers: Pick<Billing["handlers"], "readBillingHistory">;
  };
  readonly trading: Pick<ReturnType<typeof composeTrading>, "accounts" | "handlers">;
  readonly readiness: Handlers<"readBrokerReadiness">;
  readonly desk: {
    readonly fourEyes: FourEyes;
    readonly reader: Database;
  };
}

const REFUND = "refund";
const ROLE = "role";

function composeActs({ platform, billing, trading, desk: { fourEyes, reader } }: DeskPeopleDeps) {
  const { database, humanClock, marketClock, audit } = platform;
  const { subscriptions, refunds } = billing;
  const store = createDeskUserStore(database, reader);
  const killSwitch = createKillSwitch({ accounts: trading.accounts, humanClock, marketClock });
  const service = createDeskUserService({
    store,
    clock: humanClock,
    audit,
    block: (tx, userId) => killSwitch.killUser(tx, userId, "operator"),
    unblock: (tx, userId) => killSwitch.lift(tx, userId, "operator"),
    runningOf: subscriptions.runningOf,
    async grant(tx, userId, grant) {
      return (await subscriptions.grant(tx, userId, { ...grant, orderId: null, paymentId: null })).coveredUntil;
    },
    refund: (tx, input, paid) => refunds.request(tx, { ...input, reason: "operator", isPayout: false }, paid),
    withdraw: subscriptions.withdraw,
    askSecond: async (act, by, keep) => (fourEyes.isOn ? fourEyes.ask({ ...act, kind: REFUND }, by, keep) : null),
  });
  fourEyes.register(REFUND, (input, { askedBy, ip }, { note }) =>
    service.refundConfirmed(input, { byUserId: askedBy, ip }, note),
  );
  return { store, service };
}

function composeRoles({ platform, desk: { fourEyes } }: DeskPeopleDeps, store: DeskUserStore): RoleService {
  const { humanClock: clock, audit } = platform;
  const roles = createRoleService({
    store,
    hold: (tx, id) => holdRoles(tx, { id }),
    change: (tx, person, role, act) => changeRole({ audit, clock }, tx, person, role, act),
    askSecond: async (act, by) => (fourEyes.isOn ? fourEyes.ask({ ...act, kind: ROLE }, by) : null),
  });
  fourEyes.register(
    ROLE,
    (input, { askedBy, confirmedBy, ip }) => roles.changeConfirmed(input, { byUserId: askedBy, confirmedBy, ip }),
    ({ userId }) => String(userId),
  );
  return roles;
}

export function composeDeskPeople(deps: DeskPeopleDeps) {
  const { platform, billing, trading, readiness, desk } = deps;
  const { store, service } = composeActs(deps);
  const asPerson = (caller: Caller, userId: string): Caller => ({ ...caller, userId });
  const nothing = { params: undefined, query: undefined, body: undefined } as const;
  const seen: Handlers<"readDeskUserBilling" | "readDeskUserReadiness" | "readDeskOrderTrace"> = {
    async readDeskUserBilling({ caller, params, ...call }) {
      if ((await store.find(params.userId)) === null) return err("not_found");
      return billing.handlers.readBillingHistory({ ...call, ...nothing, caller: asPerson(caller, params.userId) });
    },
    async readDeskUserReadiness({ caller, params, ...call }) {
      if ((await store.find(params.userId)) === null) return err("not_found");
      return readiness.readBrokerReadiness({ ...call, ...nothing, caller: asPerson(caller, params.userId) });
    },
    async readDeskOrderTrace({ caller, params, ...call }) {
      const owner = await store.ownerOf(params.tag);
      if (owner === null) return err("not_found");
      const asked = await trading.handlers.readOrderTrace({ ...call, params, caller: asPerson(caller, owner.userId) });
      return asked.ok ? ok({ owner: { user_id: owner.userId, username: owner.username }, trace: asked.value }) : asked;
    },
  };
  const { audit, humanClock, marketClock } = platform;
  return {
    ...deskUserHandlers({ store, service, roles: composeRoles(deps, store), marketClock }),
    ...seen,
    ...composeDeskOffice(platform, desk.fourEyes, desk.reader),
    ...composeDeskMoney({ platform, billing, fourEyes: desk.fourEyes, reader: desk.reader }),
    ...deskHealthHandlers({ store: createDeskHealthStore(desk.reader), humanClock, marketClock }),
    ...deskExportHandlers({ store: createDeskExportStore(desk.reader), audit, marketClock }),
  };
}

/** A suspended user has no active plan: no run starts and no entry is made. */
export function withSuspensions<B extends Pick<Billing, "subscriptions">>(billing: B, { database }: Platform): B {
  const { isSuspended } = createDeskUserStore(database);
  const { subscriptions } = billing;
  async function unlessSuspended<T>(userId: string, of: (userId: string) => Promise<T>): Promise<T | null> {
    const [isAway, view] = await Promise.all([isSuspended(userId), of(userId)]);
    return isAway ? null : view;
  }
  return {
    ...billing,
    subscriptions: {
      ...subscriptions,
      runningOf: (userId: string) => unlessSuspended(userId, subscriptions.runningOf),
      planOf: (userId: string) => unlessSuspended(userId, subscriptions.planOf),
    },
  };
}

type AnyHandler = (call: { readonly caller?: Caller | null }) => Promise<Result<unknown, unknown>>;

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : error;

export function withSuspensionWords<H extends object>(handlers: H, { database }: Platform): H {
  const { isSuspended } = createDeskUserStore(database);
  const worded =
    (handler: AnyHandler): AnyHandler =>
    async (call) => {
      const outcome = await handler(call);
      if (outcome.ok || codeOf(outcome.error) !== "subscription_required" || !call.caller) return outcome;
      return (await isSuspended(call.caller.userId))
        ? err({ code: "subscription_required", detail: deskUserTexts.suspendedSelf })
        : outcome;
    };
  const entries = Object.entries(handlers as Record<string, AnyHandler>);
  return Object.fromEntries(entries.map(([name, handler]) => [name, worded(handler)])) as H;
}
