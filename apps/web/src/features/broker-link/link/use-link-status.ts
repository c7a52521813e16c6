import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { POLL } from "../../../lib/polling.ts";
import type { Link } from "../wizard/connection-script.ts";
import { useSessionEnd } from "./session-end.ts";

interface SessionFacts {
  readonly isConnected: boolean;
  readonly until: string | null;
}

/** Polled every 10 s unless the page is hidden (B9.2), and read again after a live event and at the session's end. */
export function useLinkStatus<Data>(
  options: UseQueryOptions<Data, Error, Data, QueryKey>,
  factsOf: (data: Data) => SessionFacts,
): Link<Data> {
  const queries = useQueryClient();
  const { queryKey } = options;
  const query = useQuery({ ...options, refetchInterval: POLL.multiBrokerMs });
  const { data, dataUpdatedAt } = query;
  const facts = data === undefined ? null : factsOf(data);
  const readAgain = () => queries.invalidateQueries({ queryKey });
  const until = facts?.isConnected ? facts.until : null;
  const isOver = useSessionEnd(until, dataUpdatedAt, () => void readAgain());
  return {
    query,
    isConnected: (facts?.isConnected ?? false) && !isOver,
    readAgain,
    learn: readAgain,
    async readNow() {
      await queries.cancelQueries({ queryKey });
      return queries.fetchQuery({ ...options, staleTime: 0, retry: false });
    },
  };
}
