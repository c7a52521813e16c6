import { historyTexts, manageTexts } from "./billing.texts.ts";
import { useBillingHistory } from "./billing-queries.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { ManagePanel } from "./manage-panel.tsx";

interface BillingPanelProps {
  view: "manage" | "history";
  endDate: string | null;
  /** Renders nothing when nothing was ever paid. */
  hidesEmpty?: boolean;
}

export function BillingPanel({ view, endDate, hidesEmpty = false }: BillingPanelProps) {
  const { title, lead } = view === "manage" ? manageTexts : historyTexts;
  const { data } = useBillingHistory();
  if (hidesEmpty && (data === undefined || data.purchases.length === 0)) return null;
  return (
    <section aria-label={title} className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-muted">{lead}</p>
      </header>
      {view === "manage" ? <ManagePanel endDate={endDate} /> : <HistoryPanel />}
    </section>
  );
}
