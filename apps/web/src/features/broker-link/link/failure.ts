import { ApiError } from "../../../lib/api.ts";
import { useRefusal } from "../../../lib/use-refusal.ts";
import { showToast } from "../../../ui/toast.tsx";

export const reasonOf = (...causes: readonly unknown[]): string | null => {
  const cause = causes.find((candidate) => candidate instanceof ApiError);
  return cause instanceof ApiError ? cause.detail : null;
};

/** Shows a failure in a toast; the server's own sentence comes first where the specification says so. */
export function useFailure(): (sentence: string, isDetailFirst?: boolean) => (cause: unknown) => void {
  const explain = useRefusal();
  return (sentence, isDetailFirst = false) =>
    (cause) => {
      const detail = explain(cause);
      showToast("error", isDetailFirst ? (detail ?? sentence) : sentence);
    };
}
