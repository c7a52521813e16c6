import { type ReactNode, useEffect, useRef } from "react";

interface ViewStageProps {
  view: string;
  children: ReactNode;
}

/** A place where one view replaces another: the focus of the old one moves to the new one. */
export function ViewStage({ view, children }: ViewStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    // Focus that is elsewhere on the page stays there.
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true });
  }, [view]);
  return (
    <div ref={stage} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
