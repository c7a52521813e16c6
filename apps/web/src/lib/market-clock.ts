import { useQuery } from "@tanstack/react-query";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { MarketStateName } from "@vriddhi/core/time/market-state";
import { useEffect, useMemo, useState } from "react";
import type { Reply } from "./api.ts";
import { instantOf } from "./format.ts";
import { POLL } from "./polling.ts";
import { read } from "./query.tsx";

type ClockReply = Reply<"GET", "/market/clock">;

export interface MarketReading {
  readonly readAtMs: number;
  readonly now: EpochMs;
  /** Market seconds per second of this device; one unless the market is simulated. */
  readonly speed: number;
  readonly day: string;
  /** Of today; null on a day without trading. */
  readonly opensAt: EpochMs | null;
  readonly closesAt: EpochMs | null;
  readonly nextDay: string | null;
  readonly nextOpensAt: EpochMs | null;
}

const instantOrNull = (text: string | null): EpochMs | null => (text === null ? null : instantOf(text));

export const toReading = (reply: ClockReply, readAtMs: number): MarketReading => ({
  readAtMs,
  now: instantOf(reply.now),
  speed: reply.speed,
  day: reply.day,
  opensAt: instantOrNull(reply.opens_at),
  closesAt: instantOrNull(reply.closes_at),
  nextDay: reply.next_day,
  nextOpensAt: instantOrNull(reply.next_opens_at),
});

export const marketNowOf = ({ now, speed, readAtMs }: MarketReading, wallMs: number): EpochMs =>
  epochMs(now + Math.max(0, wallMs - readAtMs) * speed);

export function marketStateOf({ opensAt, closesAt }: MarketReading, now: EpochMs): MarketStateName {
  if (opensAt === null || closesAt === null) return "holiday";
  if (now < opensAt) return "before_open";
  return now < closesAt ? "open" : "after_close";
}

/** The market clock, polled every ten seconds, more often while it runs fast; `null` before the first answer. */
export function useMarketClock(): MarketReading | null {
  const { data, dataUpdatedAt } = useQuery({
    ...read("/market/clock"),
    // A fast simulated market slows down by itself: the screen must notice soon.
    refetchInterval: ({ state }) => ((state.data?.speed ?? 1) > 1 ? POLL.fastMarketMs : POLL.multiBrokerMs),
  });
  return useMemo(() => (data === undefined ? null : toReading(data, dataUpdatedAt)), [data, dataUpdatedAt]);
}

/** B9.7: the market's time, every second. Each caller renders every second, so only ticking parts should use it. */
export function useMarketNow(): EpochMs | null {
  const reading = useMarketClock();
  const [wallMs, setWallMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setWallMs(Date.now()), POLL.clockMs);
    return () => clearInterval(timer);
  }, []);
  return reading === null ? null : marketNowOf(reading, Math.max(wallMs, reading.readAtMs));
}
