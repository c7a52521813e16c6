import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { api, forgetToken, hasStoredToken, speakFor } from "./api.ts";
import { forgetOthers } from "./person-storage.ts";
import {
  createSessionStore,
  loadingSession,
  type Session,
  type SessionStore,
  type SignInMark,
} from "./session-store.ts";

/** Set by the server beside its HttpOnly session cookie: a marker without a secret. */
const MARK_COOKIE = "signed_in";
const TAB_CHANNEL = "session";

/** Without the marker cookie no request is sent, so a visitor's console stays free of 401s. */
const browserMark: SignInMark = {
  isSet: () => hasStoredToken() || document.cookie.split("; ").includes(`${MARK_COOKIE}=1`),
  clear() {
    forgetToken();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${MARK_COOKIE}=; Max-Age=0; Path=/`;
  },
};

const SessionContext = createContext<SessionStore | null>(null);

/**
 * A6.5: calls carry the user id. B4.7: the session's end removes what this browser stores for the user. A check that
 * failed on the way keeps the marker and the session, because navigating away aborts one as well.
 */
function followPerson(session: Session): void {
  const userId = session.kind === "user" ? session.user.id : null;
  speakFor(userId);
  if (session.kind === "user" || (session.kind === "visitor" && !browserMark.isSet())) forgetOthers(userId);
}

interface SessionProviderProps {
  readonly onSubscriptionFault: () => void;
  readonly children: ReactNode;
}

/** Holds the session for every page. Plain React: it is part of every first view. */
export function SessionProvider({ onSubscriptionFault, children }: SessionProviderProps) {
  const [store] = useState(() =>
    createSessionStore({
      api,
      mark: browserMark,
      tabs: typeof window === "undefined" ? null : new BroadcastChannel(TAB_CHANNEL),
      onSubscriptionFault,
      // biome-ignore lint/suspicious/noConsole: A8.1 demands this line
      onCheckFault: (cause) => console.error("Auth check failed:", cause),
    }),
  );
  useEffect(() => {
    const refresh = () => void store.refresh();
    const stopFollowing = store.subscribe(() => followPerson(store.get()));
    void store.check();
    window.addEventListener("focus", refresh);
    window.addEventListener("online", refresh);
    return () => {
      stopFollowing();
      speakFor(null);
      window.removeEventListener("focus", refresh);
      window.removeEventListener("online", refresh);
    };
  }, [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (store === null) throw new Error("useSession needs a SessionProvider above it");
  return store;
}

/** The session. Server-rendered and first client HTML always have `loading`. */
export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get, () => loadingSession);
}
