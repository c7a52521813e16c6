import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Place, SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { type NotifySafety, wayInMail } from "../../platform/mail/security-notice.ts";
import type { GoogleClient, GoogleIdentity } from "./google.client.ts";
import type { Attempt, GoogleStore, GoogleUser } from "./google.store.ts";
import { toAccountName } from "./google-name.ts";

export const ATTEMPT_LIFE_MS = 10 * MINUTE_MS;
const SECRET_BYTES = 32;

export type GoogleRefusal = "google_denied" | "google_failed" | "google_unverified_email" | "google_unavailable";

export interface Redirect {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

export interface GoogleService {
  /** `cookie` binds the attempt to the browser. */
  start(): Promise<Result<{ authUrl: string; cookie: string }, "google_unavailable">>;
  /** The user who returned; an unlinked account is not linked here. A signed-in user stays signed in. */
  finish(
    cookie: string | null,
    redirect: Redirect,
    ip: string,
    caller: Caller | null,
  ): Promise<Result<Recognised, GoogleRefusal | "google_link_elsewhere">>;
  /** For a browser whose user owes a proof; encrypted. */
  toTicket(recognised: Recognised): string;
  readTicket(ticket: string | null): Promise<Recognised | null>;
  link(recognised: Recognised, from: From): Promise<Result<GoogleUser, "google_failed">>;
  unlink(caller: Caller, from: From): Promise<Result<void, "last_way_in" | "not_found">>;
}

export interface Recognised {
  readonly user: GoogleUser;
  readonly sub: string;
  /** `false`: an account has the same verified address, but is not linked. */
  readonly isLinked: boolean;
}

const pendingShape = z.object({ userId: z.string(), sub: z.string(), isLinked: z.boolean(), until: z.number() });
type Pending = z.infer<typeof pendingShape>;

const ticketPlace: Place = { table: "google_attempts", column: "ticket", row: "", user: "" };

function openTicket(box: SecretBox, ticket: string): Pending | null {
  try {
    return pendingShape.parse(JSON.parse(box.open(ticket, ticketPlace)));
  } catch {
    return null;
  }
}

export interface GoogleDeps {
  readonly client: GoogleClient;
  readonly store: GoogleStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly audit: Audit;
  readonly notifySafety: NotifySafety;
  readonly log: Logger;
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Hashes both first, so that timing reveals neither length nor content. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const verifierPlace = (cookieHash: Buffer): Place => ({
  table: "google_attempts",
  column: "sealed_verifier",
  row: cookieHash.toString("hex"),
  user: "",
});

function toRefusal(error: string): GoogleRefusal {
  if (error === "access_denied") return "google_denied";
  return error === "temporarily_unavailable" || error === "server_error" ? "google_unavailable" : "google_failed";
}

export function createGoogleService(deps: GoogleDeps): GoogleService {
  const { client, store, clock, box, audit, log } = deps;

  /** Takes the browser's attempt; it is used up in any case. */
  async function take(cookie: string | null, state: string | undefined): Promise<Attempt | null> {
    if (cookie === null) return null;
    const attempt = await store.takeAttempt(hashOf(cookie));
    if (!attempt || attempt.expiresAt <= clock.now()) return null;
    return state !== undefined && isSame(attempt.state, state) ? attempt : null;
  }

  /** The returning user; requires an address that Google verified. */
  async function identify(
    attempt: Attempt,
    { code, iss, error }: Redirect,
  ): Promise<Result<GoogleIdentity, GoogleRefusal>> {
    if (error !== undefined) return err(toRefusal(error));
    if (code === undefined) return err("google_failed");
    const { state, nonce } = attempt;
    const verifier = box.open(attempt.sealedVerifier, verifierPlace(attempt.cookieHash));
    const exchanged = await client.exchange({ code, state, iss }, { state, nonce, verifier });
    if (!exchanged.ok) return err(exchanged.error === "refused" ? "google_failed" : "google_unavailable");
    return exchanged.value.isEmailVerified ? exchanged : err("google_unverified_email");
  }

  /** Finds the account: the linked one, a new one, or one with the same verified address that needs a proof first. */
  const settle = ({ sub, email, name }: GoogleIdentity, ip: string, caller: Caller | null) =>
    store.transaction(async (tx): Promise<Recognised | "elsewhere" | null> => {
      await store.lockPerson(tx, sub);
      const known = await store.findBySub(tx, sub);
      if (caller && (known ? known.id !== caller.userId : email !== caller.email)) return "elsewhere";
      if (known) return { user: known, sub, isLinked: true };
      const findUnlinked = async (): Promise<Recognised | null> => {
        const user = await store.findUnlinked(tx, email);
        return user && { user, sub, isLinked: false };
      };
      const create = async (): Promise<Recognised | null> => {
        const start = { id: randomUUID(), role: "user", dob: null, createdAt: clock.now() } as const;
        const created = await store.create(tx, { ...start, email, name: toAccountName(name, email) }, sub);
        if (created) await audit.record({ kind: "signed_up", userId: created.id, ip }, tx);
        return created && { user: created, sub, isLinked: true };
      };
      // Checked twice: a mailed code may verify the address while the account is being created.
      return (await findUnlinked()) ?? (await create()) ?? (await findUnlinked());
    });

  return {
    async start() {
      const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
      const authUrl = await client.authorizationUrl(secrets);
      if (!authUrl.ok) return err("google_unavailable");
      const cookie = newSecret();
      const cookieHash = hashOf(cookie);
      const { state, nonce, verifier } = secrets;
      const sealedVerifier = box.seal(verifier, verifierPlace(cookieHash));
      const now = clock.now();
      await store.insertAttempt(
        { cookieHash, state, nonce, sealedVerifier, expiresAt: later(now, ATTEMPT_LIFE_MS) },
        now,
      );
      return ok({ authUrl: authUrl.value, cookie });
    },

    async finish(cookie, redirect, ip, caller) {
      const attempt = await take(cookie, redirect.state);
      if (!attempt) return err("google_failed");
      const identity = await identify(attempt, redirect);
      if (!identity.ok) return identity;
      const recognised = await settle(identity.value, ip, caller);
      if (recognised === "elsewhere") return err("google_link_elsewhere");
      if (recognised) return ok(recognised);
      log.warn("google: address belongs to an account of another Google identity");
      return err("google_failed");
    },
    ...createTickets(deps),
    ...createLinking(deps),
  };
}

const createTickets = ({ store, clock, box }: GoogleDeps): Pick<GoogleService, "toTicket" | "readTicket"> => ({
  toTicket({ user, sub, isLinked }) {
    const pending: Pending = { userId: user.id, sub, isLinked, until: later(clock.now(), ATTEMPT_LIFE_MS) };
    return box.seal(JSON.stringify(pending), ticketPlace);
  },
  async readTicket(ticket) {
    const pending = ticket === null ? null : openTicket(box, ticket);
    if (pending === null || pending.until <= clock.now()) return null;
    const user = await store.transaction((tx) => store.findById(tx, pending.userId));
    return user && { user, sub: pending.sub, isLinked: pending.isLinked };
  },
});

function createLinking({ store, clock, audit, notifySafety }: GoogleDeps): Pick<GoogleService, "link" | "unlink"> {
  const notify = (tx: Tx, user: Pick<GoogleUser, "id" | "name" | "email">, what: string, { device }: From) => {
    const mail = wayInMail({ name: user.name, address: user.email }, what, { at: clock.now(), device });
    return notifySafety(tx, { userId: user.id, what, mail });
  };

  return {
    link: ({ user, sub }, from) =>
      store.transaction(async (tx) => {
        await store.lockPerson(tx, sub);
        if (await store.findBySub(tx, sub)) return err("google_failed");
        const linked = await store.link(tx, user.id, sub);
        if (!linked) return err("google_failed");
        await audit.record({ kind: "google_linked", userId: linked.id, ip: from.ip }, tx);
        await notify(tx, linked, "Google sign-in was linked", from);
        return ok(linked);
      }),
    async unlink(caller, from) {
      if (!(await store.hasOtherWay(caller.userId))) return err("last_way_in");
      return store.transaction(async (tx) => {
        if (!(await store.unlink(tx, caller.userId))) return err("not_found");
        await audit.record({ kind: "google_unlinked", userId: caller.userId, ip: from.ip }, tx);
        await notify(tx, { ...caller, id: caller.userId }, "Google sign-in was removed", from);
        return ok(undefined);
      });
    },
  };
}
