import type { Reply } from "../../lib/api.ts";
import { instantOf } from "../../lib/format.ts";

export type Report = Reply<"GET", "/api/signals/{id}/report">;
export type Outcome = Report["outcomes"][number];

export interface Dot {
  readonly accountId: string;
  readonly afterMs: number;
  readonly pricePaise: number;
}

const REFUSED: ReadonlySet<string> = new Set(["rejected", "abandoned", "expired", "stuck"]);

const sentAfter = (report: Report, { sent_at: at }: Outcome): number | null =>
  at === null ? null : instantOf(at) - instantOf(report.signal.made_at);

export const dotsOf = (report: Report): readonly Dot[] =>
  report.outcomes.flatMap((outcome) => {
    const afterMs = sentAfter(report, outcome);
    const { account_id: accountId, average_price_paise: pricePaise, filled } = outcome;
    return afterMs === null || pricePaise === null || !filled ? [] : [{ accountId, afterMs, pricePaise }];
  });

export const crossesOf = (report: Report): readonly { readonly accountId: string; readonly afterMs: number }[] =>
  report.outcomes.flatMap((outcome) => {
    const afterMs = sentAfter(report, outcome);
    const isLost = outcome.status !== null && REFUSED.has(outcome.status) && !outcome.filled;
    return afterMs !== null && isLost ? [{ accountId: outcome.account_id, afterMs }] : [];
  });

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** After how many milliseconds that share of the requests was sent; 0.5 is half of them. */
export function sentWithin(report: Report, part: number): number | null {
  const times = report.outcomes.flatMap((outcome) => sentAfter(report, outcome) ?? []).toSorted((a, b) => a - b);
  return times.at(Math.min(times.length - 1, Math.max(0, Math.ceil(times.length * part) - 1))) ?? null;
}

export type OutcomeGroup = "filled" | "part" | "refused" | "skipped" | "expired" | "unknown" | "working" | "none";

export function groupOf({ outcome, status }: Pick<Outcome, "outcome" | "status">): OutcomeGroup {
  if (outcome === "skipped") return "skipped";
  if (outcome === "none" || status === null) return "none";
  if (status === "filled") return "filled";
  if (status === "partly_filled" || status === "cancelled") return "part";
  if (status === "rejected") return "refused";
  if (status === "expired") return "expired";
  if (status === "unknown" || status === "abandoned" || status === "stuck") return "unknown";
  return "working";
}

export interface GroupCount {
  readonly group: OutcomeGroup;
  readonly count: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

export function groupsOf(outcomes: readonly Outcome[]): readonly GroupCount[] {
  const groups = Map.groupBy(outcomes, groupOf);
  return [...groups]
    .map(([group, members]) => {
      const reasons = Map.groupBy(
        members.filter(({ reason }) => reason !== null),
        ({ reason }) => reason ?? "",
      );
      const counted = [...reasons].map(([reason, all]) => ({ reason, count: all.length }));
      return { group, count: members.length, reasons: counted.toSorted((a, b) => b.count - a.count) };
    })
    .toSorted((a, b) => b.count - a.count);
}

export function ticksOf(least: number, given: number, wanted = 6): readonly number[] {
  // A single value gets room around it.
  const most = Math.max(given, least + 1);
  const raw = (most - least) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((part) => part * power).find((candidate) => candidate >= raw) ?? raw;
  const first = Math.floor(least / step) * step;
  const count = Math.ceil((most - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}
