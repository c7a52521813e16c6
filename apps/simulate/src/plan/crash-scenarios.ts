import type { Random } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import type { CallFaultKind, CallName } from "./fault-plan.ts";
import {
  between,
  type FaultedDay,
  type FaultScenario,
  type FaultScenarioKind,
  signalAt,
  someOf,
} from "./fault-scenario.ts";
import type { InjectedFault, PlannedSignal } from "./plan-model.ts";

type ScenarioFault = (random: Random, atMs: number, day: FaultedDay, signal: PlannedSignal) => readonly InjectedFault[];

const kill: ScenarioFault = (random, atMs, { workers }) => [{ kind: "kill", atMs, worker: random.int(0, workers - 1) }];

const pause: ScenarioFault = (random, atMs, { workers }) => [
  { kind: "pause", atMs, worker: random.int(0, workers - 1), durationMs: random.int(1, 12) * SECOND_MS },
];

const storeDown: ScenarioFault = (random, atMs) => [
  { kind: "store-down", atMs, durationMs: random.int(1, 8) * SECOND_MS },
];

const commitsLost: ScenarioFault = (random, atMs) => [
  { kind: "commits-lost", atMs, durationMs: random.int(5, 20) * SECOND_MS },
];

const sessionsEnd: ScenarioFault = (random, atMs, { accounts }) =>
  someOf(random, 4, accounts).map((account) => ({ kind: "session-ends", atMs, account }));

const everybodyBlocked: ScenarioFault = (random, atMs) => [
  { kind: "kill-switch", atMs, account: null, closes: random.int(0, 2) > 0 },
];

const priceGaps: ScenarioFault = (random, atMs, _day, { share }) => [
  { kind: "gap", atMs, share, basisPoints: random.pick([-250, -150, 150, 250]) },
];

const priceSlides: ScenarioFault = (_random, atMs, _day, { share, side }) => [
  { kind: "slide", atMs, share, side: side === "buy" ? "down" : "up" },
];

const feedFreezes: ScenarioFault = (random, atMs) => [
  { kind: "feed-frozen", atMs, durationMs: random.int(6, 20) * SECOND_MS },
];

/** An exit is late only within the rules' allowance; an entry is never resent. */
function secondsOf(random: Random, call: CallName, kind: CallFaultKind): number {
  if (kind === "stalled") return random.int(12, 50);
  if (kind !== "late-accept") return 0;
  return call === "exit" ? random.int(2, 20) : random.int(12, 50);
}

const faultsOf = (random: Random, { accounts }: FaultedDay, call: CallName, kinds: readonly CallFaultKind[]) =>
  someOf(random, 3, accounts).map((account) => {
    const kind = random.pick(kinds);
    return { account, call, nth: 1, kind, seconds: secondsOf(random, call, kind) };
  });

/** A fault at the instant in which entries and their stops are in flight. */
export const crashInASignal: FaultScenarioKind = {
  odds: 12,
  isSparse: true,
  draw(random, day) {
    const atMs = between(random, day);
    const signal = signalAt(random, day, "signal-struck", atMs);
    const crash = random.pick([kill, pause, storeDown, commitsLost, sessionsEnd, everybodyBlocked, priceGaps]);
    return {
      signals: [signal],
      callFaults: [],
      injectedFaults: crash(random, signal.atMs + random.int(3, 140), day, signal),
    };
  },
};

const LOSING: readonly CallFaultKind[] = [
  "timeout",
  "drop-after-accept",
  "drop-before-accept",
  "stalled",
  "late-accept",
];

export const crashWhileUnknown: FaultScenarioKind = {
  odds: 12,
  isSparse: true,
  draw(random, day) {
    const atMs = between(random, day);
    const signal = signalAt(random, day, "signal-unknown", atMs);
    const crash = random.pick([sessionsEnd, everybodyBlocked, priceGaps, priceSlides, feedFreezes, storeDown, kill]);
    return {
      signals: [signal],
      callFaults: [...faultsOf(random, day, "entry", LOSING), ...faultsOf(random, day, "exit", LOSING)],
      injectedFaults: crash(random, signal.atMs + random.int(6, 45) * SECOND_MS, day, signal),
    };
  },
};

const CANCELS_FAIL: readonly CallFaultKind[] = [
  "timeout",
  "http500",
  "drop-after-accept",
  "drop-before-accept",
  "throttle",
  "reject",
  "expire-session",
  "never-sent",
  "kill-before-answer",
  "kill-before-write",
];

export const crashInParts: FaultScenarioKind = {
  odds: 12,
  isSparse: true,
  draw(random, day) {
    const signal = signalAt(random, day, "signal-in-parts", between(random, day));
    const parts = someOf(random, 4, day.accounts).map((account) => ({ account, kind: random.pick(CANCELS_FAIL) }));
    const crash = random.pick([kill, pause, sessionsEnd]);
    return {
      signals: [signal],
      callFaults: parts.flatMap(({ account, kind }) => [
        { account, call: "entry", nth: 1, kind: "partial-fill", seconds: 0 } as const,
        { account, call: "cancel", nth: 1, kind, seconds: 0 } as const,
      ]),
      injectedFaults: crash(random, signal.atMs + random.int(300, 5_500), day, signal),
    };
  },
};

/** Longer than its lease and the bound after which another host covers its accounts. */
const HOST_AWAY_MS = 90 * SECOND_MS;
/** Another host has covered the accounts for a while when everything is closed. */
const HOSTS_BACK_AT = istMinute(14, 55);

/** A host goes while its orders are in flight, or while its stops rest. */
const hostGoes =
  (signalId: string, fault: (atMs: number, worker: number) => InjectedFault) =>
  (random: Random, day: FaultedDay): FaultScenario => {
    const lastMs = Math.min(day.lastMs, day.humanAt(HOSTS_BACK_AT) - 2 * HOST_AWAY_MS);
    const signal = signalAt(random, day, signalId, Math.max(day.firstMs, random.int(day.firstMs, lastMs)));
    const afterMs = random.int(0, 1) === 0 ? random.int(3, 140) : random.int(2, 30) * SECOND_MS;
    const atMs = signal.atMs + afterMs;
    return { signals: [signal], callFaults: [], injectedFaults: [fault(atMs, random.int(0, day.workers - 1))] };
  };

export const hostLost: FaultScenarioKind = {
  odds: 4,
  isSparse: true,
  draw: hostGoes("signal-host-lost", (atMs, worker) => ({ kind: "host-lost", atMs, worker })),
};

export const hostPaused: FaultScenarioKind = {
  odds: 4,
  isSparse: true,
  draw: hostGoes("signal-host-paused", (atMs, worker) => ({
    kind: "host-paused",
    atMs,
    worker,
    durationMs: HOST_AWAY_MS,
  })),
};
