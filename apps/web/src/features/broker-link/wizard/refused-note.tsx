import CircleAlert from "lucide-react/icons/circle-alert";
import type { Refused } from "./use-connection.ts";

/** Stays until the next try. Where one field is to blame, the reason is shown at that field. */
export function RefusedNote({ refused }: { refused: Refused<string> | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {refused !== null && (
        <div className="flex items-start gap-3 rounded-md border-l-4 border-danger bg-raised px-4 py-3.5 text-sm">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
          <div className="grid min-w-0 gap-0.5">
            {refused.detail !== refused.title && <p className="font-medium">{refused.title}</p>}
            {refused.detail !== null && refused.field === null && (
              <p className="break-words text-muted">{refused.detail}</p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
