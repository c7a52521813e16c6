import os from "node:os";

export interface Row {
  readonly benchmark: string;
  readonly measured: string;
  readonly target: string;
  readonly verdict: "PASS" | "FAIL" | "–";
  /** The figures behind a ratio, in this run and on this machine. */
  readonly beside: string;
}

type Target = { readonly atLeast: number } | { readonly atMost: number };

const short = (value: number): string => String(Number(value.toPrecision(3)));

/** A ratio or a count against its target; what could not be measured misses it. */
export function judge(benchmark: string, measured: number, target: Target, beside = ""): Row {
  const isLowerBound = "atLeast" in target;
  const limit = isLowerBound ? target.atLeast : target.atMost;
  const isKept = isLowerBound ? measured >= limit : measured <= limit;
  return {
    benchmark,
    measured: short(measured),
    target: `${isLowerBound ? "≥" : "≤"} ${limit}`,
    verdict: isKept ? "PASS" : "FAIL",
    beside,
  };
}

export const note = (benchmark: string, measured: number | string, beside = ""): Row => ({
  benchmark,
  measured: typeof measured === "number" ? short(measured) : measured,
  target: "–",
  verdict: "–",
  beside,
});

const columns = ["benchmark", "measured", "target", "verdict", "beside"] as const;

export function printTable(rows: readonly Row[]): void {
  const titles = Object.fromEntries(columns.map((column) => [column, column])) as Record<keyof Row, string>;
  const lines: readonly Readonly<Record<keyof Row, string>>[] = [titles, ...rows];
  const widthOf = (column: keyof Row) => Math.max(...lines.map((line) => line[column].length));
  console.log(`\n${machine()}\n`);
  for (const line of lines)
    console.log(
      columns
        .map((column) => line[column].padEnd(widthOf(column)))
        .join("   ")
        .trimEnd(),
    );
}

function machine(): string {
  const [cpu] = os.cpus();
  const memoryGb = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} × ${cpu?.model ?? "unknown processor"}, ${memoryGb} GB, ${os.platform()} ${os.arch()}, Node ${process.version}`;
}

export function summaryOf(rows: readonly Row[]): string {
  const failed = rows.filter(({ verdict }) => verdict === "FAIL");
  const judged = rows.filter(({ verdict }) => verdict !== "–").length;
  const missed = failed.map(({ benchmark, measured, target }) => `${benchmark}: ${measured}, wanted ${target}`);
  return [`${judged - failed.length} of ${judged} targets kept`, ...missed].join("; ");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
