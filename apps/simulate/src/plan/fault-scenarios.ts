import { createSeededRandom } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import { crashInASignal, crashInParts, crashWhileUnknown, hostLost, hostPaused } from "./crash-scenarios.ts";
import type { DayStyle } from "./day-style.ts";
import {
  between,
  type FaultedDay,
  type FaultScenario,
  type FaultScenarioKind,
  signalAt,
  someOf,
} from "./fault-scenario.ts";
import type { InjectedFault, PlannedSignal } from "./plan-model.ts";

const CERTAIN = 100;

/** Sessions end as a signal arrives: the entry waits for a login beyond its validity. */
const sessionsEndAtSignal: FaultScenarioKind = {
  odds: 12,
  draw(random, day) {
    const atMs = between(random, day);
    return {
      signals: [signalAt(random, day, "signal-session", atMs)],
      callFaults: [],
      injectedFaults: someOf(random, 4, day.accounts).map((account) => ({
        kind: "session-ends",
        atMs: atMs - SECOND_MS / 2,
        account,
      })),
    };
  },
};

const partsOfEntries: FaultScenarioKind = {
  odds: 12,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-parts", between(random, day))],
    callFaults: someOf(random, 5, day.accounts).map((account) => ({
      account,
      call: "entry",
      nth: random.int(1, 2),
      kind: "partial-fill",
      seconds: 0,
    })),
    injectedFaults: [],
  }),
};

/** An exit is in our own buffers for longer than its look-up lasts. */
const stalledExits: FaultScenarioKind = {
  odds: 8,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-stalled", between(random, day))],
    callFaults: someOf(random, 3, day.accounts).map((account) => ({
      account,
      call: "exit",
      nth: 1,
      kind: "stalled",
      seconds: random.int(50, 75),
    })),
    injectedFaults: [],
  }),
};

/** A share is halted while everything should be closed, and reopens after the brokers' own square-off has begun. */
const haltedAtClose: FaultScenarioKind = {
  odds: 8,
  draw(random, day) {
    const signal = signalAt(random, day, "signal-halted", day.lastMs - SECOND_MS);
    const { share } = signal;
    const atMs = day.humanAt(istMinute(14, 59));
    return {
      signals: [signal],
      callFaults: [],
      injectedFaults: [{ kind: "halt", atMs, share, until: istMinute(15, random.int(12, 13)) }],
    };
  },
};

const printThatNeverWas: FaultScenarioKind = {
  odds: 12,
  draw(random, day) {
    const atMs = between(random, day);
    const signal: PlannedSignal = { ...signalAt(random, day, "signal-print", atMs), side: "buy" };
    const badAtMs = atMs + random.int(3, 12) * SECOND_MS;
    return {
      signals: [signal],
      callFaults: [],
      injectedFaults: [{ kind: "bad-tick", atMs: badAtMs, share: signal.share }],
    };
  },
};

const shuffledPushes: FaultScenarioKind = {
  odds: 10,
  draw(random, day) {
    const atMs = between(random, day);
    return {
      signals: [signalAt(random, day, "signal-pushes", atMs)],
      callFaults: [],
      injectedFaults: [{ kind: "pushes-shuffled", atMs: atMs - SECOND_MS, durationMs: random.int(20, 60) * SECOND_MS }],
      hasPushes: true,
    };
  },
};

/** Books have an unreadable row, and the answer to an exit is lost meanwhile. */
const oddRows: FaultScenarioKind = {
  odds: 10,
  draw(random, day) {
    const atMs = between(random, day);
    const accounts = someOf(random, 4, day.accounts);
    const durationMs = random.int(20, 120) * SECOND_MS;
    return {
      signals: [signalAt(random, day, "signal-odd", atMs)],
      callFaults: accounts
        .slice(0, 2)
        .map((account) => ({ account, call: "exit", nth: 1, kind: "drop-after-accept", seconds: 0 })),
      injectedFaults: accounts.map((account) => ({ kind: "odd-rows", atMs: atMs - SECOND_MS, account, durationMs })),
    };
  },
};

const lateEntries: FaultScenarioKind = {
  odds: 10,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-late", between(random, day))],
    callFaults: someOf(random, 3, day.accounts).map((account) => ({
      account,
      call: "entry",
      nth: 1,
      kind: "late-accept",
      seconds: random.int(45, 110),
    })),
    injectedFaults: [],
  }),
};

/** The price slides through the stops without a login: only resting orders protect. */
const slideWithoutSession: FaultScenarioKind = {
  odds: 10,
  draw(random, day) {
    const atMs = between(random, day);
    const signal = signalAt(random, day, "signal-slide", atMs);
    const slidesAtMs = atMs + random.int(10, 20) * SECOND_MS;
    return {
      signals: [signal],
      callFaults: [],
      injectedFaults: [
        ...someOf(random, 8, day.accounts).map(
          (account): InjectedFault => ({ kind: "session-ends", atMs: slidesAtMs - SECOND_MS, account }),
        ),
        { kind: "slide", atMs: slidesAtMs, share: signal.share, side: signal.side === "buy" ? "down" : "up" },
      ],
    };
  },
};

const lockedExits: FaultScenarioKind = {
  odds: 10,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-locked", between(random, day))],
    callFaults: someOf(random, 3, day.accounts).map((account) => ({
      account,
      call: "exit",
      nth: 1,
      kind: "circuit-queue",
      seconds: random.int(200, 600),
    })),
    injectedFaults: [],
  }),
};

/** Processes with skewed clocks pause before a write, for less than the time to a kill. */
const skewedPauses: FaultScenarioKind = {
  odds: 8,
  draw(random, day) {
    const skewMs = random.pick([-1, 1]) * random.int(2_500, 3_000);
    return {
      signals: [signalAt(random, day, "signal-skewed", between(random, day))],
      callFaults: someOf(random, 4, day.accounts).map((account) => ({
        account,
        call: random.pick(["entry", "exit"]),
        nth: 1,
        kind: "pause-before-write",
        seconds: 5,
      })),
      injectedFaults: [],
      skewsMs: [skewMs, -skewMs],
    };
  },
};

const refusedChanges: FaultScenarioKind = {
  odds: 8,
  draw(random, day) {
    const atMs = between(random, day);
    const accounts = someOf(random, 5, day.accounts);
    return {
      signals: [signalAt(random, day, "signal-refused", atMs)],
      callFaults: accounts.map((account) => ({ account, call: "modify", nth: 1, kind: "modify-refused", seconds: 0 })),
      injectedFaults: accounts.map((account) => ({
        kind: "kill-switch",
        atMs: atMs + random.int(8, 20) * SECOND_MS,
        account,
        closes: true,
      })),
    };
  },
};

/** The store loses acknowledgements while a signal is stored and sent. */
const lostCommits: FaultScenarioKind = {
  odds: 8,
  draw(random, day) {
    const atMs = between(random, day);
    return {
      signals: [signalAt(random, day, "signal-lost", atMs)],
      callFaults: [],
      injectedFaults: [
        { kind: "commits-lost", atMs: atMs - SECOND_MS / 2, durationMs: random.int(10, 30) * SECOND_MS },
      ],
    };
  },
};

/** The last signal of the day has a far stop and no target, so that it is open at the closing time. */
const openAtClose: FaultScenarioKind = {
  odds: 8,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-last", day.lastMs - 2 * SECOND_MS)],
    callFaults: [],
    injectedFaults: [],
  }),
};

const refusedStops: FaultScenarioKind = {
  odds: 8,
  draw: (random, day) => ({
    signals: [signalAt(random, day, "signal-stops", between(random, day))],
    callFaults: someOf(random, 4, day.accounts).map((account) => ({
      account,
      call: "exit",
      nth: 1,
      kind: "trigger-passed",
      seconds: 0,
    })),
    injectedFaults: [],
  }),
};

const RESTARTS = 5;
const RESTART_EVERY_MS = 12 * SECOND_MS;
const KILLED_AFTER_MS = 4 * SECOND_MS;

/** Every process restarts five times in a minute with more work than the broker allows. */
const restartsInARow: FaultScenarioKind = {
  odds: 6,
  draw(random, day) {
    const beginsMs = random.int(day.firstMs, Math.max(day.firstMs, day.lastMs - RESTARTS * RESTART_EVERY_MS));
    const firstShare = random.int(0, day.shares - 1);
    const rounds = Array.from({ length: RESTARTS }, (_, n) => ({ n, atMs: beginsMs + n * RESTART_EVERY_MS }));
    const workers = Array.from({ length: day.workers }, (_, worker) => worker);
    return {
      signals: rounds.map(({ n, atMs }) => ({
        ...signalAt(random, day, `signal-restart-${n}`, atMs),
        share: (firstShare + n) % day.shares,
      })),
      callFaults: [],
      injectedFaults: rounds.flatMap(({ atMs }) =>
        workers.map((worker) => ({ kind: "kill", atMs: atMs + KILLED_AFTER_MS, worker }) as const),
      ),
      narrowBudget: { broker: random.pick(["zerodha", "angelone"]), ordersPerMinute: 8 },
    };
  },
};

/** Scenarios by command-line name. New ones come last: each draws by its index. */
const kinds = {
  "sessions-end-at-signal": sessionsEndAtSignal,
  "parts-of-entries": partsOfEntries,
  "stalled-exits": stalledExits,
  "halted-at-close": haltedAtClose,
  "print-that-never-was": printThatNeverWas,
  "shuffled-pushes": shuffledPushes,
  "odd-rows": oddRows,
  "lost-commits": lostCommits,
  "refused-changes": refusedChanges,
  "restarts-in-a-row": restartsInARow,
  "skewed-pauses": skewedPauses,
  "locked-exits": lockedExits,
  "slide-without-session": slideWithoutSession,
  "late-entries": lateEntries,
  "open-at-close": openAtClose,
  "refused-stops": refusedStops,
  "crash-in-a-signal": crashInASignal,
  "crash-while-unknown": crashWhileUnknown,
  "crash-in-parts": crashInParts,
  "host-lost": hostLost,
  "host-paused": hostPaused,
} as const satisfies Readonly<Record<string, FaultScenarioKind>>;

export type FaultScenarioName = keyof typeof kinds;

export const faultScenarioNames = Object.keys(kinds) as readonly FaultScenarioName[];

/** The scenarios of a day, each drawn independently; a favoured one always occurs. */
export function drawFaultScenarios(
  seed: number,
  day: FaultedDay,
  favoured: readonly FaultScenarioName[],
  { isDense, faultPercent }: DayStyle,
): readonly FaultScenario[] {
  return faultScenarioNames.flatMap((name, index) => {
    const random = createSeededRandom(seed * 211 + index);
    const { odds, isSparse, draw }: FaultScenarioKind = kinds[name];
    const isDrawn = random.int(0, CERTAIN - 1) < (odds * faultPercent) / 100 && !(isDense && isSparse === true);
    const isDue = isDrawn || favoured.includes(name);
    return isDue ? [draw(random, day)] : [];
  });
}
