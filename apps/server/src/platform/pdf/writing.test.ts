import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { ASCENT_EM, drawLine, inRows, prepareLine } from "./writing.ts";

const COLUMN_EM = 21;

describe("a line of any script", () => {
  it.each([
    ["श्रीमतीमीरानायरक्षत्रिय".repeat(4)],
    ["மீனாட்சிசுந்தரேஸ்வரன்".repeat(4)],
    ["বন্দ্যোপাধ্যায়".repeat(6)],
    [`श्री ${"x".repeat(80)}`],
  ])("is never wider than its column, even with a long word: %s", async (text) => {
    const { words } = await prepareLine(text);
    const rows = inRows(words ?? [], COLUMN_EM);
    const widths = rows.map((row) => row.reduce((sum, { width }) => sum + width, 0));
    expect(rows.length).toBeGreaterThan(1);
    expect(Math.max(...widths)).toBeLessThanOrEqual(COLUMN_EM);
    expect(rows.flatMap((row) => row.map((word) => word.text)).join("")).toBe(text.replaceAll(" ", ""));
  });

  it.each(["पुणे र्हूँ कॄ", "தமிழ் ஸ்ரீ ஞூ", "শ্রী কৃষ্ণ", "వెంకటేశ్వర్లు", "ಕೃಷ್ಣಮೂರ್ತಿ", "ഉണ്ണികൃഷ്ണൻ", "محمد خان"])(
    "stays clear of the lines above and below it: %s",
    async (text) => {
      const line = await prepareLine(text);
      const place = { x: 0, y: 100, width: 500, size: 10, colour: "#000", font: "Helvetica" };
      const below = drawLine(new PDFDocument(), line, place);
      const heights = (line.words ?? []).flatMap(({ glyphs }) =>
        glyphs.flatMap(({ path, y, scale }) =>
          (path.match(/-?[\d.]+/g) ?? []).filter((_, index) => index % 2 === 1).map((at) => y + Number(at) * scale),
        ),
      );
      const baseline = place.y + ASCENT_EM * place.size;
      expect(baseline - Math.max(...heights) * place.size).toBeGreaterThanOrEqual(place.y);
      expect(below - (baseline - Math.min(...heights) * place.size)).toBeGreaterThanOrEqual(0.1 * place.size);
    },
  );

  it("never separates a sign from its letter", async () => {
    const { words } = await prepareLine("कि".repeat(40));
    expect(words?.every((word) => /^(कि)+$/.test(word.text))).toBe(true);
  });

  it("has no gap within a broken word", async () => {
    const { words } = await prepareLine(`राम ${"क".repeat(30)}`);
    expect(words?.map(({ isGlued }) => isGlued)).toEqual([false, false, true, true]);
  });
});
