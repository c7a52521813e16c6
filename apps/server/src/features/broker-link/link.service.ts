import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { AuditKind } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Link } from "./link.store.ts";
import { createKeepCredentials, type KeepRefusal } from "./link-credentials.ts";
import { createLinkLogin, hashOf, type LinkLogin, newToken } from "./link-login.ts";
import { egressOf } from "./link-secrets.ts";
import type { Begun, LinkDeps, LoginRefusal, Person, TypedCredentials } from "./link-types.ts";

export interface LinkService extends Omit<LinkLogin, "renew"> {
  find(userId: string, broker: BrokerName): Promise<Link | null>;
  findById(id: string): Promise<Link | null>;
  listOf(userId: string): Promise<readonly Link[]>;
  /** Links that have worked once and that their owners did not disconnect, in the order of their ids. */
  listKept(after: string | null, limit: number): Promise<readonly string[]>;
  isConnected(link: Link): boolean;
  redirectUrl(broker: BrokerName): string;
  /** Today's right to act, or null. */
  accessOf(link: Link): AccountAccess | null;
  keep(person: Person, broker: BrokerName, typed: TypedCredentials): Promise<Result<Link, KeepRefusal>>;
  completeByState(
    broker: BrokerName,
    login: { readonly state: string; readonly grant: string; readonly userId?: string },
    ip: string,
  ): Promise<Result<null, LoginRefusal | "login_unknown">>;
  renew(link: Link, handle: string, person: Person): Promise<Result<Link, LoginRefusal | "not_stored">>;
  disconnect(link: Link, person: Person): Promise<Result<null, "position_open">>;
  forget(link: Link, person: Person): Promise<Result<null, "position_open">>;
  /** The broker said that this session is over. */
  markExpired(link: Link): Promise<void>;
  /** Ends the session without asking anybody: the morning's part. */
  end(tx: Tx, link: Link): Promise<void>;
  /** A token for a message; it opens one login of this link until then. */
  issueConnectLink(tx: Tx, link: Link, expiresAt: EpochMs): Promise<string>;
  beginByLink(broker: BrokerName, token: string, ip: string): Promise<Result<Begun, LoginRefusal | "link_used">>;
}

type Access = Pick<LinkService, "isConnected" | "accessOf">;

const createAccess = ({ secrets, marketClock }: LinkDeps): Access => {
  const isConnected = (link: Link): boolean => link.session !== null && link.session.until > marketClock.now();
  return {
    isConnected,
    accessOf(link) {
      const session = isConnected(link) ? secrets.sessionOf(link) : null;
      return session === null ? null : { session, egress: egressOf(link) };
    },
  };
};

/** The ways out. */
function createDeparture(
  deps: LinkDeps,
  { isConnected }: Access,
): Pick<LinkService, "disconnect" | "forget" | "markExpired" | "end"> {
  const { store, secrets, adapters, marketClock, audit } = deps;

  async function leave(link: Link, person: Person, kind: AuditKind, change: (tx: Tx) => Promise<unknown>) {
    if (await deps.hasOpenPosition(link)) return err("position_open" as const);
    const session = isConnected(link) ? secrets.sessionOf(link) : null;
    await store.transaction(async (tx) => {
      await change(tx);
      await audit.record({ kind, userId: link.userId, ip: person.ip }, tx);
      await deps.onChanged(tx, link, "disconnected");
    });
    // The broker is told last: whether it listens or not, the session is over for us.
    if (session !== null) await adapters[link.broker].login.logout(session, egressOf(link));
    return ok(null);
  }

  async function end(tx: Tx, link: Link): Promise<void> {
    const from = link.session?.from;
    if (from !== undefined && (await store.endSession(tx, link.id, marketClock.now(), from)))
      await deps.onChanged(tx, link, "disconnected");
  }

  return {
    disconnect: (link, person) =>
      leave(link, person, "broker_disconnected", (tx) => store.endSession(tx, link.id, marketClock.now())),
    forget: (link, person) => leave(link, person, "broker_forgotten", (tx) => store.remove(tx, link.id)),
    markExpired: (link) => store.transaction((tx) => end(tx, link)),
    end,
  };
}

/** Logins that are told apart by a token instead of by whoever is signed in. */
function createTokenLogins(
  { store, adapters, humanClock, limiter }: LinkDeps,
  login: LinkLogin,
): Pick<LinkService, "completeByState" | "issueConnectLink" | "beginByLink"> {
  const mayTry = (userId: string): Promise<boolean> => limiter.take("connect:account", userId);

  async function beginOnce(
    broker: BrokerName,
    linkId: string,
    ip: string,
  ): Promise<Result<Begun, LoginRefusal | "link_used">> {
    const link = await store.findById(linkId);
    if (link === null || link.broker !== broker) return err("link_used");
    if (!(await mayTry(link.userId))) return err("too_many_requests");
    const person = { userId: link.userId, ip };
    if (adapters[broker].capabilities.login !== "stored") return login.begin(link, person);
    const connected = await login.unattended(link, person);
    return connected.ok ? ok({ kind: "done" }) : connected;
  }

  return {
    async completeByState(broker, { state, grant, userId }, ip) {
      const begun = await store.findLogin(hashOf(state), humanClock.now());
      const isForeign = userId !== undefined && begun?.userId !== userId;
      const link = begun === null || isForeign ? null : await store.findById(begun.linkId);
      if (link === null || link.broker !== broker) return err("login_unknown");
      if (!(await mayTry(link.userId))) return err("too_many_requests");
      const completed = await login.complete(link, grant, { userId: link.userId, ip });
      // A typing error leaves it open for another try; success ends it.
      if (completed.ok) await store.spendLogin(hashOf(state), humanClock.now());
      return completed;
    },
    async issueConnectLink(tx, link, expiresAt) {
      const token = newToken();
      await store.addConnectLink(tx, { tokenHash: hashOf(token), userId: link.userId, linkId: link.id, expiresAt });
      return token;
    },
    async beginByLink(broker, token, ip) {
      const spent = await store.spendConnectLink(hashOf(token), humanClock.now());
      if (spent === null) return err("link_used");
      const begun = await beginOnce(broker, spent.linkId, ip);
      // A broker that does not answer right now must not cost somebody their morning.
      if (!begun.ok) await store.returnConnectLink(hashOf(token));
      return begun;
    },
  };
}

export function createLinkService(deps: LinkDeps): LinkService {
  const { store, secrets } = deps;
  const redirectUrl = (broker: BrokerName): string => new URL(`/connect/${broker}`, deps.publicUrl).href;
  const { renew, ...login } = createLinkLogin(deps, redirectUrl);
  const access = createAccess(deps);
  return {
    find: store.find,
    findById: store.findById,
    listOf: store.listOf,
    listKept: store.listKept,
    redirectUrl,
    keep: createKeepCredentials(deps),
    ...access,
    ...login,
    ...createTokenLogins(deps, { renew, ...login }),
    ...createDeparture(deps, access),
    async renew(link, handle, person) {
      const session = secrets.sessionOf(link);
      if (session === null || link.session?.refreshHandle !== handle) return err("not_stored");
      const renewed = await renew(link, session, person);
      if (!renewed.ok) return renewed;
      return ok((await store.findById(link.id)) ?? link);
    },
  };
}
