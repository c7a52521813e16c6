import fs from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { findSeriesFault } from "@vriddhi/core/market/bar-series";
import { BarFileError, createCsvParser } from "./csv-parser.ts";

const CHUNK_BYTES = 1 << 20;

/** `data/bars1m/RELIANCE.csv.gz` holds RELIANCE. */
export const symbolOf = (file: string): string => path.basename(file).replace(/\.csv(\.gz)?$/, "");

/** A CSV file of bars, zipped or not, piece by piece. */
export async function readBarFile(file: string): Promise<BarSeries> {
  const parser = createCsvParser(symbolOf(file));
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
  await finished(bytes, { readable: true, writable: false });
  const series = parser.end();
  const fault = findSeriesFault(series);
  if (fault !== null) throw new BarFileError(`Bar ${fault.index} of ${file} cannot be: ${fault.fault}.`);
  return series;
}
