import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, api, type Call } from "../../lib/api.ts";
import { instantOf } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { ClockReading } from "./clock-jump.ts";
import { sandboxTexts } from "./sandbox.texts.ts";

/** Other users and running algorithms change the clock too. */
const CLOCK_POLL_MS = 2_000;
/** A jump plays every trade of the market, and waits for approvals. */
const JUMP_TIMEOUT_MS = 30 * 60_000;
/** At speed 20 a slower refresh would jump visibly. */
const FACE_TICK_MS = 250;

export type ClockRequest = NonNullable<Call<"POST", "/sandbox/clock">["body"]>;

export const sayFailure = (cause: unknown): void =>
  showToast("error", (cause instanceof ApiError ? cause.detail : null) ?? sandboxTexts.failed);

export function useMarketClock() {
  const queries = useQueryClient();
  const question = read("/sandbox/clock");
  const clock = useQuery({ ...question, refetchInterval: CLOCK_POLL_MS });
  const change = useMutation({
    mutationFn: async (request: ClockRequest) => {
      await queries.cancelQueries({ queryKey: question.queryKey });
      return api("POST", "/sandbox/clock", { body: request, timeoutMs: JUMP_TIMEOUT_MS });
    },
    onSuccess: (reply) => {
      queries.setQueryData(question.queryKey, reply);
      // subscriptions may have ended and messages been sent meanwhile
      void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== question.queryKey[0] });
    },
    onError: sayFailure,
  });
  const { data, dataUpdatedAt } = clock;
  const reading: ClockReading | null =
    data === undefined
      ? null
      : {
          readAtMs: dataUpdatedAt,
          now: instantOf(data.now),
          speed: data.speed,
          isHeld: data.held,
          playSpeed: data.play_speed,
          isPaced: data.paced,
        };
  return { reading, isUnreachable: clock.isError, retry: clock.refetch, change };
}

export function useWallMs(): number {
  const [wallMs, setWallMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setWallMs(Date.now()), FACE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return wallMs;
}
