import fs from "node:fs";
import path from "node:path";
import { makeFolder } from "../run/make-folder.ts";
import { UsageError } from "../run/ordinary-mistake.ts";
import { keyOf } from "./grid.ts";
import type { SweepResult, SweepSettings } from "./sweep-run.ts";

/** Results, one a line, only ever appended; the first line says what they are results of. */
export interface ResultsFile {
  readonly found: ReadonlyMap<string, SweepResult>;
  append(results: readonly SweepResult[]): void;
}

/** A run that was interrupted while it wrote leaves half a line, which is cut off. */
function wholeLines(file: string): string[] {
  if (!fs.existsSync(file)) return [];
  const text = fs.readFileSync(file, "utf8");
  const end = text.lastIndexOf("\n") + 1;
  if (end < text.length) fs.truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  return text.slice(0, end).split("\n").filter(Boolean);
}

/** Bars that were changed since are other bars. */
function headerOf({ kernel, data, fill, quantity, broker }: SweepSettings): string {
  const { size, mtimeMs } = fs.statSync(data);
  return JSON.stringify({ kernel, data: path.basename(data), size, mtimeMs, fill, quantity, broker });
}

export function openResults(file: string, settings: SweepSettings): ResultsFile {
  const [header, ...lines] = wholeLines(file);
  const wanted = headerOf(settings);
  if (header !== undefined && header !== wanted)
    throw new UsageError(`${file} holds results of another sweep: ${header}. Name another file by --out.`);
  makeFolder(path.dirname(path.resolve(file)));
  if (header === undefined) fs.appendFileSync(file, `${wanted}\n`);
  const found = new Map(
    lines.map((line) => JSON.parse(line) as SweepResult).map((result) => [keyOf(result.parameters), result] as const),
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

/** What a sweep tried, for whoever wants to judge its choice. */
export function readTrials(file: string): Trials {
  const [header, ...lines] = wholeLines(file);
  if (header === undefined) throw new UsageError(`There is no sweep in ${file}.`);
  const { kernel, fill, quantity, broker } = JSON.parse(header) as SweepSettings;
  return { settings: { kernel, fill, quantity, broker }, trials: lines.map((line) => JSON.parse(line) as SweepResult) };
}
