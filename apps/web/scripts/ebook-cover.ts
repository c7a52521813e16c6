import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";

/** Run after a change, to draw public/ebook-cover.webp: `node scripts/ebook-cover.ts [browser] [ffmpeg]`. */
const WIDTH = 640;
const HEIGHT = 896;
const ROOT = path.resolve(import.meta.dirname, "..");
const FONT = "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"];

/** A near stop allows a large position, a far one a small one: each rectangle has the same area, which is the risk. */
const BASE = 764;
const shapes = [
  { x: 72, width: 64, height: 330 },
  { x: 160, width: 132, height: 160 },
  { x: 316, width: 252, height: 84 },
];

const font = readFileSync(path.join(ROOT, FONT)).toString("base64");
const drawShape = ({ x, width, height }: (typeof shapes)[number]): string =>
  `<rect x="${x}" y="${BASE - height}" width="${width}" height="${height}" fill="url(#gold)"/>
  <path d="M${x} ${BASE - height}h${width}" stroke="#f5b544" stroke-width="5"/>`;

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <defs>
    <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#16203a"/><stop offset="1" stop-color="#080d18"/></linearGradient>
    <linearGradient id="spine" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".45"/><stop offset=".5" stop-color="#fff" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>
    <linearGradient id="gold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f5b544" stop-opacity=".46"/><stop offset="1" stop-color="#f5b544" stop-opacity=".12"/></linearGradient>
  </defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
  ${shapes.map(drawShape).join("")}
  <path d="M72 ${BASE}H568" stroke="#8391ad" stroke-width="2"/>
  <g font-family="Inter" fill="#eef2f9">
    <text x="70" y="166" font-size="86" font-weight="680" letter-spacing="-4">The Size</text>
    <text x="70" y="258" font-size="86" font-weight="680" letter-spacing="-4">of a Trade</text>
    <text x="72" y="312" font-size="23" font-weight="450" fill="#aab6cd">Position sizing, stops, costs and rules,</text>
    <text x="72" y="343" font-size="23" font-weight="450" fill="#aab6cd">for people who trade their own money</text>
    <text x="116" y="830" font-size="25" font-weight="600" letter-spacing="-.4">${brand.name}</text>
  </g>
  <g transform="translate(70 802) scale(1.12)">
    <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/>
    <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/>
  </g>
  <rect width="34" height="${HEIGHT}" fill="url(#spine)"/>
</svg>`;

const page = `<!doctype html><style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}</style>${drawing}`;

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} refused: ${stderr}`);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "ebook-cover-"));
try {
  const source = path.join(folder, "cover.html");
  const photo = path.join(folder, "cover.png");
  writeFileSync(source, page);
  const shoot = [`--screenshot=${photo}`, `--window-size=${WIDTH},${HEIGHT}`, "--virtual-time-budget=2000", source];
  run(process.argv[2] ?? "chromium", [...FLAGS, ...shoot]);
  const target = path.join(ROOT, "public/ebook-cover.webp");
  run(process.argv[3] ?? "ffmpeg", ["-y", "-loglevel", "error", "-i", photo, "-quality", "82", target]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
