import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Sandbox pages show its clock, and the calendar form takes times as the exchange publishes them. */
const OWN_NOTATION = ["features/sandbox/", "features/desk-calendar/"];

const TEXTS = /(\.texts|\.messages|\.mails|-words|-format|\/site-claims)\.ts$/;

const textsBelow = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => TEXTS.test(name) && !OWN_NOTATION.some((own) => name.includes(own)));

const files = [...textsBelow("apps/web/src"), ...textsBelow("apps/server/src")];

/** Matching code lines of the file, without comments. */
function linesWith(pattern: RegExp): readonly string[] {
  return files.flatMap((file) =>
    fs
      .readFileSync(path.join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\/\*|\*|\/\/)/.test(line) && pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

describe("texts for users", () => {
  it("write a time of day as 9:10 AM", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(linesWith(/\b\d{1,2}:\d{2}\b(?![:\d]|(\s|\\u00A0)[AP]M)/)).toEqual([]);
  });

  it("write percent without a space", () => {
    expect(linesWith(/[\d}] %(?![\w(])/)).toEqual([]);
  });
});
