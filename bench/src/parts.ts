import fs from "node:fs";
import type { Row } from "./report.ts";

/** A benchmark that can be run by itself; its name is its benchmark's, or `benchmark/part`. */
export interface Part {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

export type Parts = Readonly<Record<string, () => Promise<readonly Row[]>>>;

const isOf = (part: string, wanted: string): boolean => part === wanted || part.startsWith(`${wanted}/`);

/** Those that were asked for, all without a wish; names that mean nothing are told. */
export function chooseParts(
  all: readonly Part[],
  wanted: readonly string[],
): { readonly parts: readonly Part[]; readonly unknown: readonly string[] } {
  const unknown = wanted.filter((each) => !all.some(({ name }) => isOf(name, each)));
  const parts = wanted.length === 0 ? all : all.filter(({ name }) => wanted.some((each) => isOf(name, each)));
  return { parts, unknown };
}

/** What earlier runs have measured and written down, by part. */
function readKept(file: string | null): Map<string, readonly Row[]> {
  const kept = new Map<string, readonly Row[]>();
  if (file === null || !fs.existsSync(file)) return kept;
  for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const { part, rows } = JSON.parse(line) as { part: string; rows: readonly Row[] };
    kept.set(part, rows);
  }
  return kept;
}

/** Part after part, each written down as soon as it is measured: whoever is stopped goes on with the next one. */
export async function runParts(parts: readonly Part[], file: string | null): Promise<readonly Row[]> {
  const kept = readKept(file);
  const rows: Row[] = [];
  for (const { name, run } of parts) {
    const known = kept.get(name);
    if (known !== undefined) console.log(`${name}: measured before, see ${file}`);
    const measured = known ?? (await run());
    if (known === undefined && file !== null)
      fs.appendFileSync(file, `${JSON.stringify({ part: name, rows: measured })}\n`);
    rows.push(...measured);
  }
  return rows;
}

/** One line for whoever reads nothing else. */
export function summaryOf(rows: readonly Row[]): string {
  const failed = rows.filter(({ verdict }) => verdict === "FAIL");
  const judged = rows.filter(({ verdict }) => verdict !== "–").length;
  const missed = failed.map(({ benchmark, measured, target }) => `${benchmark}: ${measured}, wanted ${target}`);
  return [`${judged - failed.length} of ${judged} targets kept`, ...missed].join("; ");
}
