import Plus from "lucide-react/icons/plus";
import { type ReactNode, type SyntheticEvent, useId } from "react";

export interface FaqEntry {
  readonly question: string;
  readonly answer: ReactNode;
}

/** `name` does it in current browsers; older ones and test environments need help. */
function closeOthers(event: SyntheticEvent<HTMLDetailsElement>): void {
  const opened = event.currentTarget;
  if (!opened.open) return;
  for (const other of opened.parentElement?.querySelectorAll("details") ?? []) if (other !== opened) other.open = false;
}

/** The browser's own element: it works before any script and with every keyboard. At most one is open. */
export function FaqList({ entries }: { entries: readonly FaqEntry[] }) {
  const group = useId();
  return (
    <div className="border-t border-line">
      {entries.map(({ question, answer }) => (
        <details key={question} name={group} onToggle={closeOthers} className="group border-b border-line">
          <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              className="size-5 shrink-0 text-muted transition-transform duration-200 group-open:rotate-45"
              aria-hidden="true"
            />
          </summary>
          <div className="max-w-[68ch] pr-10 pb-6 leading-relaxed text-muted">{answer}</div>
        </details>
      ))}
    </div>
  );
}
