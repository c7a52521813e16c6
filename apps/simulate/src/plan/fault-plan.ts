import type { Random } from "@vriddhi/core/shared/random";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";

/** The call of an account that a fault waits for. */
export const callNames = ["entry", "exit", "modify", "cancel", "book", "positions"] as const;
export type CallName = (typeof callNames)[number];

/** Faults of our own machine, unknown to the simulators. */
export type OwnFaultKind = "never-sent" | "stalled" | "pause-before-write" | "kill-before-answer" | "kill-before-write";
export type CallFaultKind = FaultKind | OwnFaultKind;

/** The n-th call of this kind by an account fails this way. */
export interface CallFault {
  readonly account: number;
  readonly call: CallName;
  readonly nth: number;
  readonly kind: CallFaultKind;
  readonly seconds: number;
}

interface Choice {
  readonly calls: readonly CallName[];
  /** Duration, delay or lag, in seconds. */
  readonly seconds: readonly [min: number, max: number];
}

const ORDER_CALLS = ["entry", "exit", "modify", "cancel"] as const;
const PLACEMENTS = ["entry", "exit"] as const;
const READS = ["book", "positions"] as const;

/** Required cells of the table: each of these meets each of its calls in a full run. */
export const callFaults: Readonly<Partial<Record<CallFaultKind, Choice>>> = {
  timeout: { calls: [...ORDER_CALLS, ...READS], seconds: [0, 0] },
  http500: { calls: [...ORDER_CALLS, ...READS], seconds: [0, 0] },
  "drop-after-accept": { calls: ORDER_CALLS, seconds: [0, 0] },
  "drop-before-accept": { calls: [...ORDER_CALLS, ...READS], seconds: [0, 0] },
  throttle: { calls: [...ORDER_CALLS, "book"], seconds: [0, 0] },
  reject: { calls: ORDER_CALLS, seconds: [0, 0] },
  "expire-session": { calls: [...ORDER_CALLS, "book"], seconds: [0, 0] },
  "partial-fill": { calls: PLACEMENTS, seconds: [0, 0] },
  pause: { calls: [...ORDER_CALLS, ...READS], seconds: [1, 9] },
  "late-accept": { calls: PLACEMENTS, seconds: [2, 20] },
  "position-lag": { calls: ["positions"], seconds: [2, 8] },
  "book-lag": { calls: ["book"], seconds: [2, 8] },
  "modify-pending": { calls: ["modify"], seconds: [2, 8] },
  "modify-refused": { calls: ["modify"], seconds: [0, 0] },
  "modify-lost": { calls: ["modify"], seconds: [0, 0] },
  "trigger-passed": { calls: ["exit"], seconds: [0, 0] },
  "band-moved": { calls: ["exit"], seconds: [0, 0] },
  "circuit-queue": { calls: ["exit"], seconds: [30, 200] },
  "never-sent": { calls: ORDER_CALLS, seconds: [0, 0] },
  stalled: { calls: PLACEMENTS, seconds: [11, 60] },
  "pause-before-write": { calls: ORDER_CALLS, seconds: [4, 40] },
  "kill-before-answer": { calls: ORDER_CALLS, seconds: [0, 0] },
  "kill-before-write": { calls: ORDER_CALLS, seconds: [0, 0] },
};

const kinds = Object.keys(callFaults) as readonly CallFaultKind[];
/** They end a process, and the supervisor takes its time. */
const ENDS_A_LIFE: ReadonlySet<CallFaultKind> = new Set([
  "pause-before-write",
  "kill-before-answer",
  "kill-before-write",
]);

export const endsProcess = (kind: CallFaultKind): boolean => ENDS_A_LIFE.has(kind);

const NTH_MAX: Readonly<Record<CallName, number>> = { entry: 2, exit: 3, modify: 2, cancel: 1, book: 30, positions: 8 };

/** Entries may be very late, because they are never resent; an exit only within the rules' allowance. */
function secondsOf(kind: CallFaultKind, call: CallName, [min, max]: Choice["seconds"], random: Random): number {
  const drawn = random.int(min, max);
  return kind === "late-accept" && call === "entry" && random.int(0, 2) === 0 ? drawn + random.int(30, 90) : drawn;
}

export function drawCallFault(random: Random, accounts: number): CallFault {
  const kind = random.pick(kinds);
  const { calls, seconds } = callFaults[kind] as Choice;
  const call = random.pick(calls);
  const account = random.int(0, accounts - 1);
  const nth = random.int(1, NTH_MAX[call]);
  return { account, call, nth, kind, seconds: secondsOf(kind, call, seconds, random) };
}
