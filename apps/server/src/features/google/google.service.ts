import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Place, SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { GoogleClient, GoogleIdentity } from "./google.client.ts";
import type { Attempt, GoogleStore, GoogleUser } from "./google.store.ts";
import { toAccountName } from "./google-name.ts";

export const ATTEMPT_LIFE_MS = 10 * MINUTE_MS;
const SECRET_BYTES = 32;

export type GoogleRefusal = "google_denied" | "google_failed" | "google_unverified_email" | "google_unavailable";

/** What the provider's redirect carried, as the page hands it on. */
export interface Redirect {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

export interface GoogleService {
  /** `cookie` binds the attempt to the browser that asked. */
  start(): Promise<Result<{ authUrl: string; cookie: string }, "google_unavailable">>;
  finish(cookie: string | null, redirect: Redirect, ip: string): Promise<Result<GoogleUser, GoogleRefusal>>;
}

export interface GoogleDeps {
  readonly client: GoogleClient;
  readonly store: GoogleStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly audit: Audit;
  readonly log: Logger;
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Both are hashed first, so that neither length nor content shows in the time taken. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const verifierPlace = (cookieHash: Buffer): Place => ({
  table: "google_attempts",
  column: "sealed_verifier",
  row: cookieHash.toString("hex"),
  user: "",
});

/** The provider's own words for "no"; a person who turns back is the ordinary one. */
function toRefusal(error: string): GoogleRefusal {
  if (error === "access_denied") return "google_denied";
  return error === "temporarily_unavailable" || error === "server_error" ? "google_unavailable" : "google_failed";
}

export function createGoogleService({ client, store, clock, box, audit, log }: GoogleDeps): GoogleService {
  /** The attempt of this browser; it is spent whatever comes of it. */
  async function take(cookie: string | null, state: string | undefined): Promise<Attempt | null> {
    if (cookie === null) return null;
    const attempt = await store.takeAttempt(hashOf(cookie));
    if (!attempt || attempt.expiresAt <= clock.now()) return null;
    return state !== undefined && isSame(attempt.state, state) ? attempt : null;
  }

  /** Who came back with the answer, and only with an address that Google has proved. */
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

  /** Whose account this is: the known person's, that of the same proved address, or a new one. */
  const settle = ({ sub, email, name }: GoogleIdentity, ip: string) =>
    store.transaction(async (tx): Promise<GoogleUser | null> => {
      await store.lockPerson(tx, sub);
      const link = async () => {
        const linked = await store.link(tx, email, sub);
        if (linked) await audit.record({ kind: "google_linked", userId: linked.id, ip }, tx);
        return linked;
      };
      const create = async () => {
        const start = { id: randomUUID(), role: "user", dob: null, createdAt: clock.now() } as const;
        const created = await store.create(tx, { ...start, email, name: toAccountName(name, email) }, sub);
        if (created) await audit.record({ kind: "signed_up", userId: created.id, ip }, tx);
        return created;
      };
      // The second link: somebody proved the address by a mailed code while we were about to make the account.
      return (await store.findBySub(tx, sub)) ?? (await link()) ?? (await create()) ?? (await link());
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

    async finish(cookie, redirect, ip) {
      const attempt = await take(cookie, redirect.state);
      if (!attempt) return err("google_failed");
      const identity = await identify(attempt, redirect);
      if (!identity.ok) return identity;
      const user = await settle(identity.value, ip);
      if (user) return ok(user);
      log.warn("a Google address belongs to an account that another Google identity opened");
      return err("google_failed");
    },
  };
}
