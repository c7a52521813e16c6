import { ApiError } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { settingsTexts } from "./settings.texts.ts";

/** Something other than the server said no; the message is a sentence for the person. */
export class Refusal extends Error {}

/** What to tell the person: the server's sentence, or ours when there is none. */
function failureSentence(cause: unknown): string {
  if (cause instanceof Refusal) return cause.message;
  if (!(cause instanceof ApiError)) {
    reportError(cause); // a fault of ours: it belongs into the console, and the form must not fall silent
    return settingsTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? settingsTexts.unknownFault);
}

export const hasSessionEnded = (cause: unknown): boolean => cause instanceof ApiError && cause.code === "not_signed_in";

/** The sentence for a failure; a session that was ended elsewhere also ends the page. */
export function useFailure(): (cause: unknown) => string {
  const store = useSessionStore();
  return (cause) => {
    if (hasSessionEnded(cause)) void store.check();
    return failureSentence(cause);
  };
}
