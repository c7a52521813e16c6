import { useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { hintedEmail } from "../../lib/login-hint.ts";
import { safeNextPath } from "../../lib/next-path.ts";
import { useSession } from "../../lib/session.tsx";
import { landingPath } from "../../lib/session-store.ts";
import { AuthScreen } from "./auth-screen.tsx";
import type { LoginSlots } from "./login-view.tsx";
import { AUTH_MODES, type AuthMode } from "./pending-verification.ts";

const MODE_PARAM = "mode";
const NEXT_PARAM = "next";

export function AuthPage(slots: LoginSlots) {
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const nextPath = safeNextPath(params.get(NEXT_PARAM));

  useEffect(() => {
    if (session.kind !== "user") return;
    if (nextPath !== null) void navigate(nextPath, { replace: true });
    else if (session.isSubscriptionKnown) void navigate(landingPath(session), { replace: true });
  }, [session, nextPath, navigate]);

  const mode = AUTH_MODES.find((known) => known === params.get(MODE_PARAM)) ?? "login";
  const changeMode = (next: AuthMode) => {
    if (next === mode) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === "login") after.delete(MODE_PARAM);
        else after.set(MODE_PARAM, next);
        return after;
      },
      // Back leads past the code to the step that required it.
      { preventScrollReset: true, replace: next === "verification" },
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
