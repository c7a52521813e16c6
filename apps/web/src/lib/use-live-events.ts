import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { useEffect } from "react";
import { type LiveNews, listenToEvents } from "./live-events.ts";
import { useSessionStore } from "./session.tsx";

const OUTDATED: Readonly<Record<Exclude<LiveNews, "reset" | "ended">, readonly string[]>> = {
  broker_status: [...brokerNames.map((broker) => `/${broker}/status` as const), "/brokers/readiness"],
  readiness: ["/brokers/readiness"],
  subscription: ["/billing/history", "/brokers/readiness"],
  notifications: ["/notifications/preferences", "/notifications"],
  algorithm: [
    "/algorithm/status",
    "/algorithm/all-status",
    "/algorithm/details",
    "/algorithm/day",
    "/algorithm/wishes",
  ],
  shortlist: ["/algorithm/stocks"],
  approval: ["/algorithm/status", "/algorithm/all-status", "/algorithm/day", "/approvals"],
  support: ["/support/threads", "/support/threads/{threadId}"],
  orders: ["/algorithm/status", "/algorithm/all-status", "/algorithm/day", "/algorithm/history"],
};

function forgetAnswers(queries: QueryClient, news: LiveNews): void {
  if (news === "ended") return;
  if (news === "reset") return void queries.invalidateQueries();
  for (const path of OUTDATED[news]) void queries.invalidateQueries({ queryKey: [path] });
}

function useLiveEvents(userId: string): void {
  const queries = useQueryClient();
  const session = useSessionStore();
  useEffect(
    () =>
      listenToEvents(userId, (news) => {
        forgetAnswers(queries, news);
        if (news === "subscription" || news === "reset") void session.refresh();
        if (news === "ended") void session.check();
      }),
    [userId, queries, session],
  );
}

/** For a place under the cache that draws nothing. */
export function LiveEvents({ userId }: { readonly userId: string }) {
  useLiveEvents(userId);
  return null;
}
