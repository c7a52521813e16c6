import { createHash, randomBytes } from "node:crypto";
import type { LoginError, LoginMoment } from "@vriddhi/brokers/port/login-flow";
import type { BrokerSession } from "@vriddhi/brokers/port/session";
import { unreachable } from "@vriddhi/core/shared/assert";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Explained } from "../../platform/http/handler.ts";
import type { Link, LinkProfile } from "./link.store.ts";
import { egressOf } from "./link-secrets.ts";
import type { Begun, LinkDeps, LoginRefusal, Person } from "./link-types.ts";

const TOKEN_BYTES = 32;
const LOGIN_LIFETIME_MS = 15 * MINUTE_MS;
/** The broker's words, as far as a person wants to read them. */
const REASON_MAX = 200;

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

const printable = (reason: string): string =>
  reason
    .replace(/[\p{Cc}\p{Cf}<>]+/gu, " ")
    .trim()
    .slice(0, REASON_MAX);

export const refused = (detail: string): Explained<"broker_refused"> => ({ code: "broker_refused", detail });

function toRefusal(error: LoginError): LoginRefusal {
  switch (error.kind) {
    case "refused":
    case "person_needed":
      return refused(printable(error.reason));
    case "throttled":
      return "broker_busy";
    case "unavailable":
      return "broker_unavailable";
    default:
      return unreachable(error);
  }
}

const sameClient = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

export interface LinkLogin {
  /** A code that was typed right now is used and not kept. */
  begin(link: Link, person: Person, totpCode?: string | null): Promise<Result<Begun, LoginRefusal>>;
  complete(link: Link, pasted: string, person: Person): Promise<Result<null, LoginRefusal>>;
  unattended(link: Link, person: Person): Promise<Result<null, LoginRefusal>>;
  renew(link: Link, session: BrokerSession, person: Person): Promise<Result<null, LoginRefusal>>;
}

/** Stores a session that a login gave, if it is the right account's and still wanted. */
function createFinish({ store, secrets, adapters, marketClock, audit, onChanged }: LinkDeps) {
  async function readProfile(link: Link, session: BrokerSession): Promise<LinkProfile | null> {
    const read = await adapters[link.broker].portfolio.profile({ session, egress: egressOf(link) });
    if (!read.ok) return null;
    const { name, email, mobile, userType } = read.value;
    return { name, email, mobile, userType };
  }

  return async (link: Link, session: BrokerSession, person: Person): Promise<Result<null, LoginRefusal>> => {
    if (!sameClient(session.clientId, link.clientId)) {
      await adapters[link.broker].login.logout(session, egressOf(link));
      return err(refused(`You logged in as ${printable(session.clientId)}, but this link is for ${link.clientId}.`));
    }
    const profile = await readProfile(link, session);
    const sealed = secrets.sealSession(link, session);
    const isKept = await store.transaction(async (tx) => {
      if (!(await store.putSession(tx, link, sealed, profile, marketClock.now()))) return false;
      await audit.record({ kind: "broker_connected", userId: link.userId, ip: person.ip }, tx);
      await onChanged(tx, link, "connected");
      return true;
    });
    return isKept ? ok(null) : err(refused("The credentials changed while you logged in. Please log in again."));
  };
}

/** Every way to a session; no call to a broker happens inside a transaction. */
export function createLinkLogin(deps: LinkDeps, redirectUrl: (broker: Link["broker"]) => string): LinkLogin {
  const { store, secrets, adapters, humanClock, marketClock, log } = deps;
  const finish = createFinish(deps);
  const moment = (): LoginMoment => ({ market: marketClock.now(), human: humanClock.now() });
  const credentialsOf = (link: Link, totpCode?: string | null) =>
    secrets.credentialsOf(link, redirectUrl(link.broker), totpCode);

  async function settle(
    link: Link,
    login: Result<BrokerSession, LoginError>,
    person: Person,
  ): Promise<Result<null, LoginRefusal>> {
    if (login.ok) return finish(link, login.value, person);
    log.info({ broker: link.broker, kind: login.error.kind }, "broker login did not work");
    return err(toRefusal(login.error));
  }

  return {
    async begin(link, person, totpCode) {
      const state = newToken();
      const { login } = adapters[link.broker];
      const step = await login.begin(credentialsOf(link, totpCode), state, egressOf(link), moment());
      if (!step.ok) return err(toRefusal(step.error));
      if (step.value.kind === "done") {
        const finished = await finish(link, step.value.session, person);
        return finished.ok ? ok({ kind: "done" }) : finished;
      }
      const expiresAt = later(humanClock.now(), LOGIN_LIFETIME_MS);
      await store.addLogin({ stateHash: hashOf(state), userId: link.userId, linkId: link.id, expiresAt });
      return ok({ ...step.value, state });
    },
    async complete(link, pasted, person) {
      const { login } = adapters[link.broker];
      const grant = login.readGrant(pasted);
      if (grant === null) return err(refused("There is no code in what you pasted. Copy the whole address."));
      return settle(link, await login.complete(credentialsOf(link), grant, egressOf(link), moment()), person);
    },
    async unattended(link, person) {
      const { login } = adapters[link.broker];
      return settle(link, await login.unattended(credentialsOf(link), egressOf(link), moment()), person);
    },
    async renew(link, session, person) {
      const { login } = adapters[link.broker];
      return settle(link, await login.renew(session, egressOf(link), moment()), person);
    },
  };
}
