import fs from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { findSeriesFault } from "@vriddhi/core/market/bar-series";
import { BarFileError } from "./bar-file-error.ts";
import { createCsvParser } from "./csv-parser.ts";

const CHUNK_BYTES = 1 << 20;

/** `data/bars1m/RELIANCE.csv.gz` holds RELIANCE. */
export const symbolOf = (file: string): string => path.basename(file).replace(/\.csv(\.gz)?$/, "");

/** Cut off in the middle, damaged, or another kind of file under this name. */
const zipFaults: ReadonlySet<string> = new Set(["Z_BUF_ERROR", "Z_DATA_ERROR"]);

export async function readBarFile(file: string): Promise<BarSeries> {
  if (fs.statSync(file).isDirectory()) throw new BarFileError(`${file} is a folder and no bar file.`);
  const parser = createCsvParser(symbolOf(file), file);
  const source = fs.createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const bytes = file.endsWith(".gz") ? source.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : source;
  source.on("error", (error) => bytes.destroy(error));
  bytes.on("data", (chunk: Buffer) => {
    try {
      parser.push(chunk);
    } catch (error) {
      bytes.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  await finished(bytes, { readable: true, writable: false }).catch((error: NodeJS.ErrnoException) => {
    throw zipFaults.has(error.code ?? "")
      ? new BarFileError(`${file} is no whole gzip file: ${error.message}.`)
      : error;
  });
  const series = parser.end();
  if (series.length === 0) throw new BarFileError(`${file} holds no bars: it is empty, or has a first line only.`);
  const fault = findSeriesFault(series);
  if (fault !== null) throw new BarFileError(`Bar ${fault.index} of ${file} cannot be: ${fault.fault}.`);
  return series;
}
