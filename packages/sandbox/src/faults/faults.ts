import type { BrokerName } from "@vriddhi/core/broker/broker-name";

export type FaultTarget = "sms" | "mail" | "google" | "razorpay" | "telegram" | "push" | BrokerName;

export type FaultKind =
  | "timeout"
  | "http500"
  | "drop-after-accept"
  | "drop-before-accept"
  | "throttle"
  | "reject"
  | "expire-session"
  | "partial-fill"
  | "freeze-feed"
  | "wrong-ip"
  | "duplicate-push"
  | "reorder-push"
  | "pause"
  | "late-accept"
  | "position-lag"
  | "book-lag"
  | "odd-row"
  | "modify-pending"
  | "modify-refused"
  | "modify-lost"
  | "trigger-passed"
  | "band-moved"
  | "circuit-queue"
  | "bad-tick"
  | "square-off"
  | "kill-after-accept"
  | "stop-after-accept";

/** Default: order calls. */
export type FaultScope = "orders" | "reads" | "login" | "any";

/** The next `count` calls of `target` fail this way. */
export interface Fault {
  readonly target: FaultTarget;
  readonly kind: FaultKind;
  readonly count: number;
  readonly on?: FaultScope;
  readonly account?: string;
  /** Duration, delay or lag; the kind's default if left out. */
  readonly seconds?: number;
  readonly pid?: number;
}

export type FaultDetails = Pick<Fault, "on" | "account" | "seconds" | "pid">;

export interface FaultedCall {
  readonly on?: FaultScope | "other";
  readonly account?: string | null;
  /** Kinds that apply at this point; default: every kind. */
  readonly kinds?: readonly FaultKind[];
}

export interface Faults {
  /** Queues behind the target's earlier faults; the same kind again gets the new count. */
  set(target: FaultTarget, kind: FaultKind, count?: number, details?: FaultDetails): void;
  take(target: FaultTarget, call?: FaultedCall): FaultKind | null;
  /** Like `take`, with all details; `count` is the value before this call. */
  takeWhole(target: FaultTarget, call?: FaultedCall): Fault | null;
  list(): readonly Fault[];
  restore(faults: readonly Fault[]): void;
  clear(): void;
}

function meets(fault: Fault, target: FaultTarget, call: FaultedCall): boolean {
  if (fault.target !== target) return false;
  if (call.kinds !== undefined && !call.kinds.includes(fault.kind)) return false;
  if (fault.account !== undefined && fault.account !== call.account) return false;
  const scope = fault.on ?? (call.on === undefined ? "any" : "orders");
  return scope === "any" || scope === call.on;
}

export function createFaults(onChange: (faults: readonly Fault[]) => void = () => undefined): Faults {
  let waiting: readonly Fault[] = [];
  const become = (next: readonly Fault[]): void => {
    waiting = next.filter(({ count }) => count > 0);
    onChange(waiting);
  };

  function takeWhole(target: FaultTarget, call: FaultedCall = {}): Fault | null {
    if (waiting.length === 0) return null;
    const first = waiting.find((fault) => meets(fault, target, call));
    if (first === undefined) return null;
    become(waiting.map((fault) => (fault === first ? { ...fault, count: fault.count - 1 } : fault)));
    return first;
  }

  return {
    set(target, kind, count = 1, details = {}) {
      const fault = { target, kind, count, ...details };
      const isSame = (other: Fault) =>
        other.target === target && other.kind === kind && other.on === details.on && other.account === details.account;
      become(waiting.some(isSame) ? waiting.map((other) => (isSame(other) ? fault : other)) : [...waiting, fault]);
    },
    take: (target, call) => takeWhole(target, call)?.kind ?? null,
    takeWhole,
    list: () => waiting,
    restore(faults) {
      waiting = faults;
    },
    clear: () => become([]),
  };
}
