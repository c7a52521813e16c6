import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api, type Reply } from "../../../lib/api.ts";
import { useLinkStatus } from "../link/use-link-status.ts";
import type { Link } from "../wizard/connection-script.ts";
import { createSharedConnection, type SharedConnection } from "./shared-connection.ts";

export type AngelOneStatus = Reply<"GET", "/angelone/status">;

const deviceNow = (): EpochMs => epochMs(Date.now());

const KEY = ["/angelone/status"] as const;

export interface StatusReading {
  readonly reply: AngelOneStatus;
  readonly askedAt: EpochMs;
}

const statusQuery = queryOptions<StatusReading>({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const askedAt = deviceNow();
    return { reply: await api("GET", "/angelone/status", { signal }), askedAt };
  },
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

export function useAngelOneLink(userId: string): Link<StatusReading> {
  const queries = useQueryClient();
  const status = useLinkStatus<StatusReading>(statusQuery, ({ reply }) => ({
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
  return {
    ...status,
    isConnected: isOvertaken ? latest.isConnected : status.isConnected,
    async learn(isNowConnected) {
      shared?.publish({ isConnected: isNowConnected, at: deviceNow() });
      await status.readAgain();
    },
  };
}
