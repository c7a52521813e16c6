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

/** This device's clock: all tabs have the same one. */
const deviceNow = (): EpochMs => epochMs(Date.now());

interface Asked<Answer> {
  readonly reply: Answer;
  readonly askedAt: EpochMs;
}

/** B9.3 */
const AGAIN_MS = 1_000;

/**
 * B9.3: on a poor line one read in many gets no answer, and the next one does. It is asked once more before the status
 * counts as not readable, so that the screen does not say Stopped and Running by turns. A server's refusal counts at once.
 * The query client's own second try would wait until somebody looks, and the poll with it.
 */
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

/** Beside the plain answers in the cache, because here it matters when the question was asked. */
const ASKED = "asked";

/** B7.5 */
const allQuestion = (userId: string) =>
  queryOptions<Asked<AllRuns>>({
    queryKey: ["/algorithm/all-status", ASKED],
    queryFn: ({ signal }) => askTwice(() => api("GET", "/algorithm/all-status", { userId, signal }), signal),
    retry: false,
  });

/** B7.4: the run that runs, first in the order of the brokers. */
const ownQuestion = (userId: string) =>
  queryOptions<Asked<RunReply>>({
    queryKey: ["/algorithm/status", ASKED],
    queryFn: ({ signal }) => askTwice(() => api("GET", "/algorithm/status", { userId, signal }), signal),
    retry: false,
  });

/** B4.1 */
type RunState = RunReply["status"];

/** What a press or another tab says before the next answer of the server does. */
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

/** B4.7 */
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

/** B8.7: 401 is silent, 403 has its message, everything else is logged. One refusal is told once, however often it is met. */
function useSayFault(error: Error | null, isAnswered: boolean): void {
  const isTold = useRef(false);
  useEffect(() => {
    if (isAnswered) isTold.current = false;
  }, [isAnswered]);
  useEffect(() => {
    if (error === null) return;
    const status = error instanceof ApiError ? error.status : 0;
    // Whether the session has ended is found out where all reads are.
    if (status === 401) return;
    if (status !== 403) {
      // biome-ignore lint/suspicious/noConsole: B8.7 demands this line
      console.info("Algorithm status could not be read:", error);
    } else if (!isTold.current) {
      isTold.current = true;
      showToast("error", multiFailures.subscription);
    }
  }, [error]);
}

/** B4.4: 401 changes nothing, the session's end is told elsewhere. */
const forcesStop = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status === 401);

/** Null where nothing runs there: what was chosen for the first connected broker is shown instead. */
function pickRun(script: TradingScript, first: BrokerName | null, all: AllRuns | null, own: RunReply | null) {
  if (script.broker !== null) return all?.[script.broker] ?? null;
  const isActive = own !== null && (own.status === "running" || own.closing);
  if (isActive && own.broker !== null && isBrokerName(own.broker)) return own;
  return first === null ? own : (all?.[first] ?? own);
}

/** B4.7: the server's last word, corrected by whatever a press or another tab has said since. */
function useLastWord(deps: { userId: string; isShared: boolean; told: RunState | null; askedAt: EpochMs | null }) {
  const { userId, isShared, told, askedAt } = deps;
  const { latest, shared } = useLatest(userId, isShared);
  /** When this tab said something itself: nobody has to be asked about that. */
  const ownAt = useRef<EpochMs | null>(null);
  const say = (status: RunState, at: EpochMs): void => {
    ownAt.current = at;
    shared?.publish({ status, at });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is published once
  useEffect(() => {
    if (isShared && told !== null && askedAt !== null) say(told, askedAt);
  }, [shared, isShared, told, askedAt]);
  const newer = latest !== null && askedAt !== null && latest.at > askedAt ? latest : null;
  return {
    status: newer === null ? told : newer.status,
    /** Another tab knows better. */
    isNews: newer !== null && newer.status !== told && newer.at !== ownAt.current,
    tell: (status: RunState): void => say(status, deviceNow()),
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
  // What was read before the screen was left says nothing of what has started since: it is forgotten and asked anew.
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
    /** Nothing was ever read, and trying again has not helped yet. */
    isNeverRead: leading.data === undefined && leading.errorUpdateCount > 0,
    askedAt: leading.data?.askedAt ?? null,
    allAskedAt: all.data?.askedAt ?? null,
  };
}

/** B4.7: what this screen learns of Angel One's run is shared, whichever run it shows; of the others it is not. */
function useWords({ script, userId, first }: StatusDeps, readings: ReturnType<typeof useReadings>) {
  const { run, all, askedAt, allAskedAt } = readings;
  const isShared = script.isStatusShared;
  const isAngelOne = isShared && (script.broker ?? run?.broker ?? first) === "angelone";
  const told = run?.status ?? null;
  const own = useLastWord({ userId, isShared: false, told, askedAt });
  const angelone = useLastWord({
    userId,
    isShared,
    told: isAngelOne ? told : (all?.angelone.status ?? null),
    askedAt: isAngelOne ? askedAt : allAskedAt,
  });
  return { ...(isAngelOne ? angelone : own), isNews: angelone.isNews };
}

/** B4.1-B4.4, B4.7: what runs, asked again and again, also while nobody looks. */
export function useRunStatus(deps: StatusDeps) {
  const queries = useQueryClient();
  const readings = useReadings(deps);
  const { all, run, error, isAnswered, isNeverRead } = readings;
  useSayFault(error, isAnswered);
  const lastWord = useWords(deps, readings);
  const recheck = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["/algorithm/all-status"] }),
      queries.invalidateQueries({ queryKey: ["/algorithm/status"] }),
    ]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab's news is the reason to ask
  useEffect(() => {
    if (lastWord.isNews) void recheck();
  }, [lastWord.isNews]);

  const isUnreadable = forcesStop(error) || isNeverRead;
  const isRunning = !isUnreadable && lastWord.status === "running";
  return {
    run,
    all,
    isKnown: run !== null || isUnreadable,
    isUnreadable,
    isRunning,
    isClosing: !(isUnreadable || isRunning) && run?.closing === true,
    recheck,
    /** Says at once what the next answer will say. */
    tell: lastWord.tell,
  };
}
export type RunStatus = ReturnType<typeof useRunStatus>;
