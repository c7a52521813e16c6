import { useQuery } from "@tanstack/react-query";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";

export const NOTICES_PATH = "/notifications";

/** The number of unseen alerts; 0 until it is known. */
export function useUnseen(): number {
  const { data } = useQuery({ ...read(NOTICES_PATH, { query: {} }), refetchInterval: POLL.multiBrokerMs });
  return data?.unseen ?? 0;
}
