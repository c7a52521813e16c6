import { type Api, ApiError } from "../../lib/api.ts";
import { recoveryFailureTexts } from "./recovery.texts.ts";

export type Done = { readonly kind: "done" };
export type Refused = { readonly kind: "refused"; readonly sentence: string };
/** Stands beside the code's field. */
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
): Promise<Done | CodeWrong | Refused> {
  try {
    await api("POST", "/auth/reset-password", { body: { ...values } });
    return { kind: "done" };
  } catch (cause) {
    const refusal = toRefused(cause, recoveryFailureTexts.reset);
    const isCodeWrong = cause instanceof ApiError && cause.code === "code_wrong";
    return isCodeWrong ? { kind: "code_wrong", sentence: refusal.sentence } : refusal;
  }
}
