import { faultCount } from "../texts/fault-count.texts.ts";

interface FaultSummaryProps {
  /** By field; what is nobody's fault in particular (`root`) stands elsewhere. */
  readonly errors: object;
  readonly submitCount: number;
}

/** Focus goes to the first faulty field, which reads its own sentence; this tells how many there are. */
export function FaultSummary({ errors, submitCount }: FaultSummaryProps) {
  const count = Object.keys(errors).filter((name) => name !== "root").length;
  return (
    <p role="alert" className="sr-only">
      {submitCount > 0 && count > 0 && <span key={submitCount}>{faultCount(count)}</span>}
    </p>
  );
}
