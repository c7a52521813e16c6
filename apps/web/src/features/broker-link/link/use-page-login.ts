import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useEffect, useRef, useState } from "react";
import { openLoginWindow, useLoginElsewhere } from "../../../lib/broker-login-window.ts";
import { showToast } from "../../../ui/toast.tsx";
import { type BegunLogin, useWaitingLogin, type WaitingLogin } from "./begun-login.ts";

/** The current view of a connection; the form may be open although an account is connected. */
export type LinkView = "form" | "form wanted" | "login" | "connected";

function viewOf(isFormWanted: boolean, waiting: WaitingLogin | null, isConnected: boolean): LinkView {
  if (isFormWanted) return "form wanted";
  if (waiting !== null) return "login";
  return isConnected ? "connected" : "form";
}

type Pending = { readonly since: string } | null;

interface PageLoginSettings {
  readonly userId: string;
  readonly broker: BrokerName;
  readonly isConnected: boolean;
  /** The server's pending login; `undefined` while it is not known. */
  readonly pending: Pending | undefined;
  readAgain(): Promise<void>;
  readPending(): Promise<Pending>;
  readonly success: string;
  onArrive(): void;
}

/** Shows a completed login once: the other window, the live event and the status all report it. */
function useArrival(isWaiting: boolean, isConnected: boolean, success: string) {
  const isAnnounced = useRef(true);
  const say = () => {
    if (!isAnnounced.current) showToast("success", success);
    isAnnounced.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a wait begins or ends
  useEffect(() => {
    if (isWaiting) isAnnounced.current = false;
    else if (isConnected) say();
  }, [isWaiting, isConnected]);
  return {
    say,
    forget() {
      isAnnounced.current = true;
    },
  };
}

export function usePageLogin(settings: PageLoginSettings) {
  const { userId, broker, isConnected, pending, readAgain, readPending, success, onArrive } = settings;
  const [isFormWanted, setFormWanted] = useState(false);
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const login = useWaitingLogin(userId, broker, { pending, isConnected });
  const { waiting } = login;
  const arrival = useArrival(waiting !== null, isConnected, success);
  useLoginElsewhere(broker, (end) => {
    if (end.kind === "connected" && waiting !== null) return onArrive();
    if (end.kind === "failed") {
      setElsewhere(end.sentence);
      if (waiting !== null) showToast("error", end.sentence);
    }
    void readAgain();
  });
  return {
    view: viewOf(isFormWanted, waiting, isConnected),
    waiting,
    /** Why it failed in the other window. */
    elsewhere,
    showForm: () => setFormWanted(true),
    hideForm: () => setFormWanted(false),
    async begin(begun: BegunLogin): Promise<void> {
      setElsewhere(null);
      const isShut = !openLoginWindow(begun.loginUrl);
      const kept = await readPending().catch(() => null); // the server has stored the details by now
      login.begin(begun, isShut, kept?.since ?? null);
      setFormWanted(false);
    },
    sayConnected: arrival.say,
    leave() {
      arrival.forget();
      setElsewhere(null);
      login.drop(pending?.since ?? null);
      setFormWanted(false);
    },
  };
}
