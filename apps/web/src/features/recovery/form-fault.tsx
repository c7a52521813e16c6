import CircleAlert from "lucide-react/icons/circle-alert";

/** The server's refusal, beside the button: it stays until the next try. */
export function FormFault({ sentence }: { readonly sentence: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentence !== null && (
        <p className="flex items-start gap-3 rounded-md border border-danger bg-surface px-4 py-3 text-sm font-medium text-text">
          <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden="true" />
          {sentence}
        </p>
      )}
    </div>
  );
}
