import { isStaffName } from "@vriddhi/core/back-office/admin-session";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { canLogInAlone } from "@vriddhi/core/schedule/morning-login";
import { err, ok } from "@vriddhi/core/shared/result";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { adminSessionMessages } from "../features/admin-session/admin-session.messages.ts";
import { adminSessionHandlers } from "../features/admin-session/admin-session.routes.ts";
import { createAdminSessionService } from "../features/admin-session/admin-session.service.ts";
import { createAdminSessionStore } from "../features/admin-session/admin-session.store.pg.ts";
import { adminUsersHandlers } from "../features/admin-users/admin-users.routes.ts";
import { createAdminUsersStore } from "../features/admin-users/admin-users.store.pg.ts";
import { auditLogHandlers } from "../features/audit-log/audit-log.routes.ts";
import { createAuditLogStore } from "../features/audit-log/audit-log.store.pg.ts";
import { brokerStatusMessages } from "../features/broker-status/broker-status.messages.ts";
import { brokerStatusHandlers, type DeskLink } from "../features/broker-status/broker-status.routes.ts";
import { createBrokerStatusStore } from "../features/broker-status/broker-status.store.pg.ts";
import { fourEyesMessages } from "../features/four-eyes/four-eyes.messages.ts";
import { fourEyesHandlers } from "../features/four-eyes/four-eyes.routes.ts";
import { createFourEyes, type FourEyes } from "../features/four-eyes/four-eyes.service.ts";
import { createFourEyesStore } from "../features/four-eyes/four-eyes.store.pg.ts";
import { createMorningAccounts } from "../features/morning/morning-accounts.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { deskHaltHandlers } from "../features/order-store/desk-halt.routes.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import { scheduledOrderMessages } from "../features/scheduled-order/scheduled-order.messages.ts";
import { AUDIT_WAITS, createAuditSeals } from "../platform/audit/audit-seal.ts";
import { createLedgerDigests } from "../platform/audit/ledger-digest.ts";
import { poll } from "../platform/clock/poll.ts";
import { type Database, DESK_READER_ROLE } from "../platform/db/database.ts";
import type { Messages, StaffReader } from "../platform/http/handler.ts";
import { auditHeadMail } from "../platform/mail/audit-mail.ts";
import type { composeAccounts } from "./accounts.ts";
import type { Algorithm } from "./algorithm.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { composeDeskOrders, deskOrderMessages } from "./desk-orders.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";

/** The back office has few users, and each page is one or two queries. */
const READER_CONNECTIONS = 4;
const SEAL_EVERY_MS = 5 * SECOND_MS;
/** A day is sealed after it ends; a check costs one read of the last week. */
const LEDGER_EVERY_MS = HOUR_MS;

export const backOfficeMessages = {
  ...adminSessionMessages,
  ...deskOrderMessages,
  ...scheduledOrderMessages,
  ...brokerStatusMessages,
  ...fourEyesMessages,
};

export interface BackOfficeDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "schedule" | "staffEmails">;
  readonly closing: Closing;
  readonly ways: ReturnType<typeof composeAccounts>["ways"];
  readonly brokers: Pick<Brokers, "links" | "adapters">;
  readonly algorithm: Pick<Algorithm, "switchStrategy">;
  readonly prices: PricePort;
  readonly notify: Notifier["notify"];
  readonly sentences: Partial<Messages>;
  isSubscribed(userId: string): Promise<boolean>;
}

function composeSessions({ platform, surroundings, ways }: BackOfficeDeps) {
  const { config, database, humanClock: clock, audit } = platform;
  const { notifyNewDevice, checkPassword, hasFactor, checkFactor, startFactor, confirmFactor } = ways;
  const sessions = createAdminSessionService({
    store: createAdminSessionStore(database),
    audit,
    clock,
    notifyNewDevice,
  });
  const handlers = adminSessionHandlers({
    sessions,
    isFactorForced: config.mode === "live",
    clockShiftMinutes: config.adminClockShiftMinutes,
    addressOf: (username) => (isStaffName(username) ? (surroundings.staffEmails?.[username] ?? username) : username),
    checkPassword,
    hasFactor,
    checkFactor,
    startFactor,
    confirmFactor,
    confirmPassword: ways.confirmPassword,
    dropLoginCodes: ways.dropLoginCodes,
  });
  return { sessions, handlers };
}

/** Login failures that only the account's owner can fix. */
const forDesk = <Fault>(fault: Fault | "position_open" | "client_taken"): Fault | "person_needed" =>
  fault === "position_open" || fault === "client_taken" ? "person_needed" : (fault as Fault);

/** A user's link as the back office may handle it: the same disconnect and connect as its owner's. */
function createLinkOf({ platform, brokers, isSubscribed, notify }: BackOfficeDeps) {
  const { links, adapters } = brokers;
  const { humanClock, config, database } = platform;
  const loginWayOf = (broker: BrokerName) => adapters[broker].capabilities.login;
  const accounts = createMorningAccounts({
    links,
    humanClock,
    publicUrl: config.publicUrl,
    loginWayOf,
    warm: async () => undefined,
  });
  const minute = () => Math.floor(humanClock.now() / MINUTE_MS);
  return async (userId: string, broker: BrokerName, ip: string): Promise<DeskLink | null> => {
    const link = await links.find(userId, broker);
    if (link === null) return null;
    const person = { userId, ip };
    return {
      isConnected: links.isConnected(link),
      ownerName: link.profile?.name ?? link.clientId,
      async sendLoginLink(note) {
        const account = await accounts.find(link.id);
        if (account === null) return err("not_stored");
        if (!(await isSubscribed(userId))) return err("subscription_required");
        await database.transaction(async (tx) => {
          const { url, opens } = await account.issueAddress(tx);
          const key = `desk_link:${link.id}:${minute()}`;
          const data = { broker, url, opens, refusal: null, isLast: false };
          await notify(tx, { userId, kind: "login_link", key, data });
          await note(tx);
        });
        return ok(null);
      },
      disconnect: (note) => links.disconnect(link, { ...person, note }),
      async reconnect(note) {
        if (!(await isSubscribed(userId))) return err("subscription_required");
        if (!canLogInAlone(adapters[broker].capabilities.login, link)) return err("person_needed");
        const back = await links.unattended(link, { ...person, note });
        return back.ok ? back : err(forDesk(back.error));
      },
    };
  };
}

function composeStatus(deps: BackOfficeDeps, reader: Database) {
  const { platform, algorithm, sentences } = deps;
  const { audit, humanClock, marketClock } = platform;
  const users = createAdminUsersStore(reader);
  return {
    ...adminUsersHandlers(users, marketClock),
    ...brokerStatusHandlers({
      store: createBrokerStatusStore(reader),
      audit,
      humanClock,
      marketClock,
      linkOf: createLinkOf(deps),
      exists: users.exists,
      async switchStrategy(userId, broker, by) {
        const switched = await algorithm.switchStrategy(userId, broker, by);
        if (switched.ok) return switched;
        const { error } = switched;
        const detail = typeof error === "string" ? sentences[error] : error.detail;
        return err({ code: "strategy_refused", detail: detail ?? brokerStatusMessages.strategy_refused });
      },
    }),
  };
}

function composeSeals({ platform, closing }: BackOfficeDeps) {
  const { config, database, humanClock: clock, marketClock, postMail, isWorker, log, workWatch } = platform;
  const seals = createAuditSeals({
    database,
    clock,
    onDayEnded: (tx, head) => postMail(tx, auditHeadMail(config.operatorEmail, istDateOf(head.sealedAt), head)),
  });
  const ledger = createLedgerDigests({ database, humanClock: clock, marketClock });
  if (isWorker) {
    const whileUnsealed = { everyMs: SEAL_EVERY_MS, waits: AUDIT_WAITS, atLeastEveryMs: MINUTE_MS };
    closing.add("audit seals", workWatch.pollWhile("audit seals", seals.seal, whileUnsealed).stop);
    closing.add("ledger digests", poll("ledger digests", ledger.seal, LEDGER_EVERY_MS, log));
  }
  return { seals, ledger };
}

function composeHalt({ platform: { database, audit, humanClock, marketClock } }: BackOfficeDeps) {
  const killSwitch = createKillSwitch({ accounts: { ofUser: async () => [] }, humanClock, marketClock });
  return deskHaltHandlers({ database, audit, killSwitch });
}

export function composeBackOffice(deps: BackOfficeDeps) {
  const { database, audit, humanClock: clock, config } = deps.platform;
  const { sessions, handlers } = composeSessions(deps);
  const fourEyes: FourEyes = createFourEyes({
    store: createFourEyesStore(database),
    audit,
    clock,
    isOn: config.fourEyes.isOn,
  });
  const sealing = composeSeals(deps);
  const reader = deps.platform.openAs(DESK_READER_ROLE, READER_CONNECTIONS);
  const orders = composeDeskOrders({ ...deps, fourEyes, reader });
  return {
    reader,
    staff: sessions as StaffReader,
    fourEyes,
    startOrders: orders.start,
    handlers: {
      ...handlers,
      ...composeStatus(deps, reader),
      ...orders.handlers,
      ...fourEyesHandlers(fourEyes, clock),
      ...composeHalt(deps),
      ...auditLogHandlers(createAuditLogStore(reader), sealing.seals, sealing.ledger),
    },
  };
}
