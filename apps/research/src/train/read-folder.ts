import fs from "node:fs";
import path from "node:path";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { readBarFile, symbolOf } from "../bars/bar-file.ts";
import { runTexts } from "../run/run.texts.ts";
import { UsageError } from "../run/usage-error.ts";

/** All bar files of a folder, in the order of their names, so that share numbers do not depend on the file system. */
export async function readFolder(folder: string, without: readonly string[]): Promise<readonly BarSeries[]> {
  const files = fs.readdirSync(folder).filter((name) => /\.csv(\.gz)?$/.test(name));
  if (files.length === 0) throw new UsageError(runTexts.noFiles(folder));
  const series: BarSeries[] = [];
  for (const name of files.filter((each) => !without.includes(symbolOf(each))).sort())
    series.push(await readBarFile(path.join(folder, name)));
  return series;
}
