import { Link } from "react-router";
import { Skeleton } from "../../ui/skeleton.tsx";
import { pathOf } from "./dashboard-tab.ts";
import { runFact, useRuns } from "./day-facts.ts";
import { Result } from "./status-result.tsx";
import { runWords } from "./status-strip.tsx";

/** On a phone, at the thumb: how the run stands and what the day has brought. */
export function StatusDock() {
  const { data } = useRuns();
  return (
    <Link to={pathOf("Today")} className="grid min-h-11 content-center rounded-sm">
      {data === undefined ? (
        <Skeleton className="h-4 w-28" />
      ) : (
        <span className="truncate text-xs text-muted">{runWords(runFact(data)).words}</span>
      )}
      <Result />
    </Link>
  );
}
