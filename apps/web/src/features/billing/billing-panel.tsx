import { useEffect, useRef } from "react";
import { historyTexts, manageTexts } from "./billing.texts.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { ManagePanel } from "./manage-panel.tsx";

interface BillingPanelProps {
  view: "manage" | "history";
  /** When the subscription ends. */
  endDate: string | null;
}

/** What the two buttons of the Subscription tab open. */
export function BillingPanel({ view, endDate }: BillingPanelProps) {
  const { title, lead } = view === "manage" ? manageTexts : historyTexts;
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for comes into view, also the second time
  useEffect(() => {
    section.current?.scrollIntoView({ block: "start" });
  }, [view]);
  return (
    <section ref={section} aria-label={title} className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-muted">{lead}</p>
      </header>
      {view === "manage" ? <ManagePanel endDate={endDate} /> : <HistoryPanel />}
    </section>
  );
}
