import { useMutation } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import { backgroundTexts, multiFailures } from "./trading.texts.ts";
import { CALL_LIMITS } from "./trading-script.ts";
import type { RunStatus } from "./use-run-status.ts";

/** Background Mode: the run's own while it runs, else the next start's. */
export function useBackground(broker: BrokerName | null, userId: string, status: RunStatus) {
  const { run, isRunning, recheck } = status;
  const explain = useRefusal();
  const [wanted, setWanted] = useState<boolean | null>(null);
  // A run's value at its begin or end replaces the user's earlier choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a start or a stop is the reason
  useEffect(() => setWanted(null), [isRunning]);
  const kept = run?.background_mode ?? false;
  const isDaily = !isRunning && run?.next_start != null;

  const end = useMutation({
    mutationFn: async () => {
      const body = broker === null ? {} : { broker };
      await api("POST", "/algorithm/stop-background", { body, userId, timeoutMs: CALL_LIMITS.stopMs });
      showToast("success", backgroundTexts.ended);
      await recheck();
    },
    onError: (cause) => {
      setWanted(null);
      showToast("error", explain(cause) ?? multiFailures.other("stop"));
    },
  });

  return {
    isOn: isRunning ? kept : (wanted ?? kept),
    isEnding: end.isPending,
    change(isOn: boolean): void {
      if (isRunning) return;
      setWanted(isOn);
      // It would start automatically each morning: switching off ends that too, and not only for the next press.
      if (!isOn && isDaily) end.mutate();
    },
  };
}
export type Background = ReturnType<typeof useBackground>;
