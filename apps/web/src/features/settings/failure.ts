import { ApiError } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { settingsTexts } from "./settings.texts.ts";

/** A refusal outside the server; its message is a sentence for the user. */
export class Refusal extends Error {}

function failureSentence(cause: unknown): string {
  if (cause instanceof Refusal) return cause.message;
  if (!(cause instanceof ApiError)) {
    reportError(cause); // our own bug: log it, and still show a sentence
    return settingsTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? settingsTexts.unknownFault);
}

export const hasSessionEnded = (cause: unknown): boolean => cause instanceof ApiError && cause.code === "not_signed_in";

/** The sentence for a failure; a session that ended elsewhere also ends the page. */
export function useFailure(): (cause: unknown) => string {
  const store = useSessionStore();
  return (cause) => {
    if (hasSessionEnded(cause)) void store.check();
    return failureSentence(cause);
  };
}
