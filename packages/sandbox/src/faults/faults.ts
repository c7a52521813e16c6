export type FaultTarget = "sms" | "mail" | "google";

export type FaultKind = "timeout" | "http500" | "drop-after-accept" | "drop-before-accept" | "throttle" | "reject";

/** The next `count` calls of `target` go wrong in this way. */
export interface Fault {
  readonly target: FaultTarget;
  readonly kind: FaultKind;
  readonly count: number;
}

export interface Faults {
  /** Waits behind other kinds set for the target before; the same kind set again gets the new count. */
  set(target: FaultTarget, kind: FaultKind, count?: number): void;
  /** What the call that asks must suffer; null lets it through. */
  take(target: FaultTarget): FaultKind | null;
  list(): readonly Fault[];
  clear(): void;
}

export function createFaults(): Faults {
  let waiting: readonly Fault[] = [];

  return {
    set(target, kind, count = 1) {
      const fault = { target, kind, count };
      const isSame = (other: Fault) => other.target === target && other.kind === kind;
      waiting = waiting.some(isSame) ? waiting.map((other) => (isSame(other) ? fault : other)) : [...waiting, fault];
      waiting = waiting.filter((other) => other.count > 0);
    },
    take(target) {
      const first = waiting.find((fault) => fault.target === target);
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
