import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api, type Reply } from "../../lib/api.ts";
import { useConnectedElsewhere } from "../../lib/broker-login-window.ts";
import { POLL } from "../../lib/polling.ts";
import { useRefusal } from "../../lib/use-refusal.ts";
import { showToast } from "../../ui/toast.tsx";
import { angelOneFailures, angelOneSuccesses } from "./angelone.texts.ts";
import { createSharedConnection, type SharedConnection } from "./shared-connection.ts";

export type AngelOneStatus = Reply<"GET", "/angelone/status">;
export type AngelOneValues = Reply<"GET", "/angelone/credentials">;

/** This device's clock: all tabs have the same one. */
const deviceNow = (): EpochMs => epochMs(Date.now());

const KEY = ["/angelone/status"] as const;

const statusQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const askedAt = deviceNow();
    return { reply: await api("GET", "/angelone/status", { signal }), askedAt };
  },
  // B9.2. A hidden page does not ask: that is the query client's own rule.
  refetchInterval: POLL.multiBrokerMs,
});

function useShared(userId: string): SharedConnection | null {
  const [shared, setShared] = useState<SharedConnection | null>(null);
  useEffect(() => {
    const opened = createSharedConnection(userId, deviceNow);
    setShared(opened);
    return () => opened.close();
  }, [userId]);
  return shared;
}

const NOTHING = () => () => undefined;

/** The status of this tab, corrected by whatever another tab has learnt since. */
function useStatus(userId: string) {
  const queries = useQueryClient();
  const query = useQuery(statusQuery);
  const shared = useShared(userId);
  const latest = useSyncExternalStore(shared?.subscribe ?? NOTHING, () => shared?.get() ?? null);
  const { data } = query;
  useEffect(() => {
    if (data) shared?.publish({ isConnected: data.reply.is_connected, at: data.askedAt });
  }, [shared, data]);
  const isOvertaken =
    data !== undefined && latest !== null && latest.at > data.askedAt && latest.isConnected !== data.reply.is_connected;
  useEffect(() => {
    if (isOvertaken) void queries.invalidateQueries({ queryKey: KEY });
  }, [isOvertaken, queries]);
  const isConnected = isOvertaken ? latest.isConnected : (data?.reply.is_connected ?? false);
  return { query, isConnected, shared };
}

/** Everything that can be asked of the Angel One connection. */
export function useAngelOne(userId: string) {
  const queries = useQueryClient();
  const explain = useRefusal();
  const { query, isConnected, shared } = useStatus(userId);
  const learn = async (isNowConnected: boolean): Promise<void> => {
    shared?.publish({ isConnected: isNowConnected, at: deviceNow() });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  useConnectedElsewhere("angelone", () => void queries.invalidateQueries({ queryKey: KEY }));

  const connect = useMutation({
    mutationFn: (body: AngelOneValues) => api("POST", "/angelone/connect", { body }),
    onSuccess: async () => {
      showToast("success", angelOneSuccesses.connected);
      await learn(true);
    },
    onError: (cause) => {
      explain(cause);
      showToast("error", angelOneFailures.connect);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => api("DELETE", "/angelone/disconnect"),
    onSuccess: async () => {
      showToast("success", angelOneSuccesses.disconnected);
      await learn(false);
    },
    onError: (cause) => {
      explain(cause);
      showToast("error", angelOneFailures.disconnect);
    },
  });
  const refresh = useMutation({
    mutationFn: (refreshToken: string) => api("POST", "/angelone/refresh", { body: { refresh_token: refreshToken } }),
    onSuccess: () => showToast("success", angelOneSuccesses.refreshed),
    onError: (cause) => {
      explain(cause);
      showToast("error", angelOneFailures.refresh);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const fetchStored = useMutation({
    mutationFn: () => api("GET", "/angelone/credentials"),
    onError: (cause) => {
      explain(cause);
      showToast("error", angelOneFailures.fetch);
    },
  });
  return { query, isConnected, connect, disconnect, refresh, fetchStored };
}
export type AngelOne = ReturnType<typeof useAngelOne>;
