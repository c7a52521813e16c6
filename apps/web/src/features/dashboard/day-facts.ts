import { useQuery } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { useIsSwitching } from "../../lib/run-switching.ts";

type Readiness = Reply<"GET", "/brokers/readiness">["brokers"][number];
type Runs = Reply<"GET", "/algorithm/all-status">;
type Day = Reply<"GET", "/algorithm/day">;
export type RunBroker = keyof Runs;

const often = { refetchInterval: POLL.multiBrokerMs } as const;

export type BrokersFact =
  | { readonly kind: "none" }
  | { readonly kind: "ready" | "resting"; readonly count: number }
  | { readonly kind: "some"; readonly ready: number; readonly all: number; readonly broker: BrokerName }
  | { readonly kind: "needs_you"; readonly broker: BrokerName; readonly path: string };

/** An account without an open market is not a fault. */
const isResting = (reason: Readiness["reason"]): boolean => reason === "after_close" || reason === "market_closed";

function quietFact(accounts: readonly Readiness[]): BrokersFact {
  if (accounts.length === 0) return { kind: "none" };
  const kind = accounts.every(({ is_ready: isReady }) => isReady) ? "ready" : "resting";
  return { kind, count: accounts.length };
}

export function brokersFact(accounts: readonly Readiness[]): BrokersFact {
  const waiting = accounts.find(({ is_ready: isReady, action }) => !isReady && action !== null);
  if (waiting?.action) return { kind: "needs_you", broker: waiting.broker, path: waiting.action.path };
  const late = accounts.find(({ is_ready: isReady, reason }) => !isReady && !isResting(reason));
  if (late === undefined) return quietFact(accounts);
  const ready = accounts.filter(({ is_ready: isReady }) => isReady).length;
  return { kind: "some", ready, all: accounts.length, broker: late.broker };
}

/** Linked, not connected now, and with nothing for the user to do. */
type LinkMark = "connected" | "needs_you" | "linked";

export type LinkMarks = Readonly<Partial<Record<BrokerName, LinkMark>>>;

export function linkMarks(accounts: readonly Readiness[]): LinkMarks {
  const marks: Partial<Record<BrokerName, LinkMark>> = {};
  for (const { broker, is_ready: isReady, session_expires_at: until, action } of accounts) {
    if (isReady || until !== null) marks[broker] = "connected";
    else marks[broker] = action === null ? "linked" : "needs_you";
  }
  return marks;
}

/** The state of the runs as one fact: an active run never hides one that is still closing elsewhere. */
export type RunFact =
  | { readonly kind: "active"; readonly running: readonly RunBroker[]; readonly closing: readonly RunBroker[] }
  | { readonly kind: "killed" | "stopped" }
  | { readonly kind: "waits"; readonly day: string };

const RUNS: readonly RunBroker[] = [...brokerNames, "paper"];

export function runFact(runs: Runs): RunFact {
  const at = (holds: (run: Runs[RunBroker]) => boolean) => RUNS.filter((broker) => holds(runs[broker]));
  const running = at(({ status }) => status === "running");
  const closing = at((run) => run.closing && run.status !== "running");
  if (running.length + closing.length > 0) return { kind: "active", running, closing };
  if (at((run) => run.kill_switch).length > 0) return { kind: "killed" };
  const next = at(({ next_start: day }) => day !== null)[0];
  const day = next && runs[next].next_start;
  return day ? { kind: "waits", day } : { kind: "stopped" };
}

/** The day's result counts the brokers' accounts; paper counts only where nothing else ran. */
function countedAccounts({ accounts }: Day): Day["accounts"] {
  const real = accounts.filter(({ broker }) => broker !== "paper");
  return real.length > 0 ? real : accounts;
}

/** The day's result at all accounts, after charges; `null` where nothing was traded. */
export function resultOf(day: Day): { readonly now: Paise | null } | null {
  const traded = countedAccounts(day).filter(({ has_traded: hasTraded }) => hasTraded);
  if (traded.length === 0) return null;
  const results = traded.map(({ now_paise: now }) => now);
  if (results.includes(null)) return { now: null };
  return { now: paise(results.reduce<number>((sum, now) => sum + (now ?? 0), 0)) };
}

interface DayState {
  /** An account holds a position of ours, or an order of ours could still trade. */
  readonly hasOpen: boolean;
  readonly isTrading: boolean;
}

/** Of all accounts together; unread accounts are not claimed. */
export function dayStateOf(day: Day | undefined, runs: Runs | undefined): DayState {
  const accounts = day?.accounts ?? [];
  const fact = runs === undefined ? null : runFact(runs);
  const [running, closing] = fact?.kind === "active" ? [fact.running, fact.closing] : [[], []];
  return {
    hasOpen: closing.length > 0 || accounts.some(({ is_open: isOpen }) => isOpen),
    isTrading: running.length + closing.length > 0 || accounts.some(({ is_running: isRunning }) => isRunning),
  };
}

/** Whether a dialog of ours may cover the page: both are known, and nothing is open or trades. */
export function mayInterrupt(day: Day | undefined, runs: Runs | undefined): boolean {
  const { hasOpen, isTrading } = dayStateOf(day, runs);
  return day !== undefined && runs !== undefined && !hasOpen && !isTrading;
}

export const useReadiness = () => useQuery({ ...read("/brokers/readiness"), ...often });
/** B4.2: during a start or stop the frame does not poll either, on any screen. */
export const useRuns = () => {
  const refetchInterval = useIsSwitching() ? (false as const) : often.refetchInterval;
  return useQuery({ ...read("/algorithm/all-status"), refetchInterval });
};
/** The same interval as Today's, so that both show the same figure at the same time. */
export const useDay = () =>
  useQuery({
    ...read("/algorithm/day", { query: {} }),
    refetchInterval: ({ state: { data } }) =>
      data?.accounts.some(({ is_open: isOpen }) => isOpen) === true ? POLL.openDayMs : POLL.quietDayMs,
  });

/** The user's preferred broker: where a run is active, else the first linked one. */
export function useHomeBroker(): BrokerName {
  const { data: runs } = useRuns();
  const { data: readiness } = useReadiness();
  const linked = new Set(readiness?.brokers.map(({ broker }) => broker));
  return (
    brokerNames.find((broker) => runs?.[broker].status === "running") ??
    brokerNames.find((broker) => linked.has(broker)) ??
    "fyers"
  );
}
