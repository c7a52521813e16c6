import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Reply } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";

const PATH = "/notifications";
type Page = Reply<"GET", typeof PATH>;
export type Notice = Page["notices"][number];

/** How many were not looked at yet; 0 until it is known. */
export function useUnseen(): number {
  const { data } = useQuery({ ...read(PATH, { query: {} }), refetchInterval: POLL.multiBrokerMs });
  return data?.unseen ?? 0;
}

/** Page after page, the newest first. */
export const useNotices = () =>
  useInfiniteQuery({
    queryKey: [PATH, "pages"],
    queryFn: ({ pageParam, signal }) =>
      api("GET", PATH, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.next,
  });

/** Whoever looks at the list has seen what stands in it; what comes later is new again. */
export function useMarkSeen(newest: Notice | undefined): void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (until: string) => api("POST", "/notifications/seen", { body: { until } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [PATH, null] }),
  });
  const until = newest?.is_seen === false ? newest.at : null;
  useEffect(() => {
    if (until !== null) mutate(until);
  }, [until, mutate]);
}
