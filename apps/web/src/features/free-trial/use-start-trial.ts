import { useRef, useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { showToast } from "../../ui/toast.tsx";
import { trialTexts } from "./free-trial.texts.ts";

/** A5.9, A8.5: the server's sentence, or ours where it has none or did not answer. */
function faultOf(cause: unknown): string {
  if (!(cause instanceof ApiError)) {
    reportError(cause); // our own bug: log it
    return trialTexts.unexpected;
  }
  if (cause.status === 401) return trialTexts.loginFirst;
  return cause.status === 0 ? trialTexts.unexpected : (cause.detail ?? trialTexts.failed);
}

export function useStartTrial() {
  const store = useSessionStore();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const start = async (userId: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await api("POST", "/free-trial/{userId}", { params: { userId } });
      showToast("success", trialTexts.started);
      await store.refresh();
    } catch (cause) {
      showToast("error", faultOf(cause));
      if (cause instanceof ApiError && cause.status === 401) await store.check();
      // "already subscribed": this page is outdated
      else await store.refresh();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, start };
}
