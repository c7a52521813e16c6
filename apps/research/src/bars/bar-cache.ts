import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { makeFolder } from "../run/make-folder.ts";
import { readBarFile, symbolOf } from "./bar-file.ts";

/** Another layout of the cached columns is another version. */
const VERSION = 1;
const HEADER_BYTES = 8;
/** Five columns of four bytes and one of eight. */
const BYTES_PER_BAR = 28;

/** A file that was changed has another size or time, and so another name here. */
function cachePath(file: string, folder: string): string {
  const { size, mtimeMs } = fs.statSync(file);
  const key = createHash("sha256")
    .update(JSON.stringify([VERSION, path.resolve(file), size, mtimeMs]))
    .digest("hex");
  return path.join(folder, `${symbolOf(file)}-${key.slice(0, 24)}.bars`);
}

function toBytes(series: BarSeries): readonly Uint8Array[] {
  const header = new Int32Array([VERSION, series.length]);
  // The eight-byte column comes first, so that it begins at a multiple of eight.
  return [header, series.volume, series.minute, series.open, series.high, series.low, series.close].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
}

/** Null: not a whole cached file. */
function fromBytes(symbol: string, bytes: Uint8Array<ArrayBuffer>): BarSeries | null {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteLength < HEADER_BYTES || byteOffset % 8 !== 0) return null;
  const [version, length] = new Int32Array(buffer, byteOffset, 2);
  if (version !== VERSION || length === undefined || byteLength !== HEADER_BYTES + length * BYTES_PER_BAR) return null;
  const start = byteOffset + HEADER_BYTES + length * 8;
  const column = (index: number) => new Int32Array(buffer, start + index * length * 4, length);
  return {
    symbol,
    length,
    volume: new Float64Array(buffer, byteOffset + HEADER_BYTES, length),
    minute: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
  };
}

function readWhole(file: string): Uint8Array<ArrayBuffer> | null {
  if (!fs.existsSync(file)) return null;
  const bytes = new Uint8Array(fs.statSync(file).size);
  const handle = fs.openSync(file, "r");
  try {
    fs.readSync(handle, bytes);
  } finally {
    fs.closeSync(handle);
  }
  return bytes;
}

/** Written beside and moved into place: a reader sees a whole file or none. */
function writeCache(file: string, series: BarSeries): void {
  makeFolder(path.dirname(file));
  const beside = `${file}.${process.pid}.part`;
  const handle = fs.openSync(beside, "w");
  try {
    for (const part of toBytes(series)) fs.writeSync(handle, part);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(beside, file);
}

export async function openBars(file: string, cacheFolder: string): Promise<BarSeries> {
  const cached = cachePath(file, cacheFolder);
  const bytes = readWhole(cached);
  const found = bytes === null ? null : fromBytes(symbolOf(file), bytes);
  if (found !== null) return found;
  const series = await readBarFile(file);
  writeCache(cached, series);
  return series;
}
