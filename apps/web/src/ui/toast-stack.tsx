import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Toaster, toast } from "sonner";
import type { ToastNote } from "./toast-note.ts";

/** Icon and edge: kinds differ in more than one way. */
const looks: Record<ToastNote["kind"], { Icon: typeof Info; tone: string; edge: string }> = {
  success: { Icon: CircleCheck, tone: "text-info", edge: "border-l-info" },
  error: { Icon: CircleAlert, tone: "text-danger", edge: "border-l-danger" },
  info: { Icon: Info, tone: "text-muted", edge: "border-l-line-strong" },
  warning: { Icon: TriangleAlert, tone: "text-warn", edge: "border-l-warn" },
};

const CARD =
  "flex w-full items-start sm:w-89 font-sans gap-3 rounded-md border border-l-4 border-line-strong bg-raised py-0.5 pr-0.5 pl-3.5 text-sm font-medium text-text shadow-card";

/** Between the page's bars (app.css), so that no navigation is covered. */
const BETWEEN_THE_BARS = { top: "var(--toast-top)", bottom: "var(--toast-bottom)" };

/** A9.1: on a phone the title and the typed fields are at the top, so a toast rises from the bottom. */
const PHONE = "(width < 48rem)";
const listenToWidth = (listener: () => void) => {
  const width = matchMedia(PHONE);
  width.addEventListener("change", listener);
  return () => width.removeEventListener("change", listener);
};
const isPhone = (): boolean => matchMedia(PHONE).matches;

const DISMISS = "Dismiss this message";

/** The last note that sonner has: a remounted one must not show old toasts again. */
let handedOver = 0;

/** Passes each new note to sonner once. `ToastHost` announces them, so sonner's own live region is silenced. */
export function ToastStack({ notes }: { notes: readonly ToastNote[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const position = useSyncExternalStore(listenToWidth, isPhone) ? "bottom-center" : "top-center";
  useEffect(() => {
    for (const section of frame.current?.querySelectorAll("section") ?? []) section.setAttribute("aria-live", "off");
  }, []);
  useEffect(() => {
    for (const note of notes) {
      if (note.id <= handedOver) continue;
      handedOver = note.id;
      const { Icon, tone, edge } = looks[note.kind];
      toast.custom(
        (id) => (
          <div className={`${CARD} ${edge}`} data-toast={note.kind}>
            <Icon className={`mt-3 size-4.5 shrink-0 ${tone}`} aria-hidden="true" />
            <span className="min-w-0 grow py-2.75 break-words">{note.text}</span>
            <button
              type="button"
              aria-label={DISMISS}
              onClick={() => toast.dismiss(id)}
              className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-text"
            >
              <X className="size-4.5" aria-hidden="true" />
            </button>
          </div>
        ),
        { duration: note.durationMs },
      );
    }
  }, [notes]);
  return (
    <div ref={frame}>
      <Toaster
        expand
        position={position}
        gap={10}
        offset={BETWEEN_THE_BARS}
        mobileOffset={{ ...BETWEEN_THE_BARS, left: 12, right: 12 }}
        visibleToasts={4}
      />
    </div>
  );
}
