import { useMutation } from "@tanstack/react-query";
import { ApiError, api } from "../../../lib/api.ts";
import { read } from "../../../lib/query.tsx";
import { useRefusal } from "../../../lib/use-refusal.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useFailure } from "../link/failure.ts";
import { useLeaving } from "../link/use-leaving.ts";
import { useLinkStatus } from "../link/use-link-status.ts";
import { usePageLogin } from "../link/use-page-login.ts";
import { fyersFailures, fyersSuccesses } from "./fyers.texts.ts";
import type { FyersStatus, FyersValues } from "./fyers-values.ts";
import { readUntilConnected } from "./read-until-connected.ts";

/** B7.19, B9.3 */
const AUTO_TIMEOUT_MS = 90_000;

const leavingWords = {
  disconnected: fyersSuccesses.disconnected,
  disconnectFailed: fyersFailures.disconnect,
  removed: fyersSuccesses.removed,
  removeFailed: fyersFailures.remove,
} as const;

/** B8.8 */
function autoFailure(cause: unknown, detail: string | null): string {
  if (cause instanceof ApiError && cause.code === "timed_out") return fyersFailures.autoTimedOut;
  if (cause instanceof ApiError && cause.status === 408) return fyersFailures.loginTimedOut;
  return detail ?? fyersFailures.auto;
}

/** The state that belongs to a code: what we were told at the beginning, else what the pasted address carries. */
function stateOf(requestId: string | null, pasted: string): string {
  if (requestId !== null) return requestId;
  return (URL.canParse(pasted) ? new URL(pasted).searchParams.get("state") : null) ?? "";
}

export const useFyersStatus = () =>
  useLinkStatus<FyersStatus>(read("/fyers/status"), ({ is_connected: isConnected, session_until: until }) => ({
    isConnected,
    until,
  }));

export const useFyersLeaving = (onLeft: () => Promise<void>) =>
  useLeaving({
    disconnect: () => api("DELETE", "/fyers/disconnect"),
    remove: () => api("DELETE", "/fyers/credentials"),
    words: leavingWords,
    onLeft,
  });

/** B4.8: everything that can be asked of the Fyers connection. */
export function useFyersWizard(userId: string) {
  const explain = useRefusal();
  const fail = useFailure();
  const link = useFyersStatus();
  const { query, isConnected, readAgain, readNow } = link;
  const login = usePageLogin({
    userId,
    broker: "fyers",
    link,
    success: fyersSuccesses.connected,
    onArrive: () => arrive.mutate(),
  });
  const leaving = useFyersLeaving(async () => {
    await readAgain();
    login.leave();
  });
  const validate = async (say: () => void): Promise<void> => {
    const isValid = await readUntilConnected(async () => {
      const status = await readNow();
      return status.is_connected && status.pending === null;
    });
    if (isValid) say();
    else showToast("error", fyersFailures.notValid);
    login.leave();
  };

  const manual = useMutation({
    mutationFn: (body: FyersValues) => api("POST", "/fyers/connect", { body }),
    onSuccess: ({ auth_url: loginUrl, request_id: requestId }) => {
      showToast("success", fyersSuccesses.initiated);
      return login.begin({ loginUrl, requestId });
    },
    onError: fail(fyersFailures.connect),
  });
  const auto = useMutation({
    mutationFn: async (body: FyersValues) => {
      await api("POST", "/fyers/connect-auto", { body, timeoutMs: AUTO_TIMEOUT_MS });
      await validate(() => void showToast("success", fyersSuccesses.auto));
    },
    onError: (cause) => showToast("error", autoFailure(cause, explain(cause))),
  });
  const complete = useMutation({
    mutationFn: async (code: string) => {
      const state = stateOf(login.waiting?.begun?.requestId ?? null, code);
      await api("POST", "/fyers/callback", { body: { code, state } });
      await validate(login.sayConnected);
    },
    onError: fail(fyersFailures.complete),
  });
  const arrive = useMutation({ mutationFn: () => validate(login.sayConnected) });
  return { query, isConnected, login, leaving, manual, auto, complete, arrive };
}
export type FyersWizard = ReturnType<typeof useFyersWizard>;
