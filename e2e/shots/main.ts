import fs from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { startProductProcess } from "@vriddhi/testing/child-process";
import { openBrowser, openWindow, type Scheme, type Shot, signIn, sizes, takeShot } from "./camera.ts";
import { toContactSheet } from "./contact-sheet.ts";
import { type Screen, screens, type Viewer } from "./screens.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../shots");
const viewers: readonly Viewer[] = ["visitor", "subscriber", "newcomer", "operator"];
const schemes: readonly Scheme[] = ["dark", "light"];

/** `npm run shots -- dashboard` takes only the screens whose name contains the word. */
const wanted = process.argv[2] ?? "";

const isSeen = (screen: Screen, viewer: Viewer, scheme: Scheme): boolean =>
  screen.viewer === viewer && (scheme === "dark" || screen.hasLightTheme === true) && screen.name.includes(wanted);

async function photograph(browser: Browser, url: string, viewer: Viewer): Promise<Shot[]> {
  const badge = await signIn(browser, url, viewer);
  const windows = schemes.flatMap((scheme) => sizes.map((size) => ({ scheme, size })));
  const shots: Shot[] = [];
  for (const { scheme, size } of windows) {
    const seen = screens.filter((screen) => isSeen(screen, viewer, scheme));
    if (seen.length === 0) continue;
    const context = await openWindow(browser, { badge, size, scheme });
    for (const screen of seen) {
      const file = `${screen.name}-${size.width}-${scheme}.png`;
      shots.push(await takeShot(context, url, FOLDER, { screen, width: size.width, scheme, file }));
    }
    await context.close();
  }
  return shots;
}

async function main(url: string, executablePath: string): Promise<number> {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser(executablePath);
  const shots: Shot[] = [];
  try {
    for (const viewer of viewers) shots.push(...(await photograph(browser, url, viewer)));
  } finally {
    await browser.close();
  }
  const inOrder = shots.toSorted((a, b) => screens.indexOf(a.screen) - screens.indexOf(b.screen));
  fs.writeFileSync(path.join(FOLDER, "index.html"), toContactSheet(inOrder));
  const bad = inOrder.filter((shot) => shot.faults.length > 0);
  for (const { file, faults } of bad) process.stderr.write(`${file}: ${faults.join(" | ")}\n`);
  process.stdout.write(`${shots.length} screenshots in shots/, ${bad.length} with errors\n`);
  return bad.length > 0 ? 1 : 0;
}

/** From the server at SHOTS_URL, or from one of its own. */
async function photographProduct(): Promise<number> {
  const { SHOTS_URL: given, CHROMIUM: chromium = "chromium" } = process.env;
  if (given !== undefined) return main(given, chromium);
  const product = await startProductProcess();
  try {
    return await main(product.url, chromium);
  } finally {
    await product.stop();
  }
}

process.exitCode = await photographProduct();
