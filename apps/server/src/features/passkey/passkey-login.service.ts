import { randomUUID } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later } from "@vriddhi/core/time/clock";
import type { PasskeyHolder, PasskeyStore } from "./passkey.store.ts";
import { CHALLENGE_LIFE_MS, expectationsOf, knownTransports, unlessMalformed } from "./webauthn.ts";

export interface PasskeyLoginDeps {
  readonly store: PasskeyStore;
  readonly clock: HumanClock;
  readonly publicUrl: URL;
}

export interface PasskeyLogin {
  start(): Promise<{ challengeId: string; options: object }>;
  finish(challengeId: string, response: unknown): Promise<Result<PasskeyHolder, "passkey_refused">>;
}

export const createPasskeyLogin = ({ store, clock, publicUrl }: PasskeyLoginDeps): PasskeyLogin => ({
  async start() {
    const options = await generateAuthenticationOptions({ rpID: publicUrl.hostname, userVerification: "required" });
    const challengeId = randomUUID();
    const expiresAt = later(clock.now(), CHALLENGE_LIFE_MS);
    await store.putChallenge({ id: challengeId, userId: null, challenge: options.challenge, expiresAt });
    return { challengeId, options };
  },
  async finish(challengeId, response) {
    const asked = await store.takeChallenge(challengeId, clock.now());
    const answer = response as AuthenticationResponseJSON;
    if (!asked || asked.userId !== null || typeof answer.id !== "string") return err("passkey_refused");
    const found = await store.findByCredential(answer.id);
    if (!found) return err("passkey_refused");
    const { passkey, holder } = found;
    const verified = await unlessMalformed(() =>
      verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: asked.challenge,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: knownTransports(passkey.transports),
        },
        ...expectationsOf(publicUrl),
      }),
    );
    if (!verified?.verified) return err("passkey_refused");
    const isRaised = await store.raiseCounter(passkey.id, verified.authenticationInfo.newCounter);
    return isRaised ? ok(holder) : err("passkey_refused");
  },
});
