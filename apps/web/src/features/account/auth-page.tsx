import { useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { hintedEmail } from "../../lib/login-hint.ts";
import { safeNextPath } from "../../lib/next-path.ts";
import { useSession } from "../../lib/session.tsx";
import { landingPath } from "../../lib/session-store.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { AuthScreen } from "./auth-screen.tsx";
import type { LoginSlots } from "./login-view.tsx";
import type { AuthMode } from "./pending-verification.ts";

const MODE_PARAM = "mode";
const NEXT_PARAM = "next";

/** /auth and /login: the screen, its mode in the address, and the way on for whoever is signed in. A2.2, A2.3 */
export function AuthPage(slots: LoginSlots) {
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const nextPath = safeNextPath(params.get(NEXT_PARAM));

  useEffect(() => {
    if (session.kind !== "user") return;
    if (nextPath !== null) void navigate(nextPath, { replace: true });
    else if (session.isSubscriptionKnown) void navigate(landingPath(session), { replace: true });
  }, [session, nextPath, navigate]);

  // The prerendered HTML knows no query, so it always shows the login form first.
  const mode: AuthMode = isHydrated && params.get(MODE_PARAM) === "signup" ? "signup" : "login";
  const changeMode = (next: AuthMode) => {
    if (next === mode) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === "signup") after.set(MODE_PARAM, next);
        else after.delete(MODE_PARAM);
        return after;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <AuthScreen
      googleSlot={slots.googleSlot}
      passkeySlot={slots.passkeySlot}
      mode={mode}
      email={hintedEmail(state)}
      onModeChange={changeMode}
      isEntering={session.kind === "user"}
    />
  );
}
