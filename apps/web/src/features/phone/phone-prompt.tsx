import { useCallback, useEffect, useState } from "react";
import { useSession } from "../../lib/session.tsx";
import { LazyPhoneDialog } from "./lazy-phone-dialog.tsx";
import { isPromptSilenced, rememberDismissed } from "./phone-memory.ts";
import { isVerifiedFor } from "./phone-verified.ts";

export interface PhonePrompt {
  readonly userId: string;
  /** `away` is the only answer that will not change by itself. */
  readonly state: "checking" | "open" | "away";
  leave(): void;
}

const firstState = (userId: string) => (isPromptSilenced(userId) ? "away" : "checking");

/** A4.6, A7.21: asks a signed-in user for the phone only when the server says that none is verified. */
export function usePhonePrompt(userId: string): PhonePrompt {
  const [state, setState] = useState<PhonePrompt["state"]>(() => firstState(userId));
  useEffect(() => {
    const first = firstState(userId);
    setState(first);
    if (first === "away") return;
    let isCurrent = true;
    void isVerifiedFor(userId).then((isVerified) => isCurrent && setState(isVerified === false ? "open" : "away"));
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  const leave = useCallback(() => setState("away"), []);
  return { userId, state, leave };
}

const hasDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

function useFreePage(isWaiting: boolean): boolean {
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setFree(false);
    const observer = new MutationObserver(() => look());
    const look = () => {
      if (hasDialog()) return;
      observer.disconnect();
      setFree(true);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [isWaiting]);
  return isFree;
}

interface PromptPlace {
  /** A position or order is open, or it is not known yet: nothing may cover it or the stop button. */
  readonly isBusy?: boolean;
}

export function PhonePromptDialog({ userId, state, leave, isBusy = false }: PhonePrompt & PromptPlace) {
  const session = useSession();
  // One dialog at a time: the date of birth comes first.
  const isAskedElse = session.kind === "user" && session.user.role === "user" && session.user.dob === null;
  const isWaiting = state === "open" && !isAskedElse && !isBusy;
  const isFree = useFreePage(isWaiting);
  if (!isWaiting || !isFree) return null;
  const dismiss = () => {
    rememberDismissed(userId);
    leave();
  };
  return <LazyPhoneDialog userId={userId} onClose={dismiss} onVerified={leave} onUnavailable={leave} />;
}

function PromptFor({ userId, ...place }: { userId: string } & PromptPlace) {
  return <PhonePromptDialog {...usePhonePrompt(userId)} {...place} />;
}

/** For pages that visitors see too: visitors are never asked. */
export function PhonePromptForUser(place: PromptPlace) {
  const session = useSession();
  return session.kind === "user" && <PromptFor userId={session.user.id} {...place} />;
}
