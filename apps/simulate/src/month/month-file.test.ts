import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { livedLine, MONTH_DAYS, monthFile } from "./month-file.ts";

/** Lived again here; `npm run demo-month -- --check` lives all of them. */
const BACK = 1;

describe("the demo person's month", () => {
  const lines = fs.readFileSync(monthFile, "utf8").split(/(?<=\n)/);

  it("has every trading day of a month, those without a trade too", () => {
    expect(lines).toHaveLength(MONTH_DAYS);
    const days = lines.map((line) => (JSON.parse(line) as { day: string }).day);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it("is what desk and order path live of it, byte for byte", async () => {
    // After a change to them: npm run demo-month.
    expect(await livedLine(BACK)).toBe(lines.at(-BACK));
  }, 600_000);
});
