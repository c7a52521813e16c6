import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { firstBroker } from "@vriddhi/core/run/pick-broker";
import { epochMs } from "@vriddhi/core/time/clock";
import { useEffect } from "react";
import { personKey } from "../../lib/person-storage.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { createSharedLatest, type Learnt } from "../../lib/shared-latest.ts";
import { showToast } from "../../ui/toast.tsx";
import { stateTexts } from "./trading.texts.ts";

type Connection = "asking" | "connected" | "not_connected" | "failed";

function connectionOf(query: UseQueryResult<unknown>, isConnected: boolean | undefined): Connection {
  // B8.2: what cannot be read counts as not connected, also while it is asked for again.
  if (query.isError) return "failed";
  if (isConnected === undefined)
    return query.errorUpdateCount > 0 || query.fetchStatus === "paused" ? "failed" : "asking";
  return isConnected ? "connected" : "not_connected";
}

/** One failure is one toast, however often the poll meets it. */
function useSayFailed(hasFailed: boolean): void {
  useEffect(() => {
    if (hasFailed) showToast("error", stateTexts.checkFailed);
  }, [hasFailed]);
}

interface KnownConnection extends Learnt {
  readonly isConnected: boolean;
}

/** B4.7: what another tab learns of the Angel One connection makes this one ask. */
function useOtherTabs(userId: string, isWanted: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    const shared = createSharedLatest<KnownConnection>({
      key: personKey(userId, "angelone_connection"),
      toFact: ({ isConnected }, at) => (typeof isConnected === "boolean" ? { isConnected, at } : null),
      now: () => epochMs(Date.now()),
    });
    const stop = shared.subscribe(() => void queries.invalidateQueries({ queryKey: ["/angelone/status"] }));
    return () => {
      stop();
      shared.close();
    };
  }, [userId, isWanted, queries]);
}

/** B4.2, B7.3, B8.2: which of these brokers are connected, asked again every 10 seconds. */
export function useBrokerLinks(userId: string, only: BrokerName | null) {
  const settings = { refetchInterval: POLL.multiBrokerMs, retry: false } as const;
  const isAsked = (broker: BrokerName) => only === null || only === broker;
  const fyers = useQuery({ ...read("/fyers/status"), ...settings, enabled: isAsked("fyers") });
  const zerodha = useQuery({ ...read("/zerodha/status"), ...settings, enabled: isAsked("zerodha") });
  const angelone = useQuery({ ...read("/angelone/status"), ...settings, enabled: isAsked("angelone") });
  useOtherTabs(userId, isAsked("angelone"));
  const states: Readonly<Record<BrokerName, Connection>> = {
    fyers: connectionOf(fyers, fyers.data?.is_connected),
    zerodha: connectionOf(zerodha, zerodha.data?.connected),
    angelone: connectionOf(angelone, angelone.data?.is_connected),
  };
  const asked = brokerNames.filter(isAsked);
  const hasFailed = asked.some((broker) => states[broker] === "failed");
  useSayFailed(hasFailed);
  return {
    isChecking: asked.some((broker) => states[broker] === "asking"),
    hasFailed,
    /** B7.14 */
    first: firstBroker((broker) => isAsked(broker) && states[broker] === "connected"),
    isConnected: (broker: BrokerName): boolean => states[broker] === "connected",
    /** What Zerodha's own form says of approvals; null where nothing is stored. */
    zerodhaAuto: zerodha.data?.credentials?.auto_trading_enabled ?? null,
  };
}
