import { describe, expect, it } from "vitest";
import { inRows, prepareLine } from "./writing.ts";

const COLUMN_EM = 21;

describe("a line of any script", () => {
  it.each([
    ["श्रीमतीमीरानायरक्षत्रिय".repeat(4)],
    ["மீனாட்சிசுந்தரேஸ்வரன்".repeat(4)],
    ["বন্দ্যোপাধ্যায়".repeat(6)],
    [`श्री ${"x".repeat(80)}`],
  ])("is nowhere wider than its column, however long a word is: %s", async (text) => {
    const { words } = await prepareLine(text);
    const rows = inRows(words ?? [], COLUMN_EM);
    const widths = rows.map((row) => row.reduce((sum, { width }) => sum + width, 0));
    expect(rows.length).toBeGreaterThan(1);
    expect(Math.max(...widths)).toBeLessThanOrEqual(COLUMN_EM);
    expect(rows.flatMap((row) => row.map((word) => word.text)).join("")).toBe(text.replaceAll(" ", ""));
  });

  it("cuts no sign off its letter", async () => {
    const { words } = await prepareLine("कि".repeat(40));
    expect(words?.every((word) => /^(कि)+$/.test(word.text))).toBe(true);
  });

  it("has no gap within a word that was cut", async () => {
    const { words } = await prepareLine(`राम ${"क".repeat(30)}`);
    expect(words?.map(({ isGlued }) => isGlued)).toEqual([false, false, true, true]);
  });
});
