import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { createBarredShares, readSurveillance } from "./barred-shares.ts";
import { createShareNumbers } from "./share-numbers.ts";

const DAY = istDate("2026-11-16");
const numbers = createShareNumbers(
  [
    { symbol: "SBIN", isin: "INE062A01020" },
    { symbol: "IDEA", isin: "INE669E01016" },
    { symbol: "ITC", isin: "INE154A01025" },
    { symbol: "NIFTY50", isin: "NIFTY50" },
  ],
  "NIFTY50",
);

function barredWith(list: string | null, listed: readonly string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "barred-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const surveillanceFile = path.join(folder, "surveillance.txt");
  if (list !== null) fs.writeFileSync(surveillanceFile, list);
  const listedOn = async () => new Set(listed);
  return createBarredShares({ numbers, surveillanceFile, listedOn, log: createLogger("silent") })(DAY);
}

describe("shares excluded today", () => {
  it("shares that no broker lists for ordinary trading, such as series BE, are excluded today", async () => {
    const barred = await barredWith(null, ["INE062A01020", "INE154A01025"]);
    expect([...barred]).toEqual([["INE669E01016", "not_listed"]]);
  });

  it("shares in the operator's surveillance list are excluded today, never the index", async () => {
    const barred = await barredWith("# ASM, 16 November\nidea, stage II\nNIFTY50\n", [
      "INE062A01020",
      "INE669E01016",
      "INE154A01025",
    ]);
    expect([...barred]).toEqual([["INE669E01016", "under_surveillance"]]);
  });

  it("no share is excluded without a list: then no order is possible either", async () => {
    expect([...(await barredWith(null, []))]).toEqual([]);
  });

  it("the surveillance list is read line by line, and lines without a symbol are counted", () => {
    expect(readSurveillance("SBIN\r\n\n  M&M GSM 1\n???\n#ITC")).toEqual({
      symbols: new Set(["SBIN", "M&M"]),
      unread: 1,
    });
  });
});
