import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brand } from "@vriddhi/core/site/brand";

/**
 * Draws public/ebook-cover.webp: an SVG, photographed by Chromium and packed by ffmpeg. Run it after a change:
 * `node scripts/ebook-cover.ts [browser] [ffmpeg]`.
 */
const WIDTH = 640;
const HEIGHT = 896;
const ROOT = path.resolve(import.meta.dirname, "..");
const FONT = "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"];

/** A rule is a stair: level, then up; the price below it wanders. */
const STAIR = "M72 700H176V648H280V586H384V506H488V412H568";
const WANDER =
  "M72 728 92 716 108 734 130 706 152 722 176 690 196 708 216 676 240 694 262 652 284 668 306 626 330 646 352 612 384 590 406 604 428 552 452 566 470 520 490 538 512 470 534 486 568 452";

const font = readFileSync(path.join(ROOT, FONT)).toString("base64");
const lines = Array.from({ length: 9 }, (_, row) => `M72 ${412 + row * 44}H568`).join("");

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <defs>
    <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#16203a"/><stop offset="1" stop-color="#080d18"/></linearGradient>
    <linearGradient id="spine" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".45"/><stop offset=".5" stop-color="#fff" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>
    <linearGradient id="under" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f5b544" stop-opacity=".2"/><stop offset="1" stop-color="#f5b544" stop-opacity="0"/></linearGradient>
  </defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
  <path d="${lines}" stroke="#26324f" stroke-width="1"/>
  <path d="${STAIR}V764H72Z" fill="url(#under)"/>
  <path d="${WANDER}" fill="none" stroke="#8391ad" stroke-width="2" stroke-linejoin="round"/>
  <path d="${STAIR}" fill="none" stroke="#f5b544" stroke-width="5" stroke-linejoin="round"/>
  <circle cx="568" cy="412" r="9" fill="#f5b544"/>
  <g font-family="Inter" fill="#eef2f9">
    <text x="70" y="166" font-size="92" font-weight="680" letter-spacing="-4.4">Trading</text>
    <text x="70" y="258" font-size="92" font-weight="680" letter-spacing="-4.4">by Rule</text>
    <text x="72" y="312" font-size="23" font-weight="450" fill="#aab6cd">Automating intraday equity,</text>
    <text x="72" y="343" font-size="23" font-weight="450" fill="#aab6cd">and knowing when not to</text>
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
