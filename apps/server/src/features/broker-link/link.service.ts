import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Tx } from "../../platform/db/database.ts";
import type { Draft, Link } from "./link.store.ts";
import { createAccess, createDeparture, type LinkAccess, type LinkRemoval } from "./link-access.ts";
import { createConnect, type LinkConnect } from "./link-credentials.ts";
import { createEgress, type LinkEgress } from "./link-egress.ts";
import { createLinkLogin, type LinkLogin } from "./link-login.ts";
import { printable, refused } from "./link-refusal.ts";
import { newHandle } from "./link-secrets.ts";
import { createTokenLogins, type TokenLogins } from "./link-tokens.ts";
import type { Begun, LinkDeps, LoginRefusal, Person } from "./link-types.ts";

export interface LinkService extends LinkAccess, LinkRemoval, LinkConnect, LinkEgress, TokenLogins {
  find(userId: string, broker: BrokerName): Promise<Link | null>;
  findById(id: string, tx?: Tx): Promise<Link | null>;
  listOf(userId: string): Promise<readonly Link[]>;
  listByAccounts(accounts: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  /** Links that are not disconnected, sorted by id. Every link has worked once. */
  listKept(tx: Tx, after: string | null, limit: number): Promise<readonly Pick<Link, "id" | "broker">[]>;
  findDraft(userId: string, broker: BrokerName): Promise<Draft | null>;
  redirectUrl(broker: BrokerName): string;
  begin(link: Link, person: Person): Promise<Result<Begun, LoginRefusal>>;
  unattended(link: Link, person: Person): Promise<Result<null, LoginRefusal>>;
  /** Renews the session with the refresh token. If the broker refuses the token, token and session are dead. */
  renew(
    link: Link,
    handle: string,
    person: Person,
  ): Promise<Result<Link, LoginRefusal | "not_connected" | "handle_old">>;
}

function createRenew({ store, secrets }: LinkDeps, login: LinkLogin, access: LinkAccess): LinkService["renew"] {
  return async (link, handle, person) => {
    const session = access.isConnected(link) ? secrets.sessionOf(link) : null;
    if (session === null) return err("not_connected");
    // The handle is good once: of two requests with it one proceeds, and the other one's page is out of date.
    const taken = newHandle();
    if (!(await store.renameHandle(link.id, handle, taken))) return err("handle_old");
    const renewed = await login.renew(link, session, person);
    if (renewed.ok) return ok((await store.findById(link.id)) ?? link);
    const { error } = renewed;
    if (typeof error === "object" && "kind" in error) {
      await access.markExpired(link, error.words);
      return err(refused(printable(error.words)));
    }
    await store.renameHandle(link.id, taken, handle);
    return err(error);
  };
}

export function createLinkService(deps: LinkDeps): LinkService {
  const { store, humanClock } = deps;
  const redirectUrl = (broker: BrokerName): string => new URL(`/connect/${broker}`, deps.publicUrl).href;
  const login = createLinkLogin(deps, redirectUrl);
  const access = createAccess(deps);
  return {
    find: (userId, broker) => store.find(userId, broker),
    findById: store.findById,
    listOf: store.listOf,
    listByAccounts: store.listByAccounts,
    listKept: store.listKept,
    findDraft: (userId, broker) => store.findDraft(userId, broker, humanClock.now()),
    redirectUrl,
    begin: (link, person) => login.begin(login.setOfLink(link), person),
    unattended: (link, person) => login.unattended(login.setOfLink(link), person),
    renew: createRenew(deps, login, access),
    ...access,
    ...createDeparture(deps, access),
    ...createConnect(deps, login, access.isConnected),
    ...createTokenLogins(deps, login),
    ...createEgress(deps, access),
  };
}
