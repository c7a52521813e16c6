import type { FieldErrors } from "react-hook-form";
import { faultCount } from "../texts/account-form.texts.ts";

interface FaultSummaryProps {
  readonly errors: FieldErrors;
  readonly submitCount: number;
}

/** Focus goes to the first faulty field, which reads its own sentence; this tells how many there are. */
export function FaultSummary({ errors, submitCount }: FaultSummaryProps) {
  const count = Object.keys(errors).length;
  return (
    <p role="alert" className="sr-only">
      {submitCount > 0 && count > 0 && <span key={submitCount}>{faultCount(count)}</span>}
    </p>
  );
}
