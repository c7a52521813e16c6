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

/** Which calls of a broker a fault waits for; left out, the order calls. */
export type FaultScope = "orders" | "reads" | "login" | "any";

/** The next `count` calls of `target` go wrong in this way. */
export interface Fault {
  readonly target: FaultTarget;
  readonly kind: FaultKind;
  readonly count: number;
  readonly on?: FaultScope;
  /** Only calls of this broker client. */
  readonly account?: string;
  /** How long a pause, how late an acceptance, how far behind a read; what is left out takes the kind's usual. */
  readonly seconds?: number;
  /** The process that is killed or stopped. */
  readonly pid?: number;
}

export type FaultDetails = Pick<Fault, "on" | "account" | "seconds" | "pid">;

/** What is known of the call that asks. */
export interface FaultedCall {
  readonly on?: FaultScope | "other";
  readonly account?: string | null;
  /** Kinds that can happen at this point; left out, every kind. */
  readonly kinds?: readonly FaultKind[];
}

export interface Faults {
  /** Waits behind other kinds set for the target before; the same kind set again gets the new count. */
  set(target: FaultTarget, kind: FaultKind, count?: number, details?: FaultDetails): void;
  /** What the call that asks must suffer; null lets it through. */
  take(target: FaultTarget, call?: FaultedCall): FaultKind | null;
  /** As `take`, with all that was said about it; `count` is what was left before this call. */
  takeWhole(target: FaultTarget, call?: FaultedCall): Fault | null;
  list(): readonly Fault[];
  /** What a former life left waiting. */
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

/** `onChange` is told of every list that differs from the one before. */
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
