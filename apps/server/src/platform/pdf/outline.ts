import type { Font } from "harfbuzzjs";
import { readFont, type ScriptFont, type ScriptRun, scriptRuns } from "./script-fonts.ts";
import { fromWoff } from "./woff.ts";

/** One glyph as a path with its place and scale, in ems. */
export interface DrawnGlyph {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Outline {
  readonly text: string;
  readonly width: number;
  readonly glyphs: readonly DrawnGlyph[];
}

interface LoadedFont {
  readonly font: Font;
  readonly unitsPerEm: number;
}

/** Loaded with the first text that needs it: few invoices do. */
const loadShaper = () => import("harfbuzzjs");
const loaded = new Map<ScriptFont, Promise<LoadedFont>>();

async function loadFont(name: ScriptFont): Promise<LoadedFont> {
  const [hb, file] = [await loadShaper(), await readFont(name)];
  const face = new hb.Face(new hb.Blob(new Uint8Array(fromWoff(file))));
  return { font: new hb.Font(face), unitsPerEm: face.upem };
}

function fontOf(name: ScriptFont): Promise<LoadedFont> {
  const known = loaded.get(name) ?? loadFont(name);
  loaded.set(name, known);
  return known;
}

async function shapeRun({ font: name, text }: ScriptRun, from: number): Promise<Outline> {
  const hb = await loadShaper();
  const { font, unitsPerEm } = await fontOf(name);
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  const glyphs: DrawnGlyph[] = [];
  let pen = 0;
  for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const path = glyph === 0 ? "" : font.glyphToPath(glyph);
    // Leave out a sign that no font has; an empty box would be worse.
    if (path !== "")
      glyphs.push({ path, x: from + (pen + xOffset) / unitsPerEm, y: yOffset / unitsPerEm, scale: 1 / unitsPerEm });
    pen += glyph === 0 ? 0 : xAdvance;
  }
  return { text, width: pen / unitsPerEm, glyphs };
}

/** Drawn as shapes, alike in every reader: the PDF library's own shaper fails on some fonts and misspells names. */
export async function outlineOf(text: string): Promise<Outline> {
  const glyphs: DrawnGlyph[] = [];
  let width = 0;
  for (const run of scriptRuns(text)) {
    const shaped = await shapeRun(run, width);
    glyphs.push(...shaped.glyphs);
    width += shaped.width;
  }
  return { text, width, glyphs };
}
