import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBars } from "./bar-cache.ts";
import { readBarFile } from "./bar-file.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-bars-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const lines = (close: number): string =>
  `ts,open,high,low,close,volume\n2025-07-01T09:15,10,12,9,${close},5\n2025-07-01T09:16,10,12,9,11,7\n`;

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text);
  return file;
};

const cached = (): string[] => fs.readdirSync(path.join(folder, "cache"));

describe("bar files and their cache", () => {
  it("are equal when read from a compressed file, a plain file and the cache", async () => {
    const zipped = write("SBIN.csv.gz", lines(11));
    const first = await openBars(zipped, path.join(folder, "cache"));
    const again = await openBars(zipped, path.join(folder, "cache"));
    expect(first.symbol).toBe("SBIN");
    expect(again).toEqual(first);
    expect(await readBarFile(write("SBIN.csv", lines(11)))).toEqual(first);
    expect(cached()).toHaveLength(1);
  });

  it("are read again when the file changes", async () => {
    const file = write("SBIN.csv", lines(11));
    const cache = path.join(folder, "cache");
    await openBars(file, cache);
    write("SBIN.csv", lines(9.25));
    expect((await openBars(file, cache)).close[0]).toBe(925);
  });

  it("are read again when the cached file is incomplete", async () => {
    const file = write("SBIN.csv", lines(11));
    const cache = path.join(folder, "cache");
    const whole = await openBars(file, cache);
    const [name = ""] = cached();
    fs.truncateSync(path.join(cache, name), 20);
    expect(await openBars(file, cache)).toEqual(whole);
  });

  it("are refused when a bar is impossible, and leave no partial file in the cache", async () => {
    const file = write("SBIN.csv", lines(13));
    await expect(openBars(file, path.join(folder, "cache"))).rejects.toThrow("range_does_not_hold");
    const twice = write("INFY.csv", `${lines(11)}2025-07-01T09:16,10,12,9,11,7\n`);
    await expect(readBarFile(twice)).rejects.toThrow("not_in_order");
    await expect(readBarFile(write("X.csv.gz", "no header\nat all\n"))).rejects.toThrow("the first line has to name");
    await expect(readBarFile(path.join(folder, "none.csv.gz"))).rejects.toThrow("ENOENT");
    fs.writeFileSync(path.join(folder, "Y.csv.gz"), "not zipped");
    await expect(readBarFile(path.join(folder, "Y.csv.gz"))).rejects.toThrow();
    expect(fs.existsSync(path.join(folder, "cache"))).toBe(false);
  });
});
