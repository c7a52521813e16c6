import { useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { read } from "../../../lib/query.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useFailure } from "../link/failure.ts";
import { useLeaving } from "../link/use-leaving.ts";
import { useLinkStatus } from "../link/use-link-status.ts";
import { usePageLogin } from "../link/use-page-login.ts";
import { zerodhaFailures, zerodhaSuccesses } from "./zerodha.texts.ts";
import { toBody, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

const leavingWords = {
  disconnected: zerodhaSuccesses.disconnected,
  disconnectFailed: zerodhaFailures.disconnect,
  removed: zerodhaSuccesses.removed,
  removeFailed: zerodhaFailures.remove,
} as const;

export const useZerodhaStatus = () =>
  useLinkStatus<ZerodhaStatus>(read("/zerodha/status"), ({ connected, session_until: until }) => ({
    isConnected: connected,
    until,
  }));

export const useZerodhaLeaving = (onLeft: () => Promise<void>) =>
  useLeaving({
    disconnect: () => api("POST", "/zerodha/disconnect"),
    remove: () => api("DELETE", "/zerodha/credentials"),
    words: leavingWords,
    onLeft,
  });

/** B4.10: everything that can be asked of the Zerodha connection. */
export function useZerodha(userId: string) {
  const fail = useFailure();
  const link = useZerodhaStatus();
  const { query, isConnected, readAgain, readNow } = link;
  const login = usePageLogin({
    userId,
    broker: "zerodha",
    link,
    success: zerodhaSuccesses.connected,
    // Somebody's login is complete: ours, if the server agrees.
    onArrive: () => void hear().catch(fail(zerodhaFailures.complete)),
  });
  const leaving = useZerodhaLeaving(async () => {
    await readAgain();
    login.leave();
  });
  const arrive = async (): Promise<void> => {
    await readAgain();
    login.sayConnected();
    login.leave();
  };
  const hear = async (): Promise<void> => {
    const { connected, pending } = await readNow();
    if (connected && pending === null) await arrive();
  };

  const save = useMutation({
    mutationFn: (values: ZerodhaValues) => api("POST", "/zerodha/credentials", { body: toBody(values) }),
    onSuccess: async ({ login_url: loginUrl }) => {
      if (loginUrl === undefined) {
        await readAgain();
        login.leave();
        return void showToast("success", zerodhaSuccesses.saved);
      }
      showToast("success", zerodhaSuccesses.savedPending);
      await login.begin({ loginUrl, requestId: null });
    },
    onError: fail(zerodhaFailures.save, true),
  });
  const complete = useMutation({
    mutationFn: (requestToken: string) => api("POST", "/zerodha/login", { body: { request_token: requestToken } }),
    onSuccess: arrive,
    onError: fail(zerodhaFailures.complete, true),
  });
  const fetchStored = useMutation({
    mutationFn: () => api("GET", "/zerodha/credentials"),
    onSuccess: () => showToast("success", zerodhaSuccesses.fetched),
    onError: fail(zerodhaFailures.fetch),
  });
  return { query, isConnected, login, leaving, save, complete, fetchStored };
}
export type Zerodha = ReturnType<typeof useZerodha>;
