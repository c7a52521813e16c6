import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { openLoginWindow, useConnectedElsewhere } from "../../lib/broker-login-window.ts";
import { read } from "../../lib/query.tsx";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import { zerodhaFailures, zerodhaSuccesses } from "./zerodha.texts.ts";
import { toBody, type ZerodhaValues } from "./zerodha-values.ts";

/** B4.10 */
export type ZerodhaStep =
  | { readonly kind: "initial" }
  | { readonly kind: "auth_url"; readonly loginUrl: string; readonly isShut: boolean }
  /** `hasForm`: the person wants the form although an account is connected. */
  | { readonly kind: "complete"; readonly hasForm: boolean };

const INITIAL: ZerodhaStep = { kind: "initial" };
const COMPLETE: ZerodhaStep = { kind: "complete", hasForm: false };

/** Everything that can be asked of the Zerodha connection. */
export function useZerodha() {
  const queries = useQueryClient();
  const explain = useRefusal();
  const status = useQuery(read("/zerodha/status"));
  const [step, setStep] = useState<ZerodhaStep>(INITIAL);
  const readAgain = () => queries.invalidateQueries({ queryKey: ["/zerodha/status"] });
  const arrive = async (): Promise<void> => {
    await readAgain();
    setStep(COMPLETE);
    showToast("success", zerodhaSuccesses.connected);
  };
  /** Another window says that somebody's login is complete: ours, if the server agrees. */
  const hear = async (): Promise<void> => {
    await queries.cancelQueries({ queryKey: ["/zerodha/status"] }); // asked before the login: its answer is old
    const { connected } = await queries.fetchQuery({ ...read("/zerodha/status"), staleTime: 0 });
    if (connected && step.kind === "auth_url") await arrive();
  };
  /** B8.10: the server's sentence first where the specification says so. */
  const fail = (sentence: string, isDetailFirst: boolean) => (cause: unknown) => {
    const detail = explain(cause);
    showToast("error", isDetailFirst ? (detail ?? sentence) : sentence);
  };

  const save = useMutation({
    mutationFn: (values: ZerodhaValues) => api("POST", "/zerodha/credentials", { body: toBody(values) }),
    onSuccess: async ({ login_url: loginUrl }) => {
      if (loginUrl === undefined) {
        await readAgain();
        setStep(COMPLETE);
        showToast("success", zerodhaSuccesses.saved);
        return;
      }
      showToast("success", zerodhaSuccesses.savedPending);
      setStep({ kind: "auth_url", loginUrl, isShut: !openLoginWindow(loginUrl) });
      await readAgain(); // what was typed is stored now
    },
    onError: fail(zerodhaFailures.save, true),
  });
  const complete = useMutation({
    mutationFn: (requestToken: string) => api("POST", "/zerodha/login", { body: { request_token: requestToken } }),
    onSuccess: arrive,
    onError: fail(zerodhaFailures.complete, true),
  });
  const disconnect = useMutation({
    mutationFn: () => api("POST", "/zerodha/disconnect"),
    onSuccess: async () => {
      await readAgain();
      setStep(INITIAL);
      showToast("success", zerodhaSuccesses.disconnected);
    },
    onError: fail(zerodhaFailures.disconnect, false),
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE", "/zerodha/credentials"),
    onSuccess: async () => {
      await readAgain();
      setStep(INITIAL);
      showToast("success", zerodhaSuccesses.removed);
    },
    onError: fail(zerodhaFailures.remove, false),
  });
  const fetchStored = useMutation({
    mutationFn: () => api("GET", "/zerodha/credentials"),
    onSuccess: () => showToast("success", zerodhaSuccesses.fetched),
    onError: fail(zerodhaFailures.fetch, false),
  });

  useConnectedElsewhere("zerodha", () => void hear().catch(explain));
  return { status, step, setStep, save, complete, disconnect, remove, fetchStored };
}
export type Zerodha = ReturnType<typeof useZerodha>;
