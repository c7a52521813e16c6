import { type Api, ApiError, type Reply } from "../../lib/api.ts";
import { recoveryFailureTexts } from "./recovery.texts.ts";

export type Done = { readonly kind: "done" };
/** The passkeys still open the account. */
export type Changed = { readonly kind: "changed"; readonly passkeys: readonly KeptPasskey[] };
export type KeptPasskey = Reply<"POST", "/auth/reset-password">["passkeys"][number];
export type Refused = { readonly kind: "refused"; readonly sentence: string };
export type CodeWrong = { readonly kind: "code_wrong"; readonly sentence: string };

const refused = (sentence: string): Refused => ({ kind: "refused", sentence });

function toRefused(cause: unknown, fallback: string): Refused {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.status === 0) return refused(recoveryFailureTexts.unreachable);
  return refused(cause.detail ?? (cause.status === 429 ? recoveryFailureTexts.tooMany : fallback));
}

/** The answer is the same for every address. */
export async function sendResetCode(api: Api, email: string): Promise<Done | Refused> {
  try {
    await api("POST", "/auth/forgot-password", { body: { email } });
    return { kind: "done" };
  } catch (cause) {
    return toRefused(cause, recoveryFailureTexts.send);
  }
}

export async function resetPassword(
  api: Api,
  values: { readonly email: string; readonly code: string; readonly password: string },
): Promise<Changed | CodeWrong | Refused> {
  try {
    const { passkeys } = await api("POST", "/auth/reset-password", { body: { ...values } });
    return { kind: "changed", passkeys };
  } catch (cause) {
    const refusal = toRefused(cause, recoveryFailureTexts.reset);
    const isCodeWrong = cause instanceof ApiError && cause.code === "code_wrong";
    return isCodeWrong ? { kind: "code_wrong", sentence: refusal.sentence } : refusal;
  }
}

/** Only in the browser that has just set the password, and only for ten minutes. */
export async function endPasskeys(api: Api): Promise<Done | Refused> {
  try {
    await api("POST", "/auth/reset-password/end-passkeys");
    return { kind: "done" };
  } catch (cause) {
    return toRefused(cause, recoveryFailureTexts.endPasskeys);
  }
}
