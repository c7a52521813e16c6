import { useQuery } from "@tanstack/react-query";
import { istDate } from "@vriddhi/core/time/ist";
import History from "lucide-react/icons/history";
import { formatDay } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { driftTexts } from "./drift.texts.ts";

/** Shows nothing before the first replayed day, nor while it loads: it is no news of today. */
export function DriftNote() {
  const { data } = useQuery(read("/algorithm/drift"));
  const [last] = data?.days ?? [];
  if (last === undefined) return null;
  return (
    <aside aria-label={driftTexts.noteTitle} className="flex gap-3 rounded-md border border-line px-4 py-3.5 text-sm">
      <History className="mt-0.5 size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <p className="text-muted">
        <strong className="font-semibold text-text">{driftTexts.noteTitle}</strong>{" "}
        {driftTexts.noteDay(formatDay(istDate(last.trading_day)))} {last.sentence}
      </p>
    </aside>
  );
}
