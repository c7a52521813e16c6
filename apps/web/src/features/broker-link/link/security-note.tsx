import ShieldCheck from "lucide-react/icons/shield-check";

/** How the details are kept, shown before they are typed. */
export function SecurityNote({ title, children }: { title: string; children: string }) {
  return (
    <div role="note" className="flex items-start gap-3 rounded-md bg-raised px-4 py-3.5 text-sm">
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-info" aria-hidden="true" />
      <div className="grid gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
    </div>
  );
}
