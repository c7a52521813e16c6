import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { firstBroker } from "@vriddhi/core/run/pick-broker";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api, type Reply } from "../../lib/api.ts";
import { personKey } from "../../lib/person-storage.ts";
import { POLL } from "../../lib/polling.ts";
import { createSharedLatest, type Learnt, type SharedLatest } from "../../lib/shared-latest.ts";
import { showToast } from "../../ui/toast.tsx";
import { stateTexts } from "./trading.texts.ts";

type Connection = "asking" | "connected" | "not_connected" | "failed";

type Status = Reply<"GET", `/${BrokerName}/status`>;

/** Zerodha's status has its own field for it. */
const isConnectedIn = (status: Status): boolean => ("connected" in status ? status.connected : status.is_connected);

interface Asked {
  readonly reply: Status;
  readonly askedAt: EpochMs;
}

const deviceNow = (): EpochMs => epochMs(Date.now());

function connectionOf(query: UseQueryResult<Asked> | undefined): Connection {
  if (query === undefined) return "asking";
  // B8.2: an unreadable status counts as not connected, also during the next read.
  if (query.isError) return "failed";
  if (query.data === undefined)
    return query.errorUpdateCount > 0 || query.fetchStatus === "paused" ? "failed" : "asking";
  return isConnectedIn(query.data.reply) ? "connected" : "not_connected";
}

/** One failure is one toast, however often the poll repeats it. */
function useSayFailed(hasFailed: boolean): void {
  useEffect(() => {
    if (hasFailed) showToast("error", stateTexts.checkFailed);
  }, [hasFailed]);
}

interface KnownConnection extends Learnt {
  readonly isConnected: boolean;
}

const toKnown = ({ isConnected }: Readonly<Record<string, unknown>>, at: EpochMs): KnownConnection | null =>
  typeof isConnected === "boolean" ? { isConnected, at } : null;

function useShared(userId: string, isWanted: boolean): SharedLatest<KnownConnection> | null {
  const [shared, setShared] = useState<SharedLatest<KnownConnection> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const key = personKey(userId, "angelone_connection");
    const opened = createSharedLatest<KnownConnection>({ key, toFact: toKnown, now: deviceNow });
    setShared(opened);
    return () => {
      opened.close();
      setShared(null);
    };
  }, [userId, isWanted]);
  return shared;
}

const NOTHING = () => () => undefined;

/** B4.7: the other tabs receive the Angel One connection; a tab with a newer fact makes this one poll. */
function useOtherTabs(userId: string, isWanted: boolean, asked: Asked | undefined): void {
  const queries = useQueryClient();
  const shared = useShared(userId, isWanted);
  const latest = useSyncExternalStore(
    shared?.subscribe ?? NOTHING,
    () => shared?.get() ?? null,
    () => null,
  );
  useEffect(() => {
    if (asked !== undefined) shared?.publish({ isConnected: isConnectedIn(asked.reply), at: asked.askedAt });
  }, [shared, asked]);
  const isOvertaken =
    asked !== undefined &&
    latest !== null &&
    latest.at > asked.askedAt &&
    latest.isConnected !== isConnectedIn(asked.reply);
  useEffect(() => {
    if (isOvertaken) void queries.invalidateQueries({ queryKey: ["/angelone/status"] });
  }, [isOvertaken, queries]);
}

const switchOf = (status: Status | undefined): boolean | null =>
  status !== undefined && "connected" in status ? (status.credentials?.auto_trading_enabled ?? null) : null;

const question = (broker: BrokerName) =>
  queryOptions<Asked>({
    // Stored beside the plain answers in the cache, because the request time matters here.
    queryKey: [`/${broker}/status`, "asked"],
    queryFn: async ({ signal }) => {
      const askedAt = deviceNow();
      return { reply: await api("GET", `/${broker}/status`, { signal }), askedAt };
    },
    retry: false,
  });

/** B4.2, B7.3, B8.2: polled every 10 s, on the page for all brokers also while hidden; others rest then (B4.7). */
export function useBrokerLinks(userId: string, only: BrokerName | null) {
  const polling = { refetchInterval: POLL.multiBrokerMs, refetchIntervalInBackground: only === null } as const;
  const isAsked = (broker: BrokerName) => only === null || only === broker;
  const statuses = brokerNames.map((broker) =>
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of brokers is the same at every call
    useQuery({ ...question(broker), ...polling, enabled: isAsked(broker) }),
  );
  useOtherTabs(userId, isAsked("angelone"), statuses[brokerNames.indexOf("angelone")]?.data);
  const states = recordOf(brokerNames, (broker) => connectionOf(statuses[brokerNames.indexOf(broker)]));
  const asked = brokerNames.filter(isAsked);
  const hasFailed = asked.some((broker) => states[broker] === "failed");
  useSayFailed(hasFailed);
  return {
    isChecking: asked.some((broker) => states[broker] === "asking"),
    hasFailed,
    first: firstBroker((broker) => isAsked(broker) && states[broker] === "connected"),
    isConnected: (broker: BrokerName): boolean => states[broker] === "connected",
    /** Zerodha's own approval setting; `null` where nothing is stored. */
    zerodhaAuto: switchOf(statuses[brokerNames.indexOf("zerodha")]?.data?.reply),
  };
}
