import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";

/**
 * Draws public/share.png, the 1200 × 630 picture that social networks show beside a link: an SVG, photographed by
 * Chromium. Run it after a change: `node scripts/share-image.ts [browser]`. Flat colours keep it small.
 */
const WIDTH = 1200;
const HEIGHT = 630;
const ROOT = path.resolve(import.meta.dirname, "..");
const FONT = "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"];

const RISE =
  "M0 596 90 574 160 586 260 542 330 556 430 504 520 526 610 474 690 490 790 428 860 452 960 390 1040 410 1120 358 1200 336";

const font = readFileSync(path.join(ROOT, FONT)).toString("base64");
const [firstLine = "", secondLine = ""] = brand.tagline.split(/ (?=through )/);

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#070b14"/>
  <path d="${RISE}V630H0Z" fill="#121829"/>
  <path d="${RISE}" fill="none" stroke="#f5b544" stroke-width="3" stroke-linejoin="round"/>
  <circle cx="1120" cy="358" r="8" fill="#f5b544"/>
  <g transform="translate(88 84) scale(2.25)">
    <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/>
    <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/>
  </g>
  <g font-family="Inter" fill="#e8edf6" font-weight="650">
    <text x="176" y="138" font-size="44" letter-spacing="-1">${brand.name}</text>
    <text x="88" y="276" font-size="64" letter-spacing="-2.2">${firstLine}</text>
    <text x="88" y="352" font-size="64" letter-spacing="-2.2">${secondLine}</text>
  </g>
</svg>`;

const page = `<!doctype html><style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}</style>${drawing}`;

const folder = mkdtempSync(path.join(os.tmpdir(), "share-image-"));
try {
  const source = path.join(folder, "share.html");
  writeFileSync(source, page);
  const target = path.join(ROOT, "public/share.png");
  const shoot = [`--screenshot=${target}`, `--window-size=${WIDTH},${HEIGHT}`, "--virtual-time-budget=2000", source];
  const { status, stderr } = spawnSync(process.argv[2] ?? "chromium", [...FLAGS, ...shoot], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Chromium refused: ${stderr}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
