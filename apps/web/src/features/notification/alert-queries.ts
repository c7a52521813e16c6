import { useQuery } from "@tanstack/react-query";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";

export const NOTICES_PATH = "/notifications";

/** How many were not looked at yet; 0 until it is known. */
export function useUnseen(): number {
  const { data } = useQuery({ ...read(NOTICES_PATH, { query: {} }), refetchInterval: POLL.multiBrokerMs });
  return data?.unseen ?? 0;
}
