import os from "node:os";

export interface Row {
  readonly benchmark: string;
  readonly measured: string;
  readonly target: string;
  readonly verdict: "PASS" | "FAIL" | "–";
}

const columns = ["benchmark", "measured", "target", "verdict"] as const;

export function printTable(rows: readonly Row[]): void {
  const lines = [Object.fromEntries(columns.map((column) => [column, column])) as Record<string, string>, ...rows];
  const widthOf = (column: string) =>
    Math.max(...lines.map((line) => (line as Record<string, string>)[column]?.length ?? 0));
  const widths = columns.map(widthOf);
  console.log(`\n${machine()}\n`);
  for (const line of lines)
    console.log(
      columns
        .map((column, at) => line[column]?.padEnd(widths[at] ?? 0))
        .join("   ")
        .trimEnd(),
    );
}

function machine(): string {
  const [cpu] = os.cpus();
  const memoryGb = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} × ${cpu?.model ?? "unknown processor"}, ${memoryGb} GB, ${os.platform()} ${os.arch()}, Node ${process.version}`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
