import type { RunReply } from "@vriddhi/contract/algorithm-run";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { vi } from "vitest";
import type { Reply } from "../lib/api.ts";
import { aSubscription, aUser } from "./account.fixture.ts";
import type { ApiServer } from "./api-server.ts";
import { linkStatuses } from "./link-statuses.fixture.ts";

type AllRuns = Reply<"GET", "/algorithm/all-status">;
type BrokerOfLink = (typeof linkStatuses)[number]["broker"];

export const aRun = (changes: Partial<RunReply> = {}): RunReply => ({
  status: "stopped",
  broker: null,
  capital: 500,
  stocks: [],
  background_mode: false,
  closing: false,
  approval_mode: "auto",
  day_approval: null,
  started_at: null,
  stopped_at: null,
  stop_cause: null,
  next_start: null,
  kill_switch: false,
  consent_needed: null,
  ...changes,
});

export const aRunningRun = (broker: TradingBroker, changes: Partial<RunReply> = {}): RunReply =>
  aRun({ status: "running", broker, capital: 25_000, day_approval: "given", ...changes });

export const aStock = (symbol: string) => ({ symbol, isin: `INE${symbol}`, rank: 1, reason: "Opened strong" });

/** Monday, 16 November 2026, 8:55:31 in India. */
const CLOCK: Reply<"GET", "/market/clock"> = {
  now: "2026-11-16T03:25:31.000Z",
  speed: 0,
  state: "before_open",
  day: "2026-11-16",
  opens_at: "2026-11-16T03:45:00.000Z",
  closes_at: "2026-11-16T10:00:00.000Z",
  next_day: "2026-11-17",
  next_opens_at: "2026-11-17T03:45:00.000Z",
};

export function tradingDesk(server: ApiServer) {
  const userId = aUser().id;
  return {
    userId,
    connect(...connected: readonly BrokerOfLink[]): void {
      for (const { broker, status } of linkStatuses)
        server.answer(`GET /${broker}/status`, { body: status(connected.includes(broker)) });
    },
    /** The runs by broker; /algorithm/status returns the first active one. */
    runs(runs: Partial<AllRuns> = {}): void {
      const all: AllRuns = {
        fyers: aRun({ broker: "fyers" }),
        zerodha: aRun({ broker: "zerodha" }),
        angelone: aRun({ broker: "angelone" }),
        paper: aRun({ broker: "paper" }),
        ...runs,
      };
      const running = [all.fyers, all.zerodha, all.angelone].find(
        ({ status, closing }) => status === "running" || closing,
      );
      server.answer("GET /algorithm/all-status", { body: all });
      server.answer("GET /algorithm/status", { body: running ?? aRun() });
      server.answer("GET /algorithm/details", { body: running ?? aRun() });
    },
    band(band: number | null, chosen = 500): void {
      server.answer("GET /api/fyers/capital", { body: { capital_amount: band, capital: chosen } });
      server.answer(`GET /api/capital-allocation/user/${userId}`, {
        body: { id: null, user_id: userId, is_active: true, capital_amount: band, capital: chosen },
      });
    },
    clock(changes: Partial<typeof CLOCK> = {}): void {
      server.answer("GET /market/clock", { body: { ...CLOCK, ...changes } });
    },
    open(): void {
      server.answer("GET /auth/profile", { body: aUser() });
      server.answer("GET /algorithm/subscription", { body: aSubscription() });
      server.answer("GET /algorithm/stocks", { body: { stocks: [] } });
      server.answer("GET /api/angelone/scheduler/status", {
        body: {
          is_running: true,
          next_action: "Strategy auto-start at 9:00 AM on Monday, 16 November",
          next_action_at: "2026-11-16T03:30:00.000Z",
        },
      });
      this.connect("fyers");
      this.runs();
      this.band(50_000);
      this.clock();
    },
  };
}

/** Polls are triggered by hand, and the pauses between two tries take no time. */
export function hurry(pausesMs: readonly number[] = [1_000, 2_000]) {
  const polls = new Map<number, Set<() => void>>();
  const realInterval = globalThis.setInterval;
  const realTimeout = globalThis.setTimeout;
  const realClear = globalThis.clearInterval;
  const handles = new Map<unknown, { everyMs: number; work: () => void }>();
  vi.stubGlobal("setInterval", (work: () => void, everyMs: number) => {
    const handle = realInterval(() => undefined, 2 ** 30);
    handles.set(handle, { everyMs, work });
    polls.set(everyMs, (polls.get(everyMs) ?? new Set()).add(work));
    return handle;
  });
  vi.stubGlobal("clearInterval", (handle: Parameters<typeof realClear>[0]) => {
    const known = handles.get(handle);
    if (known) polls.get(known.everyMs)?.delete(known.work);
    realClear(handle);
  });
  const waited: number[] = [];
  vi.stubGlobal("setTimeout", (work: () => void, afterMs = 0, ...rest: []) => {
    if (!pausesMs.includes(afterMs)) return realTimeout(work, afterMs, ...rest);
    waited.push(afterMs);
    return realTimeout(work, 0);
  });
  return {
    waited: waited as readonly number[],
    intervals: (): readonly number[] => [...polls].filter(([, works]) => works.size > 0).map(([everyMs]) => everyMs),
    poll: (everyMs: number): void => {
      for (const work of polls.get(everyMs) ?? []) work();
    },
  };
}
