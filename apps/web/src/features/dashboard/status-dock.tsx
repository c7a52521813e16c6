import { Link } from "react-router";
import { pathOf } from "./dashboard-tab.ts";
import { runFact, useRuns } from "./day-facts.ts";
import { Result } from "./status-result.tsx";
import { Coming, runSummary } from "./status-strip.tsx";
import { stripTexts } from "./strip.texts.ts";

export function StatusDock() {
  const { data } = useRuns();
  return (
    <Link to={pathOf("Today")} className="grid min-h-11 content-center rounded-sm">
      {data === undefined ? (
        <Coming name={stripTexts.run} className="w-28" />
      ) : (
        <span className="line-clamp-1 text-xs leading-tight text-muted">{runSummary(runFact(data)).words}</span>
      )}
      <Result isNamed />
    </Link>
  );
}
