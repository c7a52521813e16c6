import CircleAlert from "lucide-react/icons/circle-alert";

/** An error is an icon, a thicker border and a sentence: never its colour alone. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-2 text-sm font-medium text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
