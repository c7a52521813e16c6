import type { FieldError } from "../lib/form-store.ts";
import { faultCount } from "../texts/fault-count.texts.ts";

interface FaultSummaryProps {
  /** By field; faults of no field (`root`) or already shown by a toast are not counted. */
  readonly errors: Readonly<Record<string, FieldError | undefined>>;
  readonly submitCount: number;
}

/** Focus goes to the first faulty field, whose sentence is announced; this announces how many there are. */
export function FaultSummary({ errors, submitCount }: FaultSummaryProps) {
  const count = Object.entries(errors).filter(([name, error]) => name !== "root" && error?.isAnnounced !== true).length;
  return (
    <p role="alert" className="sr-only">
      {submitCount > 0 && count > 0 && <span key={submitCount}>{faultCount(count)}</span>}
    </p>
  );
}
