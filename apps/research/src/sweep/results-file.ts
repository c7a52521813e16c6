import fs from "node:fs";
import path from "node:path";
import { makeFolder } from "../run/make-folder.ts";
import { runTexts } from "../run/run.texts.ts";
import { UsageError } from "../run/usage-error.ts";
import { keyOf } from "./grid.ts";
import { KERNELS, type SweepResult, type SweepSettings } from "./sweep-run.ts";

/** An append-only file of results, one a line; the first line names the settings of the sweep. */
export interface ResultsFile {
  readonly found: ReadonlyMap<string, SweepResult>;
  append(results: readonly SweepResult[]): void;
}

/** The lines that are whole, and where they end: a run that was interrupted while it wrote leaves half a line. */
function wholeLines(file: string): { readonly lines: string[]; readonly bytes: number; readonly hasRest: boolean } {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { lines: [], bytes: 0, hasRest: false };
  if (found.isDirectory()) throw new UsageError(runTexts.isFolder(file));
  const text = fs.readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const bytes = Buffer.byteLength(whole);
  return { lines: whole.split("\n").filter(Boolean), bytes, hasRest: whole.length < text.length };
}

function parsed(file: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(runTexts.noSweep(file));
  }
}

const toResult = (file: string, line: string): SweepResult => {
  const result = parsed(file, line) as Partial<SweepResult> | null;
  if (typeof result?.parameters !== "object") throw new UsageError(runTexts.noSweep(file));
  return result as SweepResult;
};

/** Bars that were changed since are other bars. */
function headerOf({ kernel, data, fill, quantity, broker }: SweepSettings): string {
  const { size, mtimeMs } = fs.statSync(data);
  return JSON.stringify({ kernel, data: path.basename(data), size, mtimeMs, fill, quantity, broker });
}

export function openResults(file: string, settings: SweepSettings): ResultsFile {
  const { lines: all, bytes, hasRest } = wholeLines(file);
  const [header, ...lines] = all;
  const wanted = headerOf(settings);
  // Another file stays as it is, half a line at its end too.
  if (header === undefined && hasRest) throw new UsageError(runTexts.noSweep(file));
  if (header !== undefined && header !== wanted)
    throw new UsageError(`${file} holds results of another sweep: ${header}. Name another file by --out.`);
  if (hasRest) fs.truncateSync(file, bytes);
  makeFolder(path.dirname(path.resolve(file)));
  if (header === undefined) fs.appendFileSync(file, `${wanted}\n`);
  const found = new Map(
    lines.map((line) => toResult(file, line)).map((result) => [keyOf(result.parameters), result] as const),
  );
  return {
    found,
    append: (results) => fs.appendFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join("")),
  };
}

export interface Trials {
  readonly settings: Omit<SweepSettings, "data" | "cache">;
  readonly trials: readonly SweepResult[];
}

export function readTrials(file: string): Trials {
  const [header, ...lines] = wholeLines(file).lines;
  if (header === undefined) throw new UsageError(runTexts.noSweep(file));
  const settings = parsed(file, header) as Partial<SweepSettings> | null;
  if (!KERNELS.some((each) => each === settings?.kernel)) throw new UsageError(runTexts.noSweep(file));
  const { kernel, fill, quantity, broker } = settings as SweepSettings;
  return { settings: { kernel, fill, quantity, broker }, trials: lines.map((line) => toResult(file, line)) };
}
