import { describe, expect, it } from "vitest";
import { outlineOf } from "./outline.ts";
import { isRightToLeft, scriptRuns } from "./script-fonts.ts";
import { isPlain, prepareLine } from "./writing.ts";

const names = {
  Devanagari: "क्षत्रिय",
  Bengali: "বিশ্বাস",
  Gurmukhi: "ਪ੍ਰੀਤ",
  Gujarati: "કૃષ્ણ",
  Oriya: "ଜଗନ୍ନାଥ",
  Tamil: "ஸ்ரீ",
  Telugu: "వెంకటేశ్వర్లు",
  Kannada: "ಕೃಷ್ಣಮೂರ್ತಿ",
  Malayalam: "ഉണ്ണികൃഷ്ണൻ",
  Arabic: "محمد",
  Meetei_Mayek: "ꯃꯅꯤꯄꯨꯔ",
  Ol_Chiki: "ᱥᱟᱱᱛᱟᱲ",
} as const;

describe("a name drawn as shapes", () => {
  it.each(Object.entries(names))("uses a font of its script: %s", async (script, name) => {
    expect(scriptRuns(name).map(({ font }) => font)).toEqual([script]);
    const { glyphs, width } = await outlineOf(name);
    expect(glyphs.length).toBeGreaterThan(0);
    expect(width).toBeGreaterThan(0.5);
    expect(width).toBeLessThan(name.length * 1.5);
  });

  it("joins letters by the rules of its script: the three signs of क्ष become one shape", async () => {
    expect((await outlineOf("क्ष")).glyphs).toHaveLength(1);
    expect((await outlineOf("ক্ষ")).glyphs).toHaveLength(1);
    expect((await outlineOf("శ్రీ")).glyphs.length).toBeLessThan([..."శ్రీ"].length);
  });

  it("puts a vowel before the letter after which it is typed", async () => {
    const [alone, together] = [await outlineOf("क"), await outlineOf("कि")];
    const [letter] = alone.glyphs;
    expect(together.glyphs).toHaveLength(2);
    expect(together.glyphs.at(-1)?.path).toBe(letter?.path);
    expect(together.glyphs.at(-1)?.x).toBeGreaterThan(0);
  });

  it("changes the font with the script, and leaves out characters without a font", async () => {
    expect(scriptRuns("Rāma श्री 12").map(({ font, text }) => [font, text])).toEqual([
      ["latin", "R"],
      ["latin-ext", "ā"],
      ["latin", "ma "],
      ["Devanagari", "श्री"],
      ["latin", " 12"],
    ]);
    expect((await outlineOf("王")).glyphs).toEqual([]);
    expect((await outlineOf("₹")).glyphs).toHaveLength(1);
  });

  it("detects right-to-left names and lines that need no shapes", async () => {
    expect([isRightToLeft("محمد خان"), isRightToLeft("Meera محمد")]).toEqual([true, false]);
    expect([isPlain("Meera Nair, é – 12"), isPlain("Rāma"), isPlain("₹")]).toEqual([true, false, false]);
    expect((await prepareLine("Meera Nair")).words).toBe(null);
    expect((await prepareLine("श्री कुमार")).words?.map(({ text }) => text)).toEqual(["श्री", "कुमार"]);
  });
});
