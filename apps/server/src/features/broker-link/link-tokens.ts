import { timingSafeEqual } from "node:crypto";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import { tooMany } from "../../platform/limits/too-many.ts";
import type { BegunLogin, Link } from "./link.store.ts";
import { hashOf, type LinkLogin, newToken } from "./link-login.ts";
import type { Begun, CredentialSet, LinkDeps, LoginRefusal, Person } from "./link-types.ts";

/** A login that returns; its owner finishes it, or the browser that began it. */
export interface ReturningLogin {
  readonly state: string;
  readonly grant: string;
  readonly userId?: string | null;
  /** The cookie that this browser got when the login began. */
  readonly browser?: string | null;
}

type LoginSender = Pick<Person, "ip" | "device" | "isDemo">;

export interface TokenLogins {
  completeByState(
    broker: BrokerName,
    login: ReturningLogin,
    by: LoginSender,
  ): Promise<Result<null, LoginRefusal | "login_unknown">>;
  /** For the owner, with a pasted address: uses the newest waiting credentials, or the stored ones. */
  completeOwn(
    person: Person,
    broker: BrokerName,
    pasted: string,
  ): Promise<Result<null, LoginRefusal | "login_unknown" | "not_stored">>;
  /** A token for a message; it opens one login of this link, until it expires. */
  issueConnectLink(tx: Tx, link: Link, expiresAt: EpochMs): Promise<string>;
  beginByLink(broker: BrokerName, token: string, ip: string): Promise<Result<Begun, LoginRefusal | "link_used">>;
}

function isAllowed(
  { userId, browserHash }: Pick<BegunLogin, "userId" | "browserHash">,
  login: ReturningLogin,
): boolean {
  if (login.userId === userId) return true;
  return login.browser != null && timingSafeEqual(browserHash, hashOf(login.browser));
}

function stateIn(pasted: string): string | null {
  return URL.canParse(pasted) ? new URL(pasted).searchParams.get("state") : null;
}

export function createTokenLogins({ store, adapters, humanClock, limiter }: LinkDeps, login: LinkLogin): TokenLogins {
  const mayTry = (userId: string): Promise<boolean> => limiter.take("connect:account", userId);

  async function beginOnce(
    broker: BrokerName,
    linkId: string,
    ip: string,
  ): Promise<Result<Begun, LoginRefusal | "link_used">> {
    const link = await store.findById(linkId);
    if (link === null || link.broker !== broker) return err("link_used");
    if (!(await mayTry(link.userId))) return err(tooMany("connect:account"));
    const person = { userId: link.userId, ip };
    const set = login.setOfLink(link);
    if (adapters[broker].capabilities.login !== "stored") return login.begin(set, person);
    const connected = await login.unattended(set, person);
    return connected.ok ? ok({ kind: "done" }) : connected;
  }

  async function findSet(userId: string, broker: BrokerName, credentialsId?: string): Promise<CredentialSet | null> {
    const link = await store.find(userId, broker);
    const draft = await store.findDraft(userId, broker, humanClock.now());
    const isMeant = (stored: { readonly credentialsId: string }) =>
      credentialsId === undefined || stored.credentialsId === credentialsId;
    if (draft !== null && isMeant(draft)) return login.setOfDraft(draft, link);
    return link !== null && isMeant(link) ? login.setOfLink(link) : null;
  }

  const completeByState: TokenLogins["completeByState"] = async (broker, returning, by) => {
    const stateHash = hashOf(returning.state);
    const begun = await store.findLogin(stateHash, humanClock.now());
    if (begun === null || begun.broker !== broker || !isAllowed(begun, returning)) return err("login_unknown");
    const set = await findSet(begun.userId, broker, begun.credentialsId);
    if (set === null) return err("login_unknown");
    if (!(await mayTry(begun.userId))) return err(tooMany("connect:account"));
    const completed = await login.complete(set, returning.grant, { ...by, userId: begun.userId });
    // A typing error keeps the login open for another try; success ends it.
    if (completed.ok) await store.spendLogin(stateHash, humanClock.now());
    return completed;
  };

  return {
    completeByState,
    async completeOwn(person, broker, pasted) {
      const state = stateIn(pasted);
      if (state !== null) return completeByState(broker, { state, grant: pasted, userId: person.userId }, person);
      const set = await findSet(person.userId, broker);
      return set === null ? err("not_stored") : login.complete(set, pasted, person);
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
      // A broker outage must not use up the user's connect link.
      if (!begun.ok) await store.returnConnectLink(hashOf(token));
      return begun;
    },
  };
}
