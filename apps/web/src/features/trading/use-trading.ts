import { useMutation } from "@tanstack/react-query";
import { type BrokerName, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { api } from "../../lib/api.ts";
import { useIsSwitching } from "../../lib/run-switching.ts";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import type { RunActions } from "./run-card.tsx";
import { multiFailures } from "./trading.texts.ts";
import type { TradingScript } from "./trading-script.ts";
import { useBackground } from "./use-background.ts";
import { useBrokerLinks } from "./use-broker-links.ts";
import { useCapital } from "./use-capital.ts";
import { useFirstStart } from "./use-first-start.ts";
import { useRunDetails } from "./use-run-details.ts";
import { type RunStatus, useRunStatus } from "./use-run-status.ts";
import { useRunSwitch } from "./use-run-switch.ts";
import type { CapitalSource, Holder } from "./use-saved-capital.ts";

/** The target of this screen's press: its run's broker, else the first connected. */
function brokerOf(script: TradingScript, status: RunStatus, first: BrokerName | null): BrokerName | null {
  if (script.broker !== null) return script.broker;
  const { run, isRunning, isClosing } = status;
  const own = run?.broker ?? null;
  return (isRunning || isClosing) && own !== null && isBrokerName(own) ? own : first;
}

/** B7.8: Fyers' own value where Fyers is connected. */
function sourceOf(script: TradingScript, links: ReturnType<typeof useBrokerLinks>): CapitalSource | null {
  if (links.isChecking) return null;
  return script.broker === null && links.isConnected("fyers") ? "fyers" : "account";
}

function useRunActions(broker: BrokerName | null, userId: string, recheck: RunStatus["recheck"]): RunActions {
  const explain = useRefusal();
  const handlers = {
    onSuccess: ({ message }: { message: string }) => {
      showToast("success", message);
      return recheck();
    },
    onError: (cause: unknown) => showToast("error", explain(cause) ?? multiFailures.unreachable),
  };
  const approve = useMutation({
    mutationFn: () => api("POST", "/algorithm/approve-day", { body: broker === null ? {} : { broker }, userId }),
    ...handlers,
  });
  const lift = useMutation({ mutationFn: () => api("DELETE", "/algorithm/kill", { userId }), ...handlers });
  return {
    isApproving: approve.isPending,
    isLifting: lift.isPending,
    approveDay: () => approve.mutate(),
    liftKill: () => lift.mutate(),
  };
}

export function useTrading(script: TradingScript, holder: Holder) {
  const { userId } = holder;
  const isBusy = useIsSwitching();
  const links = useBrokerLinks(userId, script.broker);
  const status = useRunStatus({ script, userId, first: links.first, isBusy });
  const broker = brokerOf(script, status, links.first);
  const details = useRunDetails({ script, userId, broker, status });
  const { isRunning, isClosing } = status;
  const capital = useCapital({ script, holder, source: sourceOf(script, links), isRunning, inUse: details.inUse });
  const background = useBackground(broker, userId, status);
  const runSwitch = useRunSwitch({ script, userId, status });
  const actions = useRunActions(broker, userId, status.recheck);

  const first = useFirstStart({
    broker,
    userId,
    status,
    brokersSwitch: broker === "zerodha" ? links.zerodhaAuto : null,
    onStart(kind, consentVersion) {
      if (broker === null) return;
      const request = { broker, capital: capital.chosen, isBackground: background.isOn, consentVersion };
      if (kind === "start") runSwitch.start.mutate(request);
      else runSwitch.startNextDay.mutate(request);
    },
  });
  const isConnected = broker !== null && links.isConnected(broker);
  return {
    links,
    status,
    broker,
    details,
    capital,
    background,
    actions,
    first,
    refusal: runSwitch.refusal,
    controls: {
      canStart: status.isKnown && capital.isSettled && !isRunning && !isClosing && !isBusy && isConnected,
      canStop: isRunning && !isBusy,
      isStarting: runSwitch.start.isPending,
      isStopping: runSwitch.stop.isPending,
      isArming: runSwitch.startNextDay.isPending,
      start: () => first.begin("start"),
      startNextDay: () => first.begin("next_day"),
      stop: () => broker !== null && runSwitch.stop.mutate({ broker, isBackground: background.isOn }),
    },
  };
}
export type Trading = ReturnType<typeof useTrading>;
