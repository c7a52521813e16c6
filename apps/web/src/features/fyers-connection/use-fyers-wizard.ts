import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { openLoginWindow, useConnectedElsewhere } from "../../lib/broker-login-window.ts";
import { read } from "../../lib/query.tsx";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import { fyersFailures, fyersSuccesses } from "./fyers.texts.ts";
import type { FyersStatus, FyersValues } from "./fyers-values.ts";
import { readUntilConnected } from "./read-until-connected.ts";

/** B7.19, B9.3 */
const AUTO_TIMEOUT_MS = 90_000;

/** B4.8 */
export type WizardStep =
  | { readonly kind: "initial" }
  | { readonly kind: "auth_url"; readonly authUrl: string; readonly requestId: string; readonly isShut: boolean }
  | { readonly kind: "complete" };

const INITIAL: WizardStep = { kind: "initial" };

/** B8.8 */
function autoFailure(cause: unknown, detail: string | null): string {
  if (cause instanceof ApiError && cause.code === "timed_out") return fyersFailures.autoTimedOut;
  if (cause instanceof ApiError && cause.status === 408) return fyersFailures.loginTimedOut;
  return detail ?? fyersFailures.auto;
}

/** Everything that can be asked of the Fyers connection. */
export function useFyersWizard() {
  const queries = useQueryClient();
  const explain = useRefusal();
  const status = useQuery(read("/fyers/status"));
  const [step, setStep] = useState<WizardStep>(INITIAL);

  const readAgain = async (): Promise<FyersStatus> => {
    await queries.cancelQueries({ queryKey: ["/fyers/status"] }); // asked before the login: its answer is old
    return queries.fetchQuery({ ...read("/fyers/status"), staleTime: 0, retry: false });
  };
  const validate = async (success: string): Promise<void> => {
    const isConnected = await readUntilConnected(async () => (await readAgain()).is_connected);
    setStep(isConnected ? { kind: "complete" } : INITIAL);
    showToast(isConnected ? "success" : "error", isConnected ? success : fyersFailures.notValid);
  };

  const manual = useMutation({
    mutationFn: (body: FyersValues) => api("POST", "/fyers/connect", { body }),
    onSuccess: ({ auth_url: authUrl, request_id: requestId }) => {
      showToast("success", fyersSuccesses.initiated);
      setStep({ kind: "auth_url", authUrl, requestId, isShut: !openLoginWindow(authUrl) });
      void queries.invalidateQueries({ queryKey: ["/fyers/status"] }); // what was typed is stored now
    },
    onError: (cause) => {
      explain(cause);
      showToast("error", fyersFailures.connect);
    },
  });
  const auto = useMutation({
    mutationFn: async (body: FyersValues) => {
      await api("POST", "/fyers/connect-auto", { body, timeoutMs: AUTO_TIMEOUT_MS });
      await validate(fyersSuccesses.auto);
    },
    onError: (cause) => showToast("error", autoFailure(cause, explain(cause))),
  });
  const complete = useMutation({
    mutationFn: async ({ code, state }: { code: string; state: string }) => {
      await api("POST", "/fyers/callback", { body: { code, state } });
      await validate(fyersSuccesses.connected);
    },
    onError: (cause) => {
      explain(cause);
      showToast("error", fyersFailures.complete);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => api("DELETE", "/fyers/disconnect"),
    onSuccess: async () => {
      setStep(INITIAL);
      await queries.invalidateQueries({ queryKey: ["/fyers/status"] });
      showToast("success", fyersSuccesses.disconnected);
    },
    onError: (cause) => {
      explain(cause);
      showToast("error", fyersFailures.disconnect);
    },
  });

  const arrive = useMutation({ mutationFn: () => validate(fyersSuccesses.connected) });
  useConnectedElsewhere("fyers", () => {
    if (step.kind === "auth_url") arrive.mutate();
    else void queries.invalidateQueries({ queryKey: ["/fyers/status"] });
  });

  return { status, step, startOver: () => setStep(INITIAL), manual, auto, complete, arrive, disconnect };
}
export type FyersWizard = ReturnType<typeof useFyersWizard>;
