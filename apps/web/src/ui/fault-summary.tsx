import type { FieldError } from "../lib/form-store.ts";
import { faultCount } from "../texts/fault-count.texts.ts";

interface FaultSummaryProps {
  /** By field; what belongs to no field (`root`) or was said by a toast is not counted. */
  readonly errors: Readonly<Record<string, FieldError | undefined>>;
  readonly submitCount: number;
}

/** Focus goes to the first faulty field, which reads its own sentence; this tells how many there are. */
export function FaultSummary({ errors, submitCount }: FaultSummaryProps) {
  const count = Object.entries(errors).filter(([name, error]) => name !== "root" && error?.isSaid !== true).length;
  return (
    <p role="alert" className="sr-only">
      {submitCount > 0 && count > 0 && <span key={submitCount}>{faultCount(count)}</span>}
    </p>
  );
}
