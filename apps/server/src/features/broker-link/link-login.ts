import { createHash, randomBytes } from "node:crypto";
import type { LoginError, LoginMoment } from "@vriddhi/brokers/port/login-flow";
import type { BrokerSession } from "@vriddhi/brokers/port/session";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { noGrant } from "./link.messages.ts";
import type { Draft, Link } from "./link.store.ts";
import { createProof } from "./link-proof.ts";
import { refused, toKeptRefusal, toRefusal } from "./link-refusal.ts";
import { egressOf, toBrokerCredentials } from "./link-secrets.ts";
import type { Begun, CredentialSet, LinkDeps, LoginRefusal, Person } from "./link-types.ts";

const TOKEN_BYTES = 32;
export const LOGIN_LIFETIME_MS = 15 * MINUTE_MS;
/** Retention of credentials that no login has proved. */
const DRAFT_LIFETIME_MS = 7 * DAY_MS;

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

export const settingsOf = ({ isAutoApproved, dailyTradesMax, isRiskManaged }: Link | Draft) => ({
  isAutoApproved,
  dailyTradesMax,
  isRiskManaged,
});

export interface LinkLogin {
  setOfLink(link: Link): CredentialSet;
  setOfDraft(draft: Draft, link: Link | null): CredentialSet;
  /** A code that was typed now is used and not stored. */
  begin(set: CredentialSet, person: Person, totpCode?: string | null): Promise<Result<Begun, LoginRefusal>>;
  complete(set: CredentialSet, pasted: string, person: Person): Promise<Result<null, LoginRefusal>>;
  unattended(set: CredentialSet, person: Person): Promise<Result<null, LoginRefusal>>;
  renew(
    link: Link,
    session: BrokerSession,
    person: Person,
  ): Promise<Result<null, LoginRefusal | { readonly kind: "dead"; readonly words: string }>>;
}

/** Stores why a stored set failed. Credentials that were only typed leave no trace. */
function createNote({ store, marketClock, onChanged }: LinkDeps) {
  return async ({ kept, link, ...set }: CredentialSet, error: LoginError): Promise<void> => {
    const refusal = toKeptRefusal(toRefusal(error), marketClock.now());
    if (kept === "draft") await store.putDraftRefusal(set, refusal);
    if (kept === "link" && link !== null)
      await store.transaction(async (tx) => {
        await store.putRefusal(tx, link, refusal);
        await onChanged(tx, link, "refused");
      });
  };
}

function createPageLogins({ store, secrets, humanClock, marketClock, audit }: LinkDeps) {
  const toDraft = ({ userId, broker, credentialsId, plain, settings }: CredentialSet) => ({
    userId,
    broker,
    credentialsId,
    clientId: plain.clientId,
    since: marketClock.now(),
    expiresAt: later(humanClock.now(), DRAFT_LIFETIME_MS),
    ...settings,
    ...secrets.sealForDraft({ userId, broker }, plain),
  });

  return async (set: CredentialSet, url: string, state: string, person: Person): Promise<Begun> => {
    const { userId, broker, credentialsId, kept } = set;
    const browser = newToken();
    const expiresAt = later(humanClock.now(), LOGIN_LIFETIME_MS);
    const login = { stateHash: hashOf(state), browserHash: hashOf(browser), userId, broker, credentialsId, expiresAt };
    await store.transaction(async (tx) => {
      if (kept !== "link") await store.putDraft(tx, toDraft(set));
      if (kept === "nowhere") await audit.record({ kind: "broker_credentials", userId, ip: person.ip }, tx);
      await store.addLogin(login, tx);
    });
    return { kind: "open_page", url, state, browser };
  };
}

/** All logins; no broker call happens inside a transaction. */
export function createLinkLogin(deps: LinkDeps, redirectUrl: (broker: Link["broker"]) => string): LinkLogin {
  const { secrets, adapters, humanClock, marketClock, log } = deps;
  const prove = createProof(deps);
  const note = createNote(deps);
  const openPage = createPageLogins(deps);
  const moment = (): LoginMoment => ({ market: marketClock.now(), human: humanClock.now() });
  const credentialsOf = ({ plain, broker }: CredentialSet, totpCode: string | null = null) =>
    toBrokerCredentials(plain, redirectUrl(broker), totpCode);

  async function refuse(set: CredentialSet, error: LoginError) {
    log.info({ broker: set.broker, kind: error.kind }, "broker link: login failed");
    await note(set, error);
    return err(toRefusal(error));
  }

  const settle = async (set: CredentialSet, login: Result<BrokerSession, LoginError>, person: Person) =>
    login.ok ? prove(set, login.value, person) : refuse(set, login.error);

  const setOf = (stored: Link | Draft) => ({
    userId: stored.userId,
    broker: stored.broker,
    credentialsId: stored.credentialsId,
    settings: settingsOf(stored),
  });
  const setOfLink = (link: Link): CredentialSet => ({
    ...setOf(link),
    plain: secrets.plainOfLink(link),
    kept: "link",
    link,
  });

  return {
    setOfLink,
    setOfDraft: (draft, link) => ({ ...setOf(draft), plain: secrets.plainOfDraft(draft), kept: "draft", link }),
    async begin(set, person, totpCode) {
      const state = newToken();
      const { login } = adapters[set.broker];
      const step = await login.begin(credentialsOf(set, totpCode), state, egressOf(set.link), moment());
      if (!step.ok) return refuse(set, step.error);
      if (step.value.kind === "open_page") return ok(await openPage(set, step.value.url, state, person));
      const proved = await prove(set, step.value.session, person);
      return proved.ok ? ok({ kind: "done" }) : proved;
    },
    async complete(set, pasted, person) {
      const { login } = adapters[set.broker];
      const grant = login.readGrant(pasted);
      if (grant === null) return err(refused(noGrant));
      return settle(set, await login.complete(credentialsOf(set), grant, egressOf(set.link), moment()), person);
    },
    async unattended(set, person) {
      const { login } = adapters[set.broker];
      return settle(set, await login.unattended(credentialsOf(set), egressOf(set.link), moment()), person);
    },
    async renew(link, session, person) {
      const renewed = await adapters[link.broker].login.renew(session, egressOf(link), moment());
      if (renewed.ok) return prove(setOfLink(link), renewed.value, person);
      const { error } = renewed;
      if (error.kind === "refused" || error.kind === "person_needed") return err({ kind: "dead", words: error.reason });
      return err(toRefusal(error));
    },
  };
}
