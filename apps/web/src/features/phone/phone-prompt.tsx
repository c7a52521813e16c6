import { useCallback, useEffect, useState } from "react";
import { useSession } from "../../lib/session.tsx";
import { LazyPhoneDialog } from "./lazy-phone-dialog.tsx";
import { isLeftInPeace, rememberDismissed } from "./phone-memory.ts";
import { hasStanding } from "./phone-standing.ts";

export interface PhonePrompt {
  readonly userId: string;
  /** `away` is the only answer that will not change by itself. */
  readonly state: "checking" | "open" | "away";
  leave(): void;
}

const firstState = (userId: string) => (isLeftInPeace(userId) ? "away" : "checking");

/** Asks somebody who enters for the phone, unless this browser or the server knows a reason not to. A4.6, A7.21 */
export function usePhonePrompt(userId: string): PhonePrompt {
  const [state, setState] = useState<PhonePrompt["state"]>(() => firstState(userId));
  useEffect(() => {
    const first = firstState(userId);
    setState(first);
    if (first === "away") return;
    let isCurrent = true;
    void hasStanding(userId).then((isKnown) => isCurrent && setState(isKnown ? "away" : "open"));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  const leave = useCallback(() => setState("away"), []);
  return { userId, state, leave };
}

export function PhonePromptDialog({ userId, state, leave }: PhonePrompt) {
  const session = useSession();
  // One question at a time: the date of birth comes first.
  const isAskedElse = session.kind === "user" && session.user.role === "user" && session.user.dob === null;
  if (state !== "open" || isAskedElse) return null;
  const dismiss = () => {
    rememberDismissed(userId);
    leave();
  };
  return <LazyPhoneDialog userId={userId} onClose={dismiss} onVerified={leave} onUnavailable={leave} />;
}

function PromptFor({ userId }: { userId: string }) {
  return <PhonePromptDialog {...usePhonePrompt(userId)} />;
}

/** For pages that visitors see too: they are never asked. */
export function PhonePromptForUser() {
  const session = useSession();
  return session.kind === "user" && <PromptFor userId={session.user.id} />;
}
