import { AdminOnly } from "../features/access/admin-only.tsx";
import { backtestTexts } from "../features/backtest/backtest.texts.ts";
import { BacktestPage } from "../features/backtest/backtest-page.tsx";
import { DriftReports } from "../features/drift/drift-reports.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Back-test",
    description: "Strategies over past bars for administrators: start, watch, cancel, and read the figures.",
    keywords: ["back-test", "strategy", "admin"],
    path: "/admin/backtest",
    isPrivate: true,
  });

export default function AdminBacktest() {
  return (
    <QueryProvider>
      <AdminOnly title={backtestTexts.title}>
        {(identity) => (
          <DeskShell identity={identity} current="backtest" title={backtestTexts.title}>
            <BacktestPage>
              <DriftReports />
            </BacktestPage>
          </DeskShell>
        )}
      </AdminOnly>
    </QueryProvider>
  );
}
