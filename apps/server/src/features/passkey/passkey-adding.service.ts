import { randomUUID } from "node:crypto";
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { brand } from "@vriddhi/core/site/brand";
import { type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { Passkey, PasskeyStore } from "./passkey.store.ts";
import { CHALLENGE_LIFE_MS, expectationsOf, isUsableId, knownTransports, unlessMalformed } from "./webauthn.ts";

const PASSKEYS_MAX = 10;
/** EdDSA, ES256, RS256: what current authenticators support. */
const supportedAlgorithmIDs = [-8, -7, -257];

export interface PasskeyDeps {
  readonly store: PasskeyStore;
  readonly clock: HumanClock;
  readonly audit: Audit;
  readonly publicUrl: URL;
  notifyEnded(userId: string, device: string): Promise<void>;
}

export interface PasskeyAdding {
  start(caller: Caller): Promise<object>;
  finish(caller: Caller, name: string, response: unknown, ip: string): Promise<Result<string, "passkey_refused">>;
  remove(caller: Caller, id: string, ip: string): Promise<boolean>;
  listOf(userId: string): Promise<readonly Passkey[]>;
  endAll(userId: string, from: From): Promise<void>;
}

export function createPasskeyAdding({ store, clock, audit, publicUrl, notifyEnded }: PasskeyDeps): PasskeyAdding {
  /** Verifies the answer to this session's challenge; the challenge is used up in any case. */
  async function verify(caller: Caller, response: unknown) {
    const asked = await store.takeChallenge(caller.sessionId, clock.now());
    if (asked?.userId !== caller.userId) return null;
    const verified = await unlessMalformed(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: asked.challenge,
        supportedAlgorithmIDs,
        ...expectationsOf(publicUrl),
      }),
    );
    const credential = verified?.registrationInfo?.credential;
    return credential && isUsableId(credential.id) ? credential : null;
  }

  return {
    async start(caller) {
      const known = await store.listOf(caller.userId);
      const options = await generateRegistrationOptions({
        rpName: brand.name,
        rpID: publicUrl.hostname,
        userID: new TextEncoder().encode(caller.userId),
        userName: caller.email,
        userDisplayName: caller.name,
        attestationType: "none",
        supportedAlgorithmIDs,
        excludeCredentials: known.map((one) => ({ id: one.credentialId, transports: knownTransports(one.transports) })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      const expiresAt = later(clock.now(), CHALLENGE_LIFE_MS);
      await store.putChallenge({
        id: caller.sessionId,
        userId: caller.userId,
        challenge: options.challenge,
        expiresAt,
      });
      return options;
    },
    async finish(caller, name, response, ip) {
      const credential = await verify(caller, response);
      if (!credential || (await store.listOf(caller.userId)).length >= PASSKEYS_MAX) return err("passkey_refused");
      const passkey: Passkey = {
        id: randomUUID(),
        userId: caller.userId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: knownTransports(credential.transports),
        name,
        createdAt: clock.now(),
      };
      if (!(await store.insert(passkey))) return err("passkey_refused");
      await audit.record({ kind: "passkey_added", userId: caller.userId, ip });
      return ok(passkey.id);
    },
    listOf: store.listOf,
    async endAll(userId, { ip, device }) {
      const ended = await store.removeAll(userId);
      if (ended === 0) return;
      await audit.record({ kind: "passkeys_ended", userId, ip });
      await notifyEnded(userId, device);
    },
    async remove(caller, id, ip) {
      const wasOwn = await store.remove(id, caller.userId);
      if (wasOwn) await audit.record({ kind: "passkey_removed", userId: caller.userId, ip });
      return wasOwn;
    },
  };
}
