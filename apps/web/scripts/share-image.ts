import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";
import { shareTitles } from "../src/texts/share-titles.ts";

/** Run after a change, to draw the share pictures: `node scripts/share-image.ts [browser]`. Flat colours stay small. */
const WIDTH = 1200;
const HEIGHT = 630;
const ROOT = path.resolve(import.meta.dirname, "..");
const FONT = "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"];

const wave = (shift: number): string =>
  `M0 ${520 + shift} C 220 ${470 + shift}, 330 ${600 - shift}, 560 ${500 + shift} S 900 ${380 + shift * 2}, 1200 ${430 - shift}`;
const WAVES = [0, 9, 18, 27, 36, 45, 54].map((shift, place) => ({
  path: wave(shift),
  colour: place === 2 ? "#f5b544" : "#24324f",
  width: place === 2 ? 3 : 2,
}));

const font = readFileSync(path.join(ROOT, FONT)).toString("base64");

const draw = (
  lines: readonly [string, string],
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#070b14"/>
  ${WAVES.map(({ path: line, colour, width }) => `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width}"/>`).join("")}
  <g transform="translate(88 84) scale(2.25)">
    <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/>
    <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/>
  </g>
  <g font-family="Inter" fill="#e8edf6" font-weight="650">
    <text x="176" y="138" font-size="44" letter-spacing="-1">${brand.name}</text>
    <text x="88" y="276" font-size="64" letter-spacing="-2.2">${lines[0]}</text>
    <text x="88" y="352" font-size="64" letter-spacing="-2.2">${lines[1]}</text>
  </g>
</svg>`;

const page = (drawing: string): string =>
  `<!doctype html><style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}</style>${drawing}`;

function shoot(folder: string, name: string, lines: readonly [string, string]): void {
  const source = path.join(folder, `${name}.html`);
  writeFileSync(source, page(draw(lines)));
  const target = path.join(ROOT, `public/${name}.png`);
  const flags = [`--screenshot=${target}`, `--window-size=${WIDTH},${HEIGHT}`, "--virtual-time-budget=2000", source];
  const { status, stderr } = spawnSync(process.argv[2] ?? "chromium", [...FLAGS, ...flags], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Chromium refused: ${stderr}`);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "share-image-"));
try {
  mkdirSync(path.join(ROOT, "public/share"), { recursive: true });
  const [first = "", second = ""] = brand.tagline.split(/ (?=through )/);
  shoot(folder, "share", [first, second]);
  mkdirSync(path.join(folder, "share"));
  for (const [name, lines] of Object.entries(shareTitles)) shoot(folder, `share/${name}`, lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
