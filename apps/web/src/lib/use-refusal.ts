import { ApiError } from "./api.ts";
import { useSessionStore } from "./session.tsx";

/** Why the server said no, in its own sentence, or null where it gave none; an ended session also ends the page. */
export function useRefusal(): (cause: unknown) => string | null {
  const store = useSessionStore();
  return (cause) => {
    if (!(cause instanceof ApiError)) {
      reportError(cause); // a fault of ours: it belongs into the console
      return null;
    }
    if (cause.code === "not_signed_in") void store.check();
    return cause.detail;
  };
}
