import { useMutation } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { SWITCHING } from "../../lib/run-switching.ts";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import { isUnanswered, isUnclear, pause, withAttempts } from "./attempts.ts";
import { multiFailures, type RunAction, successTexts } from "./trading.texts.ts";
import type { CallNames, Explained, StartRequest, StopRequest, TradingScript } from "./trading-script.ts";
import type { RunStatus } from "./use-run-status.ts";

/** B4.6: after a stop without an answer. */
const VERIFY_MS = 1_000;

const KEY_BYTES = 16;

/** The idempotency key of one press: all its tries carry it. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

interface SwitchDeps {
  readonly script: TradingScript;
  readonly userId: string;
  readonly status: Pick<RunStatus, "announce" | "recheck">;
}

export interface Refusal extends Explained {
  readonly broker: BrokerName | null;
}

function useCalls({ script, userId }: SwitchDeps) {
  const tries = {
    most: script.attemptsMax,
    onRetry: (attempt: number) => showToast("warning", multiFailures.retrying(attempt, script.attemptsMax)),
  };
  return <Reply>(call: (names: CallNames) => Promise<Reply>): Promise<Reply> => {
    const names = { userId, idempotencyKey: newKey() };
    return withAttempts(() => call(names), tries);
  };
}

export function useRunSwitch(deps: SwitchDeps) {
  const { script, userId, status } = deps;
  const explain = useRefusal();
  const inTries = useCalls(deps);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function fail(cause: unknown, action: RunAction, broker: BrokerName): Promise<void> {
    explain(cause);
    const explained = script.explain(cause, action);
    showToast("error", explained.text, { durationMs: explained.durationMs });
    setRefusal({ ...explained, broker });
    if (explained.wayOn === "read_again" || isUnclear(cause)) await status.recheck();
  }

  const start = useMutation({
    mutationKey: SWITCHING,
    mutationFn: async (request: StartRequest) => {
      setRefusal(null);
      const reply = await inTries((names) => script.start(request, names));
      status.announce("running");
      showToast("success", reply.background_mode ? reply.message : script.started);
      await pause(script.recheckMs);
      await status.recheck();
    },
    onError: (cause, { broker }) => fail(cause, "start", broker),
  });

  /** B4.6: the stop may have arrived; the next poll shows it. */
  async function verify(cause: unknown): Promise<void> {
    status.announce("stopped");
    if (isUnanswered(cause) && script.attemptsMax > 1) showToast("error", multiFailures.unreachable);
    showToast("warning", successTexts.stopSent);
    await pause(VERIFY_MS);
    await status.recheck();
  }

  const stop = useMutation({
    mutationKey: SWITCHING,
    mutationFn: async (request: StopRequest) => {
      setRefusal(null);
      try {
        await inTries((names) => script.stop(request, names));
      } catch (cause) {
        if (!isUnclear(cause)) throw cause;
        return verify(cause);
      }
      status.announce("stopped");
      showToast("success", script.stopped.text, { durationMs: script.stopped.durationMs });
      await status.recheck();
    },
    onError: (cause, { broker }) => fail(cause, "stop", broker),
  });

  /** After 9:10 and on days without trading: from the next trading day on, in background mode. */
  const startNextDay = useMutation({
    mutationKey: SWITCHING,
    mutationFn: async ({ broker, capital, consentVersion }: StartRequest) => {
      const body = { broker, capital, consent_version: consentVersion };
      const reply = await api("POST", "/algorithm/start-next-day", { body, userId, idempotencyKey: newKey() });
      setRefusal(null);
      showToast("success", reply.message);
      await status.recheck();
    },
    onError: (cause, { broker }) => fail(cause, "start", broker),
  });

  return { start, stop, startNextDay, refusal, forget: () => setRefusal(null) };
}

export const sentenceOf = (cause: unknown): string | null => (cause instanceof ApiError ? cause.detail : null);
