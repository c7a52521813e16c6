import type { ChangedRunReply } from "@vriddhi/contract/algorithm-run";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { ApiError, api } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { TOAST_DURATION_MS } from "../../ui/toast.tsx";
import { ATTEMPTS_MAX } from "./attempts.ts";
import {
  bandTexts,
  brokerFailures,
  buttonTexts,
  multiFailures,
  type RunAction,
  successTexts,
} from "./trading.texts.ts";

export interface StartRequest {
  readonly broker: BrokerName;
  /** In rupees. */
  readonly capital: number;
  readonly isBackground: boolean;
  readonly consentVersion?: string | undefined;
}

export interface StopRequest {
  readonly broker: BrokerName;
  readonly isBackground: boolean;
}

/** The headers of every start or stop, the same for each try. */
export interface CallNames {
  readonly userId: string;
  readonly idempotencyKey: string;
}

export interface Explained {
  readonly text: string;
  readonly durationMs: number;
  readonly wayOn: "next_day" | "read_again" | null;
}

export const CALL_LIMITS = { startMs: 30_000, stopMs: 10_000 } as const;
const LONG_MS = 8_000;
const STOPPED_MS = 3_000;
const RECHECK_MS = 1_000;

export interface TradingScript {
  /** `null`: the first connected one. B7.14 */
  readonly broker: BrokerName | null;
  readonly pollMs: number;
  readonly isPollPausedWhileBusy: boolean;
  /** B4.6: how long after a start the status is read again. */
  readonly recheckMs: number;
  readonly attemptsMax: number;
  /** B4.3: a stop restores the saved capital; the screens of one broker save none and begin with the least. */
  readonly hasSavedCapital: boolean;
  /** B4.7: it reads Angel One's status, which the tabs share. */
  readonly isStatusShared: boolean;
  readonly hasSchedule: boolean;
  readonly stopLabel: string;
  readonly started: string;
  readonly stopped: { readonly text: string; readonly durationMs: number };
  readonly overBand: (band: string) => string;
  readonly overBandPreset: ((preset: string, band: string) => string) | null;
  /** B5.2: red on the page for all brokers. */
  readonly isOverBandRed: boolean;
  start(request: StartRequest, names: CallNames): Promise<ChangedRunReply>;
  stop(request: StopRequest, names: CallNames): Promise<ChangedRunReply>;
  explain(cause: unknown, action: RunAction): Explained;
}

const explained = (text: string, durationMs = TOAST_DURATION_MS, wayOn: Explained["wayOn"] = null): Explained => ({
  text,
  durationMs,
  wayOn,
});

const isForNextDay = (cause: ApiError): boolean => cause.code === "start_too_late" || cause.code === "market_closed";

/** B8.4: the screens search the server's sentence for these phrases. */
function explainInvalid(cause: ApiError, action: RunAction): Explained {
  const detail = cause.detail ?? "";
  if (detail.includes("9:10 AM")) return explained(multiFailures.tooLate, LONG_MS, "next_day");
  if (detail.includes("already running"))
    return explained(multiFailures.alreadyRunning, TOAST_DURATION_MS, "read_again");
  if (detail.includes("credentials")) return explained(multiFailures.credentials);
  return explained(
    cause.detail ?? multiFailures.other(action),
    TOAST_DURATION_MS,
    isForNextDay(cause) ? "next_day" : null,
  );
}

function explainMulti(cause: unknown, action: RunAction): Explained {
  if (!(cause instanceof ApiError)) return explained(multiFailures.other(action));
  if (cause.status === 0) return explained(multiFailures.unreachable);
  if (cause.status === 403) return explained(multiFailures.subscription);
  if (cause.status === 400) return explainInvalid(cause, action);
  return explained(cause.detail ?? multiFailures.other(action));
}

const textByStatus: Readonly<Record<number, string>> = {
  400: brokerFailures.invalid,
  403: brokerFailures.subscription,
  500: brokerFailures.server,
};

/** B8.5: the server's sentence has priority. */
function explainBroker(cause: unknown): Explained {
  if (!(cause instanceof ApiError)) return explained(brokerFailures.other, LONG_MS);
  const own = cause.code === "timed_out" ? brokerFailures.timedOut : textByStatus[cause.status];
  const detail = cause.detail ?? "";
  const isTooLate = isForNextDay(cause) || detail.includes("9:10 AM");
  const wayOn = detail.includes("already running") ? "read_again" : null;
  return explained(cause.detail ?? own ?? brokerFailures.other, LONG_MS, isTooLate ? "next_day" : wayOn);
}

/** B2.6-B2.11, and the tab of Fyers: the first connected broker. */
const multiScript: TradingScript = {
  broker: null,
  pollMs: POLL.multiBrokerMs,
  isPollPausedWhileBusy: false,
  recheckMs: 0,
  attemptsMax: ATTEMPTS_MAX,
  hasSavedCapital: true,
  isStatusShared: true,
  hasSchedule: true,
  stopLabel: buttonTexts.deactivate,
  started: successTexts.multiStarted,
  stopped: { text: successTexts.multiStopped, durationMs: TOAST_DURATION_MS },
  overBand: bandTexts.over,
  overBandPreset: null,
  isOverBandRed: true,
  start: ({ broker, capital, isBackground, consentVersion }, names) =>
    api("POST", "/algorithm/start", {
      query: isBackground ? { background_mode: "true" } : {},
      body: { trading_type: "equity", capital, broker, consent_version: consentVersion },
      timeoutMs: CALL_LIMITS.startMs,
      ...names,
    }),
  stop: ({ isBackground }, names) =>
    api("POST", isBackground ? "/algorithm/stop-background" : "/algorithm/stop", {
      body: {},
      timeoutMs: CALL_LIMITS.stopMs,
      ...names,
    }),
  explain: explainMulti,
};

const ofOneBroker = {
  pollMs: POLL.brokerAlgorithmMs,
  isPollPausedWhileBusy: true,
  recheckMs: RECHECK_MS,
  attemptsMax: 1,
  hasSavedCapital: false,
  stopLabel: buttonTexts.stop,
  isOverBandRed: false,
  explain: explainBroker,
} as const;

const angelOneScript: TradingScript = {
  ...ofOneBroker,
  broker: "angelone",
  isStatusShared: true,
  hasSchedule: true,
  started: successTexts.started(brokerTitles.angelone),
  stopped: { text: successTexts.stopped(brokerTitles.angelone), durationMs: STOPPED_MS },
  overBand: bandTexts.overAtAngelOne,
  overBandPreset: null,
  start: ({ capital, isBackground, consentVersion }, names) =>
    api("POST", "/angelone-algorithm/start", {
      body: { capital, background_mode: isBackground, consent_version: consentVersion },
      timeoutMs: CALL_LIMITS.startMs,
      ...names,
    }),
  stop: (_, names) => api("POST", "/angelone-algorithm/stop", { timeoutMs: CALL_LIMITS.stopMs, ...names }),
};

const brokerScript = (broker: BrokerName): TradingScript => ({
  ...ofOneBroker,
  broker,
  isStatusShared: false,
  hasSchedule: false,
  started: successTexts.started(brokerTitles[broker]),
  stopped: { text: successTexts.stopped(brokerTitles[broker]), durationMs: STOPPED_MS },
  overBand: bandTexts.over,
  overBandPreset: bandTexts.preset,
  start: ({ capital, isBackground, consentVersion }, names) =>
    api("POST", "/algorithm/start", {
      body: {
        trading_type: "equity",
        capital,
        broker,
        background_mode: isBackground,
        consent_version: consentVersion,
      },
      timeoutMs: CALL_LIMITS.startMs,
      ...names,
    }),
  stop: ({ isBackground }, names) =>
    api("POST", isBackground ? "/algorithm/stop-background" : "/algorithm/stop", {
      body: { broker },
      timeoutMs: CALL_LIMITS.stopMs,
      ...names,
    }),
});

/** B2.1: the Fyers tab is the page for all brokers. */
export function scriptOf(broker: BrokerName | null): TradingScript {
  if (broker === null || broker === "fyers") return multiScript;
  return broker === "angelone" ? angelOneScript : brokerScript(broker);
}
