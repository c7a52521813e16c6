import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminRead } from "../../../lib/admin-api.ts";
import type { Reply } from "../../../lib/api.ts";
import { POLL } from "../../../lib/polling.ts";

export type HaltState = Reply<"GET", "/api/admin/halt">;

const question = adminRead("/api/admin/halt");

/** Polled every ten seconds, and every second while the stop is on. */
export const useHalt = () =>
  useQuery({
    ...question,
    refetchInterval: ({ state }) => (state.data?.is_on === true ? POLL.killSwitchMs : POLL.scheduledOrdersMs),
  });

/** A press's answer is the newest state. */
function useHaltChange<Change>(change: (body: Change) => Promise<HaltState>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => queries.setQueryData(question.queryKey, state),
  });
}

export const useStop = () =>
  useHaltChange((closesPositions: boolean) =>
    adminApi("POST", "/api/admin/halt", { body: { closes_positions: closesPositions } }),
  );

export const useLift = () => useHaltChange((_: null) => adminApi("POST", "/api/admin/halt/lift"));
