import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { livedLine, MONTH_DAYS, monthFile } from "./month-file.ts";

/** Simulated again here; `npm run demo-month -- --check` simulates all of them. */
const BACK = 1;

describe("the demo user's month", () => {
  const lines = fs.readFileSync(monthFile, "utf8").split(/(?<=\n)/);

  it("has every trading day of a month, including those without a trade", () => {
    expect(lines).toHaveLength(MONTH_DAYS);
    const days = lines.map((line) => (JSON.parse(line) as { day: string }).day);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it("equals the simulation of strategy and order path byte for byte", async () => {
    // After a change to them: npm run demo-month.
    expect(await livedLine(BACK)).toBe(lines.at(-BACK));
  }, 600_000);
});
