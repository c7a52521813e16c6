import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Run after a change of the mark, to draw public/icons: `node scripts/app-icons.ts [browser]`. */
const OUT = path.resolve(import.meta.dirname, "../public/icons");
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--hide-scrollbars",
  "--force-device-scale-factor=1",
  "--default-background-color=00000000",
];

interface Icon {
  readonly file: string;
  readonly size: number;
  /** How much of the icon the mark takes. Systems cut a maskable one down to its inner 80 %. */
  readonly markShare: number;
  readonly isRounded: boolean;
}

const icons: readonly Icon[] = [
  { file: "icon-192.png", size: 192, markShare: 0.62, isRounded: true },
  { file: "icon-512.png", size: 512, markShare: 0.62, isRounded: true },
  { file: "maskable-512.png", size: 512, markShare: 0.46, isRounded: false },
  { file: "apple-touch-icon.png", size: 180, markShare: 0.58, isRounded: false },
];

function draw({ size, markShare, isRounded }: Icon): string {
  const mark = size * markShare;
  const corner = (size - mark) / 2;
  return `<!doctype html><style>body{margin:0}svg{display:block}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
  <rect width="${size}" height="${size}" rx="${isRounded ? size * 0.22 : 0}" fill="#0e1526"/>
  <g transform="translate(${corner} ${corner}) scale(${mark / 32})">
    <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/>
    <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/>
  </g>
</svg>`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "app-icons-"));
try {
  mkdirSync(OUT, { recursive: true });
  for (const icon of icons) {
    const source = path.join(folder, "icon.html");
    writeFileSync(source, draw(icon));
    const shoot = [`--screenshot=${path.join(OUT, icon.file)}`, `--window-size=${icon.size},${icon.size}`, source];
    const { status, stderr } = spawnSync(process.argv[2] ?? "chromium", [...FLAGS, ...shoot], { encoding: "utf8" });
    if (status !== 0) throw new Error(`Chromium refused: ${stderr}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
