import { createHash } from "node:crypto";
import fs from "node:fs";
import type { TrialConfig, TrialMetrics } from "./trials.ts";

/** One line of the register. It has no date, so that the same run adds nothing. */
export interface TrialRow {
  readonly id: string;
  readonly data: string;
  readonly config: TrialConfig;
  readonly metrics: TrialMetrics;
}

const ID_LENGTH = 16;

export const digestOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** A trial is identified by its configuration, its data and its trades. */
export function trialRow(
  data: string,
  config: TrialConfig,
  result: { readonly metrics: TrialMetrics; readonly nets: readonly number[] },
): TrialRow {
  return { id: digestOf([data, config, result.nets]).slice(0, ID_LENGTH), data, config, metrics: result.metrics };
}

export function readRegister(file: string): readonly TrialRow[] {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as TrialRow);
}

export function appendTrials(file: string, rows: readonly TrialRow[]): readonly TrialRow[] {
  const known = readRegister(file);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !ids.has(id));
  if (fresh.length > 0) fs.appendFileSync(file, fresh.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return [...known, ...fresh];
}
