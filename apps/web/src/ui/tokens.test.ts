import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = fs.readFileSync(path.join(import.meta.dirname, "../app.css"), "utf8");

type Theme = "light" | "dark";
const tokens = new Map<string, Record<Theme, string>>();
for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)) {
  if (name && light && dark) tokens.set(name, { light, dark });
}

function colourOf(token: string, theme: Theme): string {
  const found = tokens.get(token)?.[theme];
  if (found === undefined) throw new Error(`there is no token ${token}`);
  return found;
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

const grounds = ["ground", "surface", "raised"] as const;
const words = ["text", "muted", "accent-text", "profit", "loss", "danger", "info", "warn"] as const;
const edges = ["line-strong", "focus", "danger"] as const;
const fills = [
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  ["ground", "text"],
  ["warn", "warm"],
] as const;
const themes = ["light", "dark"] as const;

/** WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for the edges of controls and the focus ring. */
const TEXT_MIN = 4.5;
const EDGE_MIN = 3;

describe.each(themes)("colour tokens, %s", (theme) => {
  it.each(words.flatMap((word) => grounds.map((ground) => [word, ground] as const)))(
    "%s can be read on %s",
    (word, ground) => {
      expect(contrast(colourOf(word, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(TEXT_MIN);
    },
  );

  it.each(fills)("%s can be read on %s", (word, fill) => {
    expect(contrast(colourOf(word, theme), colourOf(fill, theme))).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it.each(edges.flatMap((edge) => grounds.map((ground) => [edge, ground] as const)))(
    "%s contrasts with %s",
    (edge, ground) => {
      expect(contrast(colourOf(edge, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(EDGE_MIN);
    },
  );

  it("separates an error from a loss by hue", () => {
    expect(Math.abs(hueOf(colourOf("danger", theme)) - hueOf(colourOf("loss", theme)))).toBeGreaterThan(20);
  });
});

it("gives every token to Tailwind", () => {
  for (const name of tokens.keys()) expect(css).toContain(`--color-${name}: var(--${name});`);
});
