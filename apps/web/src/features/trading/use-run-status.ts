import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RunReply } from "@vriddhi/contract/algorithm-run";
import { type BrokerName, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { ApiError, api, type Reply } from "../../lib/api.ts";
import { personKey } from "../../lib/person-storage.ts";
import { createLatest, createSharedLatest, type Learnt, type SharedLatest } from "../../lib/shared-latest.ts";
import { showToast } from "../../ui/toast.tsx";
import { isUnanswered, pause } from "./attempts.ts";
import { multiFailures } from "./trading.texts.ts";
import type { TradingScript } from "./trading-script.ts";

export type AllRuns = Reply<"GET", "/algorithm/all-status">;

/** This device's clock, which all tabs share. */
const deviceNow = (): EpochMs => epochMs(Date.now());

interface Asked<Answer> {
  readonly reply: Answer;
  readonly askedAt: EpochMs;
}

const AGAIN_MS = 1_000;

/** B9.3: retried once before the status counts as not readable; the query client's retry waits for a visible page. */
async function askTwice<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Asked<Answer>> {
  const once = async (): Promise<Asked<Answer>> => {
    const askedAt = deviceNow();
    return { reply: await ask(), askedAt };
  };
  try {
    return await once();
  } catch (cause) {
    if (!isUnanswered(cause) || signal.aborted) throw cause;
    await pause(AGAIN_MS);
    signal.throwIfAborted();
    return once();
  }
}

/** Stored beside the plain answers in the cache, because the request time matters here. */
const ASKED = "asked";

const allQuestion = (userId: string) =>
  queryOptions<Asked<AllRuns>>({
    queryKey: ["/algorithm/all-status", ASKED],
    queryFn: ({ signal }) => askTwice(() => api("GET", "/algorithm/all-status", { userId, signal }), signal),
    retry: false,
  });

/** B7.4: the active run, first in the order of the brokers. */
const ownQuestion = (userId: string) =>
  queryOptions<Asked<RunReply>>({
    queryKey: ["/algorithm/status", ASKED],
    queryFn: ({ signal }) => askTwice(() => api("GET", "/algorithm/status", { userId, signal }), signal),
    retry: false,
  });

type RunState = RunReply["status"];

/** A status from a press or another tab, before the server's next answer. */
interface KnownStatus extends Learnt {
  readonly status: RunState;
}

function openLatest(userId: string, isShared: boolean): SharedLatest<KnownStatus> {
  if (!isShared) return createLatest();
  return createSharedLatest({
    key: personKey(userId, "angelone_algorithm"),
    toFact: ({ status }, at) => (status === "running" || status === "stopped" ? { status, at } : null),
    now: deviceNow,
  });
}

const NOTHING = () => () => undefined;

function useLatest(userId: string, isShared: boolean) {
  const [shared, setShared] = useState<SharedLatest<KnownStatus> | null>(null);
  useEffect(() => {
    const opened = openLatest(userId, isShared);
    setShared(opened);
    return () => opened.close();
  }, [userId, isShared]);
  const latest = useSyncExternalStore(
    shared?.subscribe ?? NOTHING,
    () => shared?.get() ?? null,
    () => null,
  );
  return { latest, shared };
}

/** B8.7: 401 is silent, 403 has its message, everything else is logged; a repeated refusal is shown once. */
function useFaultToast(error: Error | null, isAnswered: boolean): void {
  const isReported = useRef(false);
  useEffect(() => {
    if (isAnswered) isReported.current = false;
  }, [isAnswered]);
  useEffect(() => {
    if (error === null) return;
    const status = error instanceof ApiError ? error.status : 0;
    // Every read handles an ended session.
    if (status === 401) return;
    if (status !== 403) {
      // biome-ignore lint/suspicious/noConsole: B8.7 demands this line
      console.info("Algorithm status could not be read:", error);
    } else if (!isReported.current) {
      isReported.current = true;
      showToast("error", multiFailures.subscription);
    }
  }, [error]);
}

/** B4.4: 401 changes nothing here; the session's end is handled elsewhere. */
const forcesStop = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status === 401);

/** `null` where nothing runs there: the choice for the first connected broker is shown instead. */
function pickRun(script: TradingScript, first: BrokerName | null, all: AllRuns | null, own: RunReply | null) {
  if (script.broker !== null) return all?.[script.broker] ?? null;
  const isActive = own !== null && (own.status === "running" || own.closing);
  if (isActive && own.broker !== null && isBrokerName(own.broker)) return own;
  return first === null ? own : (all?.[first] ?? own);
}

/** B4.7: the server's last status, corrected by later presses and other tabs. */
function useLatestStatus(deps: {
  userId: string;
  isShared: boolean;
  answered: RunState | null;
  askedAt: EpochMs | null;
}) {
  const { userId, isShared, answered, askedAt } = deps;
  const { latest, shared } = useLatest(userId, isShared);
  /** When this tab itself changed the status: it need not poll for that. */
  const ownAt = useRef<EpochMs | null>(null);
  const say = (status: RunState, at: EpochMs): void => {
    ownAt.current = at;
    shared?.publish({ status, at });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is published once
  useEffect(() => {
    if (isShared && answered !== null && askedAt !== null) say(answered, askedAt);
  }, [shared, isShared, answered, askedAt]);
  const newer = latest !== null && askedAt !== null && latest.at > askedAt ? latest : null;
  return {
    status: newer === null ? answered : newer.status,
    isNews: newer !== null && newer.status !== answered && newer.at !== ownAt.current,
    announce: (status: RunState): void => say(status, deviceNow()),
  };
}

interface StatusDeps {
  readonly script: TradingScript;
  readonly userId: string;
  /** B7.14: where the page for all brokers would start. */
  readonly first: BrokerName | null;
  readonly isBusy: boolean;
}

function useReadings({ script, userId, first, isBusy }: StatusDeps) {
  const refetchInterval = isBusy && script.isPollPausedWhileBusy ? (false as const) : script.pollMs;
  // An answer from before the screen was left may be outdated: it is dropped and read again.
  const polling = { refetchInterval, refetchIntervalInBackground: true, gcTime: 0 } as const;
  const all = useQuery({ ...allQuestion(userId), ...polling });
  const own = useQuery({ ...ownQuestion(userId), ...polling, enabled: script.broker === null });
  const leading = script.broker === null ? own : all;
  const allRuns = all.data?.reply ?? null;
  return {
    all: allRuns,
    run: pickRun(script, first, allRuns, own.data?.reply ?? null),
    error: leading.error,
    isAnswered: leading.isSuccess,
    isNeverRead: leading.data === undefined && leading.errorUpdateCount > 0,
    askedAt: leading.data?.askedAt ?? null,
    allAskedAt: all.data?.askedAt ?? null,
  };
}

/** B4.7: Angel One's status is shared, whichever run this screen shows; the others' is not. */
function useSharedStatus({ script, userId, first }: StatusDeps, readings: ReturnType<typeof useReadings>) {
  const { run, all, askedAt, allAskedAt } = readings;
  const isShared = script.isStatusShared;
  const isAngelOne = isShared && (script.broker ?? run?.broker ?? first) === "angelone";
  const answered = run?.status ?? null;
  const own = useLatestStatus({ userId, isShared: false, answered, askedAt });
  const angelone = useLatestStatus({
    userId,
    isShared,
    answered: isAngelOne ? answered : (all?.angelone.status ?? null),
    askedAt: isAngelOne ? askedAt : allAskedAt,
  });
  return { ...(isAngelOne ? angelone : own), isNews: angelone.isNews };
}

/** B4.1-B4.4, B4.7: polls what runs, also in a hidden page. */
export function useRunStatus(deps: StatusDeps) {
  const queries = useQueryClient();
  const readings = useReadings(deps);
  const { all, run, error, isAnswered, isNeverRead } = readings;
  useFaultToast(error, isAnswered);
  const latest = useSharedStatus(deps, readings);
  const recheck = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["/algorithm/all-status"] }),
      queries.invalidateQueries({ queryKey: ["/algorithm/status"] }),
    ]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab's news is the reason to poll
  useEffect(() => {
    if (latest.isNews) void recheck();
  }, [latest.isNews]);

  const isUnreadable = forcesStop(error) || isNeverRead;
  const isRunning = !isUnreadable && latest.status === "running";
  return {
    run,
    all,
    isKnown: run !== null || isUnreadable,
    isUnreadable,
    isRunning,
    isClosing: !(isUnreadable || isRunning) && run?.closing === true,
    recheck,
    announce: latest.announce,
  };
}
export type RunStatus = ReturnType<typeof useRunStatus>;
