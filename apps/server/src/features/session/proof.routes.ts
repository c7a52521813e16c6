import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Caller, From, Handlers, Proof } from "../../platform/http/handler.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";

type Refusal =
  | "wrong_password"
  | "totp_required"
  | "totp_wrong"
  | "passkey_refused"
  | "proof_refused"
  | TooMany
  | "busy";

export interface ProofDeps {
  confirmPassword(userId: string, password: string): Promise<Result<void, "wrong_password" | TooMany | "busy">>;
  hasFactor(userId: string): Promise<boolean>;
  checkFactor(
    userId: string,
    code: string,
    from: From,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | TooMany>>;
  checkPasskey(challengeId: string, response: unknown): Promise<Result<{ readonly id: string }, "passkey_refused">>;
  prove(caller: Caller, by: Proof): Promise<void>;
}

export interface Shown {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: { readonly challenge_id: string; readonly response: unknown } | undefined;
}

/** The only place that weighs proofs. With an authenticator the password alone would bypass the second factor. */
async function weigh(deps: ProofDeps, caller: Caller, shown: Shown, from: From): Promise<Result<Proof, Refusal>> {
  if (shown.passkey !== undefined) {
    const answered = await deps.checkPasskey(shown.passkey.challenge_id, shown.passkey.response);
    return answered.ok && answered.value.id === caller.userId ? ok("passkey") : err("passkey_refused");
  }
  if (await deps.hasFactor(caller.userId)) {
    if (shown.code === undefined) return err("totp_required");
    const checked = await deps.checkFactor(caller.userId, shown.code, from);
    return checked.ok ? ok("code") : checked;
  }
  if (shown.password === undefined) return err("proof_refused");
  const confirmed = await deps.confirmPassword(caller.userId, shown.password);
  return confirmed.ok ? ok("password") : confirmed;
}

export const proofHandlers = (deps: ProofDeps): Handlers<"renewProof"> => ({
  async renewProof({ caller, body, from }) {
    const proved = await weigh(deps, caller, body, from);
    if (!proved.ok) return proved;
    await deps.prove(caller, proved.value);
    return ok({ message: "Thank you, that was you" });
  },
});
