import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { Toaster, toast } from "sonner";
import type { ToastNote } from "./toast-note.ts";

const icons: Record<ToastNote["kind"], { Icon: typeof Info; tone: string }> = {
  success: { Icon: CircleCheck, tone: "text-info" },
  error: { Icon: CircleAlert, tone: "text-danger" },
  info: { Icon: Info, tone: "text-muted" },
  warning: { Icon: TriangleAlert, tone: "text-warn" },
};

const CARD =
  "flex w-full items-start sm:w-89 font-sans gap-3 rounded-md border border-line-strong bg-surface py-3.5 pr-3 pl-4 text-sm font-medium text-text shadow-card";

/** The last note that sonner has: one that is drawn anew must not show old toasts again. */
let handedOver = 0;

/** Hands each new note to sonner once. `ToastHost` reads them out, so sonner's own live region is silenced. */
export function ToastStack({ notes }: { notes: readonly ToastNote[] }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const section of frame.current?.querySelectorAll("section") ?? []) section.setAttribute("aria-live", "off");
  }, []);
  useEffect(() => {
    for (const note of notes) {
      if (note.id <= handedOver) continue;
      handedOver = note.id;
      const { Icon, tone } = icons[note.kind];
      toast.custom(
        () => (
          <div className={CARD} data-toast={note.kind}>
            <Icon className={`mt-0.5 size-4.5 shrink-0 ${tone}`} aria-hidden="true" />
            <span className="grow">{note.text}</span>
          </div>
        ),
        { duration: note.durationMs },
      );
    }
  }, [notes]);
  return (
    <div ref={frame}>
      <Toaster expand position="top-center" gap={10} offset={20} mobileOffset={12} visibleToasts={4} />
    </div>
  );
}
