import { ApiError } from "./api.ts";
import { useSessionStore } from "./session.tsx";

/** The server's sentence of a refusal, or `null` if it sent none; an ended session also ends the page. */
export function useRefusal(): (cause: unknown) => string | null {
  const store = useSessionStore();
  return (cause) => {
    if (!(cause instanceof ApiError)) {
      reportError(cause); // our own bug: log it
      return null;
    }
    if (cause.code === "not_signed_in") void store.check();
    return cause.detail;
  };
}
