import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type LastErrorCode, lastErrorTitles } from "./link.texts.ts";
import { Moment } from "./link-facts.tsx";

interface LastErrorProps {
  name: string;
  error: { readonly code: LastErrorCode; readonly detail: string; readonly at: string } | null;
}

export function LastError({ name, error }: LastErrorProps) {
  if (error === null) return null;
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-md border border-line-strong bg-raised px-4 py-3.5 text-sm"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden="true" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{lastErrorTitles[error.code](name)}</p>
        <p className="break-words text-muted">{error.detail}</p>
        <p className="figures text-muted">
          <Moment at={error.at} />
        </p>
      </div>
    </div>
  );
}
