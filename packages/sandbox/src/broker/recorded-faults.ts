import type { Fault, FaultedCall, Faults, FaultTarget } from "../faults/faults.ts";

/** Faults for the cores: taken ones are reported, and can be taken again in the same order. */
export interface RecordedFaults extends Faults {
  /** The faults that the call took; `null` for none. */
  during<T>(call: () => T): { readonly value: T; readonly taken: readonly Fault[] | null };
  again<T>(taken: readonly Fault[] | undefined, call: () => T): T;
}

/** They hit a process, and only once. */
const isProcessKill = ({ kind }: Fault): boolean => kind === "kill-after-accept" || kind === "stop-after-accept";

const fits = (fault: Fault, target: FaultTarget, call: FaultedCall): boolean =>
  fault.target === target && (call.kinds?.includes(fault.kind) ?? true);

export function createRecordedFaults(faults: Faults): RecordedFaults {
  let taken: Fault[] | null = null;
  let script: Fault[] | null = null;

  function takeWhole(target: FaultTarget, call: FaultedCall = {}): Fault | null {
    if (script !== null) {
      const place = script.findIndex((fault) => fits(fault, target, call));
      return place < 0 ? null : (script.splice(place, 1)[0] ?? null);
    }
    const fault = faults.takeWhole(target, call);
    if (fault !== null && !isProcessKill(fault)) taken = [...(taken ?? []), fault];
    return fault;
  }

  return {
    ...faults,
    takeWhole,
    take: (target, call) => takeWhole(target, call)?.kind ?? null,
    list: () => script ?? faults.list(),
    during(call) {
      taken = null;
      return { value: call(), taken };
    },
    again(given, call) {
      script = [...(given ?? [])];
      try {
        return call();
      } finally {
        script = null;
      }
    },
  };
}
