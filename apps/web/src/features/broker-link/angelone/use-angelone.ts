import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api, type Reply } from "../../../lib/api.ts";
import { useLoginElsewhere } from "../../../lib/broker-login-window.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useFailure } from "../link/failure.ts";
import { useLeaving } from "../link/use-leaving.ts";
import { useLinkStatus } from "../link/use-link-status.ts";
import { angelOneFailures, angelOneSuccesses } from "./angelone.texts.ts";
import { createSharedConnection, type SharedConnection } from "./shared-connection.ts";

export type AngelOneStatus = Reply<"GET", "/angelone/status">;
export type AngelOneValues = Reply<"GET", "/angelone/credentials">;

/** This device's clock: all tabs have the same one. */
const deviceNow = (): EpochMs => epochMs(Date.now());

const KEY = ["/angelone/status"] as const;

interface Told {
  readonly reply: AngelOneStatus;
  readonly askedAt: EpochMs;
}

const statusQuery = queryOptions<Told>({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const askedAt = deviceNow();
    return { reply: await api("GET", "/angelone/status", { signal }), askedAt };
  },
});

const leavingWords = {
  disconnected: angelOneSuccesses.disconnected,
  disconnectFailed: angelOneFailures.disconnect,
  removed: angelOneSuccesses.removed,
  removeFailed: angelOneFailures.remove,
} as const;

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

/** B4.7: the status of this tab, corrected by whatever another tab has learnt since. */
export function useAngelOneStatus(userId: string) {
  const queries = useQueryClient();
  const status = useLinkStatus<Told>(statusQuery, ({ reply }) => ({
    isConnected: reply.is_connected,
    until: reply.session_until,
  }));
  const shared = useShared(userId);
  const latest = useSyncExternalStore(shared?.subscribe ?? NOTHING, () => shared?.get() ?? null);
  const { data } = status.query;
  useEffect(() => {
    if (data) shared?.publish({ isConnected: data.reply.is_connected, at: data.askedAt });
  }, [shared, data]);
  const isOvertaken =
    data !== undefined && latest !== null && latest.at > data.askedAt && latest.isConnected !== data.reply.is_connected;
  useEffect(() => {
    if (isOvertaken) void queries.invalidateQueries({ queryKey: KEY });
  }, [isOvertaken, queries]);
  const learn = async (isNowConnected: boolean): Promise<void> => {
    shared?.publish({ isConnected: isNowConnected, at: deviceNow() });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  return { query: status.query, isConnected: isOvertaken ? latest.isConnected : status.isConnected, learn };
}

export const useAngelOneLeaving = (onLeft: () => Promise<void>) =>
  useLeaving({
    disconnect: () => api("DELETE", "/angelone/disconnect"),
    remove: () => api("DELETE", "/angelone/credentials"),
    words: leavingWords,
    onLeft,
  });

/** B4.9: everything that can be asked of the Angel One connection. */
export function useAngelOne(userId: string) {
  const queries = useQueryClient();
  const fail = useFailure();
  const { query, isConnected, learn } = useAngelOneStatus(userId);
  const leaving = useAngelOneLeaving(() => learn(false));
  useLoginElsewhere("angelone", () => void queries.invalidateQueries({ queryKey: KEY }));

  const connect = useMutation({
    mutationFn: (body: AngelOneValues) => api("POST", "/angelone/connect", { body }),
    onSuccess: async () => {
      showToast("success", angelOneSuccesses.connected);
      await learn(true);
    },
    onError: fail(angelOneFailures.connect),
  });
  const refresh = useMutation({
    mutationFn: (refreshToken: string) => api("POST", "/angelone/refresh", { body: { refresh_token: refreshToken } }),
    onSuccess: () => showToast("success", angelOneSuccesses.refreshed),
    onError: fail(angelOneFailures.refresh),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const fetchStored = useMutation({
    mutationFn: () => api("GET", "/angelone/credentials"),
    onError: fail(angelOneFailures.fetch),
  });
  return { query, isConnected, leaving, connect, refresh, fetchStored };
}
export type AngelOne = ReturnType<typeof useAngelOne>;
