export type FaultTarget =
  | "sms"
  | "mail"
  | "google"
  | "razorpay"
  | "telegram"
  | "push"
  | "zerodha"
  | "angelone"
  | "fyers";

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
  | "reorder-push";

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
}

/** What is known of the call that asks. */
export interface FaultedCall {
  readonly on?: FaultScope | "other";
  readonly account?: string | null;
  /** Kinds that can happen at this point; left out, every kind. */
  readonly kinds?: readonly FaultKind[];
}

export interface Faults {
  /** Waits behind other kinds set for the target before; the same kind set again gets the new count. */
  set(target: FaultTarget, kind: FaultKind, count?: number, narrowed?: Pick<Fault, "on" | "account">): void;
  /** What the call that asks must suffer; null lets it through. */
  take(target: FaultTarget, call?: FaultedCall): FaultKind | null;
  list(): readonly Fault[];
  clear(): void;
}

function meets(fault: Fault, target: FaultTarget, call: FaultedCall): boolean {
  if (fault.target !== target) return false;
  if (call.kinds !== undefined && !call.kinds.includes(fault.kind)) return false;
  if (fault.account !== undefined && fault.account !== call.account) return false;
  const scope = fault.on ?? (call.on === undefined ? "any" : "orders");
  return scope === "any" || scope === call.on;
}

export function createFaults(): Faults {
  let waiting: readonly Fault[] = [];

  return {
    set(target, kind, count = 1, narrowed = {}) {
      const fault = { target, kind, count, ...narrowed };
      const isSame = (other: Fault) =>
        other.target === target &&
        other.kind === kind &&
        other.on === narrowed.on &&
        other.account === narrowed.account;
      waiting = waiting.some(isSame) ? waiting.map((other) => (isSame(other) ? fault : other)) : [...waiting, fault];
      waiting = waiting.filter((other) => other.count > 0);
    },
    take(target, call = {}) {
      const first = waiting.find((fault) => meets(fault, target, call));
      if (first === undefined) return null;
      waiting = waiting
        .map((fault) => (fault === first ? { ...fault, count: fault.count - 1 } : fault))
        .filter((fault) => fault.count > 0);
      return first.kind;
    },
    list: () => waiting,
    clear() {
      waiting = [];
    },
  };
}
