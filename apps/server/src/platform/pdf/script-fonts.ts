import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** One file for each of India's scripts, and two for Latin. Loaded on first use. */
const files = {
  latin: "noto-sans/files/noto-sans-latin-400-normal.woff",
  "latin-ext": "noto-sans/files/noto-sans-latin-ext-400-normal.woff",
  Devanagari: "noto-sans/files/noto-sans-devanagari-400-normal.woff",
  Bengali: "noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff",
  Gurmukhi: "noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-400-normal.woff",
  Gujarati: "noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff",
  Oriya: "noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff",
  Tamil: "noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff",
  Telugu: "noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff",
  Kannada: "noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff",
  Malayalam: "noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff",
  Arabic: "noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff",
  Meetei_Mayek: "noto-sans-meetei-mayek/files/noto-sans-meetei-mayek-meetei-mayek-400-normal.woff",
  Ol_Chiki: "noto-sans-ol-chiki/files/noto-sans-ol-chiki-ol-chiki-400-normal.woff",
} as const;

export type ScriptFont = keyof typeof files;

const LATIN = /^[\u0020-\u00ff\u2013\u2014\u2018-\u201f\u2022\u2026]$/u;
/** They belong to the letters before them. */
const JOINERS = /^[\u200c\u200d]$/u;

const scripts = [
  ["Devanagari", /^\p{scx=Devanagari}$/u],
  ["Bengali", /^\p{scx=Bengali}$/u],
  ["Gurmukhi", /^\p{scx=Gurmukhi}$/u],
  ["Gujarati", /^\p{scx=Gujarati}$/u],
  ["Oriya", /^\p{scx=Oriya}$/u],
  ["Tamil", /^\p{scx=Tamil}$/u],
  ["Telugu", /^\p{scx=Telugu}$/u],
  ["Kannada", /^\p{scx=Kannada}$/u],
  ["Malayalam", /^\p{scx=Malayalam}$/u],
  ["Arabic", /^\p{scx=Arabic}$/u],
  ["Meetei_Mayek", /^\p{scx=Meetei_Mayek}$/u],
  ["Ol_Chiki", /^\p{scx=Ol_Chiki}$/u],
] as const satisfies readonly (readonly [ScriptFont, RegExp])[];

function fontOf(char: string, before: ScriptFont | null): ScriptFont {
  if (before !== null && JOINERS.test(char)) return before;
  if (LATIN.test(char)) return "latin";
  const fitting = scripts.filter(([, pattern]) => pattern.test(char)).map(([font]) => font);
  return fitting.find((font) => font === before) ?? fitting[0] ?? "latin-ext";
}

export interface ScriptRun {
  readonly font: ScriptFont;
  readonly text: string;
}

export function scriptRuns(text: string): readonly ScriptRun[] {
  const runs: { font: ScriptFont; text: string }[] = [];
  for (const char of text) {
    const last = runs.at(-1);
    const font = fontOf(char, last?.font ?? null);
    if (last?.font === font) last.text += char;
    else runs.push({ font, text: char });
  }
  return runs;
}

export const isRightToLeft = (text: string): boolean => scriptRuns(text)[0]?.font === "Arabic";

export const readFont = (font: ScriptFont): Promise<Buffer> => readFile(resolve(`@fontsource/${files[font]}`));
