import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Reply } from "../../lib/api.ts";
import { NOTICES_PATH } from "./alert-queries.ts";

type Page = Reply<"GET", typeof NOTICES_PATH>;
export type Notice = Page["notices"][number];

export const useNotices = () =>
  useInfiniteQuery({
    queryKey: [NOTICES_PATH, "pages"],
    queryFn: ({ pageParam, signal }) =>
      api("GET", NOTICES_PATH, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.next,
  });

/** Opening the list marks its alerts as seen; later ones are new again. */
export function useMarkSeen(newest: Notice | undefined): void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (until: string) => api("POST", "/notifications/seen", { body: { until } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [NOTICES_PATH, null] }),
  });
  const until = newest?.is_seen === false ? newest.at : null;
  useEffect(() => {
    if (until !== null) mutate(until);
  }, [until, mutate]);
}
