import type { backOfficeEndpoints } from "@vriddhi/contract/back-office";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Call, Explained, Handlers } from "../../platform/http/handler.ts";
import { type BrokerPage, type BrokerRolls, createBrokerRolls } from "./broker-rolls.ts";
import { brokerStatusTexts } from "./broker-status.messages.ts";
import type { BrokerStatusStore, BrokerUser } from "./broker-status.store.ts";

type Note = (tx: Tx) => Promise<void>;

export interface SwitchedTo {
  readonly from: "now" | IstDate | null;
}

export interface DeskLink {
  readonly isConnected: boolean;
  readonly ownerName: string;
  disconnect(note: Note): Promise<Result<null, "position_open">>;
  /** Sends the owner a login link by every channel of their choice; several requests in a minute send one. */
  sendLoginLink(note: Note): Promise<Result<null, "not_stored" | "subscription_required">>;
  reconnect(
    note: Note,
  ): Promise<
    Result<
      null,
      | Explained<"broker_refused" | "too_many_requests">
      | "person_needed"
      | "broker_unavailable"
      | "broker_busy"
      | "subscription_required"
    >
  >;
}

export interface BrokerStatusRoutesDeps {
  readonly store: BrokerStatusStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  linkOf(userId: string, broker: BrokerName, ip: string): Promise<DeskLink | null>;
  switchStrategy(
    userId: string,
    broker: BrokerName,
    by: { readonly ip: string; note(tx: Tx, switched: SwitchedTo): Promise<void> },
  ): Promise<Result<SwitchedTo, Explained<"strategy_refused">>>;
  exists(userId: string): Promise<boolean>;
}

interface Change {
  readonly broker: "fyers" | "angelone";
  readonly userId: string;
  readonly byUserId: string;
  readonly ip: string;
}

const toReply = (user: BrokerUser) => ({
  user_id: user.userId,
  username: user.name,
  email: user.email,
  status: user.status,
  capital_amount: user.capital / PAISE_PER_RUPEE,
  is_capital_active: user.isCapitalActive,
  is_strategy_active: user.isStrategyActive,
  last_sync: user.lastSync === null ? null : toTimestamp(user.lastSync),
  error_message: user.errorMessage,
});

function createLinkChanges({ audit, linkOf }: BrokerStatusRoutesDeps, onChange: () => void) {
  const noteOf =
    (change: Change, kind: "desk_broker_disconnected" | "desk_broker_reconnected", wasConnected: boolean): Note =>
    (tx) =>
      audit.record(
        {
          kind,
          userId: change.userId,
          byUserId: change.byUserId,
          ip: change.ip,
          before: { broker: change.broker, isConnected: wasConnected },
          after: { broker: change.broker, isConnected: kind === "desk_broker_reconnected" },
        },
        tx,
      );

  async function disconnect(change: Change) {
    const link = await linkOf(change.userId, change.broker, change.ip);
    if (link === null || !link.isConnected) return err("not_connected" as const);
    const left = await link.disconnect(noteOf(change, "desk_broker_disconnected", true));
    if (!left.ok) return left;
    onChange();
    return ok({ message: brokerStatusTexts.disconnected(change.broker, link.ownerName) });
  }

  async function reconnect(change: Change) {
    const link = await linkOf(change.userId, change.broker, change.ip);
    if (link === null) return err("not_stored" as const);
    const back = await link.reconnect(noteOf(change, "desk_broker_reconnected", link.isConnected));
    if (!back.ok)
      return err(
        back.error === "person_needed"
          ? { code: "broker_refused" as const, detail: brokerStatusTexts.personNeeded(change.broker) }
          : back.error,
      );
    onChange();
    return ok({ message: brokerStatusTexts.reconnected(change.broker, link.ownerName) });
  }
  return { disconnect, reconnect };
}

type StatusQuery = Call<(typeof backOfficeEndpoints)["readBrokerStatus"]>["query"];

/** A page of all users uses the cached order; searches and full lists are one query. */
async function readStatus(
  { store, marketClock }: BrokerStatusRoutesDeps,
  rolls: BrokerRolls,
  { broker, sort_by: sortBy, sort_order: order, status, search, limit, offset = 0, force_refresh }: StatusQuery,
): Promise<BrokerPage> {
  const isDescending = order === "desc";
  if (limit !== undefined && status === undefined && !search)
    return rolls.page({ broker, sortBy, isDescending, limit, offset, isForced: force_refresh === "true" });
  const now = marketClock.now();
  const page = limit === undefined ? null : { limit, offset };
  const wanted = { broker, sortBy, isDescending, status: status ?? null, search: search || null, page };
  const [users, counts] = await Promise.all([store.list(wanted, now), store.count(broker, now)]);
  return { total: counts.total, connected: counts.connected, users };
}

export function brokerStatusHandlers(
  deps: BrokerStatusRoutesDeps,
): Handlers<
  | "readBrokerStatus"
  | "adminDisconnectFyers"
  | "adminReconnectFyers"
  | "adminDisconnectAngelOne"
  | "adminReconnectAngelOne"
  | "sendLoginLink"
  | "toggleStrategy"
> {
  const { audit, humanClock } = deps;
  const rolls = createBrokerRolls(deps);
  const changes = createLinkChanges(deps, rolls.forget);
  const changeOf = (
    broker: "fyers" | "angelone",
    call: { params: { userId: string }; caller: { userId: string }; from: { ip: string } },
  ): Change => ({ broker, userId: call.params.userId, byUserId: call.caller.userId, ip: call.from.ip });
  return {
    async readBrokerStatus({ query }) {
      const { total, connected, users } = await readStatus(deps, rolls, query);
      return ok({
        total_users: total,
        connected_users: connected,
        last_updated: toTimestamp(humanClock.now()),
        users: users.map(toReply),
      });
    },
    adminDisconnectFyers: (call) => changes.disconnect(changeOf("fyers", call)),
    adminReconnectFyers: (call) => changes.reconnect(changeOf("fyers", call)),
    adminDisconnectAngelOne: (call) => changes.disconnect(changeOf("angelone", call)),
    adminReconnectAngelOne: (call) => changes.reconnect(changeOf("angelone", call)),
    async sendLoginLink({ params: { userId }, body: { broker }, caller, from }) {
      const link = await deps.linkOf(userId, broker, from.ip);
      if (link === null) return err("not_stored");
      if (link.isConnected) return err("session_open");
      const entry = { kind: "desk_login_link_sent", userId, byUserId: caller.userId, ip: from.ip } as const;
      const sent = await link.sendLoginLink((tx) => audit.record({ ...entry, after: { broker } }, tx));
      return sent.ok ? ok({ message: brokerStatusTexts.linkSent(broker, link.ownerName) }) : sent;
    },
    async toggleStrategy({ params, body, caller, from }) {
      const { userId } = params;
      const { broker } = body;
      if (!(await deps.exists(userId))) return err("not_found");
      const note = async (tx: Tx, { from: since }: SwitchedTo) => {
        const [before, after] = [
          { broker, isActive: since === null },
          { broker, isActive: since !== null, from: since },
        ];
        const entry = { kind: "desk_strategy_switched", userId, byUserId: caller.userId, ip: from.ip } as const;
        await audit.record({ ...entry, before, after }, tx);
      };
      const switched = await deps.switchStrategy(userId, broker, { ip: from.ip, note });
      if (!switched.ok) return switched;
      rolls.forget();
      const day = switched.value.from;
      if (day === null) return ok({ new_status: "inactive", from: "now", message: brokerStatusTexts.stopped(broker) });
      if (day === "now") return ok({ new_status: "active", from: "now", message: brokerStatusTexts.started(broker) });
      return ok({ new_status: "active", from: "next_trading_day", message: brokerStatusTexts.armed(broker, day) });
    },
  };
}
