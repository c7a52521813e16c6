import { useQuery } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";

type Readiness = Reply<"GET", "/brokers/readiness">["brokers"][number];
type Runs = Reply<"GET", "/algorithm/all-status">;
type Day = Reply<"GET", "/algorithm/day">;
export type RunBroker = keyof Runs;

const often = { refetchInterval: POLL.multiBrokerMs } as const;

/** How the linked accounts stand, in one fact. */
export type BrokersFact =
  | { readonly kind: "none" }
  | { readonly kind: "ready"; readonly count: number }
  | { readonly kind: "some"; readonly ready: number; readonly all: number; readonly broker: BrokerName }
  | { readonly kind: "needs_you"; readonly broker: BrokerName; readonly path: string };

export function brokersFact(accounts: readonly Readiness[]): BrokersFact {
  const waiting = accounts.find(({ is_ready: isReady, action }) => !isReady && action !== null);
  if (waiting?.action) return { kind: "needs_you", broker: waiting.broker, path: waiting.action.path };
  const late = accounts.find(({ is_ready: isReady }) => !isReady);
  if (late === undefined) return accounts.length === 0 ? { kind: "none" } : { kind: "ready", count: accounts.length };
  const ready = accounts.filter(({ is_ready: isReady }) => isReady).length;
  return { kind: "some", ready, all: accounts.length, broker: late.broker };
}

/** How each linked account stands, for the marks beside its name. */
export type LinkMarks = Readonly<Partial<Record<BrokerName, "connected" | "needs_you">>>;

export function linkMarks(accounts: readonly Readiness[]): LinkMarks {
  const marks: Partial<Record<BrokerName, "connected" | "needs_you">> = {};
  for (const { broker, is_ready: isReady, session_expires_at: until, action } of accounts) {
    if (isReady || until !== null) marks[broker] = "connected";
    else if (action !== null) marks[broker] = "needs_you";
  }
  return marks;
}

/** How the runs stand, in one fact. */
export type RunFact =
  | { readonly kind: "running" | "closing"; readonly brokers: readonly RunBroker[] }
  | { readonly kind: "killed" | "stopped" }
  | { readonly kind: "waits"; readonly day: string };

const RUNS: readonly RunBroker[] = [...brokerNames, "paper"];

export function runFact(runs: Runs): RunFact {
  const at = (holds: (run: Runs[RunBroker]) => boolean) => RUNS.filter((broker) => holds(runs[broker]));
  const running = at(({ status }) => status === "running");
  if (running.length > 0) return { kind: "running", brokers: running };
  const closing = at((run) => run.closing);
  if (closing.length > 0) return { kind: "closing", brokers: closing };
  if (at((run) => run.kill_switch).length > 0) return { kind: "killed" };
  const next = at(({ next_start: day }) => day !== null)[0];
  const day = next && runs[next].next_start;
  return day ? { kind: "waits", day } : { kind: "stopped" };
}

/** What the day has brought so far, after charges; null where nothing was traded. */
export function resultOf({ run, positions, fills, result }: Day): { readonly now: Paise | null } | null {
  if (run === null || (positions.length === 0 && fills.length === 0)) return null;
  return { now: result.now_paise === null ? null : paise(result.now_paise) };
}

/** Polled while somebody looks, and read again after each live event. */
export const useReadiness = () => useQuery({ ...read("/brokers/readiness"), ...often });
export const useRuns = () => useQuery({ ...read("/algorithm/all-status"), ...often });
export const useDay = () => useQuery({ ...read("/algorithm/day", { query: {} }), ...often });

/** The broker that is most this person's own: where it runs, else the first that is linked. */
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
