import fs from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { startProductProcess } from "@vriddhi/testing/child-process";
import { type Badge, openBrowser, openWindow, type Scheme, type Shot, signIn, sizes, takeShot } from "./camera.ts";
import { toContactSheet } from "./contact-sheet.ts";
import { photographMails } from "./mails.ts";
import type { Screen, Viewer } from "./screen.ts";
import { screens } from "./screens.ts";
import { reach, type Stage, stages } from "./stages.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../shots");
const viewers: readonly Viewer[] = ["visitor", "subscriber", "newcomer", "operator"];
const schemes: readonly Scheme[] = ["dark", "light"];

/** `npm run shots -- --only dashboard,home` takes only the screens whose name contains one of the words. */
const words = process.argv
  .slice(2)
  .map((argument) => argument.replace(/^--only=/, ""))
  .filter((argument) => !argument.startsWith("--"))
  .flatMap((argument) => argument.split(","))
  .filter((word) => word !== "");
/** Mails are no screens: their list is known when they are rendered. */
const isForMails = words.some((word) => word.startsWith("mail"));
const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

/** Prints each screen while it is taken: all of them take minutes. */
const startedAtMs = performance.now();
let taken = 0;
function printProgress(all: number, file: string): void {
  taken += 1;
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  const line = `${taken} of ${all}, ${seconds} s: ${file}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${taken === all ? "\n" : ""}`);
  else if (taken === all || taken % 25 === 0) process.stdout.write(`${line}\n`);
}

const isSeen = (screen: Screen, viewer: Viewer, scheme: Scheme): boolean =>
  screen.viewer === viewer && (scheme === "dark" || screen.hasLightTheme === true) && isWanted(screen.name);

const isAt = (screen: Screen, stage: Stage): boolean => (screen.stage ?? "morning") === stage;

const countAll = (): number =>
  viewers
    .flatMap((viewer) => schemes.map((scheme) => screens.filter((screen) => isSeen(screen, viewer, scheme)).length))
    .reduce((sum, count) => sum + count * sizes.length, 0);

interface Sitting {
  readonly viewer: Viewer;
  readonly badge: Badge;
  readonly stage: Stage;
}

async function photograph(browser: Browser, url: string, { viewer, badge, stage }: Sitting): Promise<Shot[]> {
  const windows = schemes.flatMap((scheme) => sizes.map((size) => ({ scheme, size })));
  const shots: Shot[] = [];
  for (const { scheme, size } of windows) {
    const seen = screens.filter((screen) => isSeen(screen, viewer, scheme) && isAt(screen, stage));
    if (seen.length === 0) continue;
    const context = await openWindow(browser, { badge, size, scheme });
    for (const screen of seen) {
      const file = `${screen.name}-${size.width}-${scheme}.png`;
      shots.push(await takeShot(context, url, FOLDER, { screen, width: size.width, scheme, file }));
      printProgress(countAll(), file);
    }
    await context.close();
  }
  return shots;
}

async function photographDay(browser: Browser, url: string): Promise<Shot[]> {
  const badges = new Map<Viewer, Badge>();
  const badgeOf = async (viewer: Viewer): Promise<Badge> => {
    const badge = badges.get(viewer) ?? (await signIn(browser, url, viewer));
    badges.set(viewer, badge);
    return badge;
  };
  const last = stages.findLastIndex((stage) => screens.some((screen) => isAt(screen, stage) && isWanted(screen.name)));
  const shots: Shot[] = [];
  for (const stage of stages.slice(0, last + 1)) {
    if (stage !== "morning") await reach(browser, url, await badgeOf("subscriber"), stage);
    for (const viewer of viewers) {
      const isWantedHere = screens.some((each) => isSeen(each, viewer, "dark") && isAt(each, stage));
      if (isWantedHere)
        shots.push(...(await photograph(browser, url, { viewer, badge: await badgeOf(viewer), stage })));
    }
  }
  return shots;
}

async function main(url: string, executablePath: string): Promise<number> {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser(executablePath);
  const [shots, mails]: [Shot[], Shot[]] = [[], []];
  try {
    shots.push(...(await photographDay(browser, url)));
    mails.push(...(await photographMails(browser, FOLDER, isWanted)));
  } finally {
    await browser.close();
  }
  const pages = shots.toSorted((a, b) => screens.indexOf(a.screen) - screens.indexOf(b.screen));
  const inOrder = [...pages, ...mails];
  fs.writeFileSync(path.join(FOLDER, "index.html"), toContactSheet(inOrder));
  const bad = inOrder.filter((shot) => shot.faults.length > 0);
  for (const { file, faults } of bad) process.stderr.write(`${file}: ${faults.join(" | ")}\n`);
  process.stdout.write(`${inOrder.length} screenshots in shots/, ${bad.length} with errors\n`);
  return bad.length > 0 ? 1 : 0;
}

/** From the server at SHOTS_URL, or from one of its own. */
async function photographProduct(): Promise<number> {
  if (countAll() === 0 && !isForMails) {
    process.stderr.write(`no screen has ${words.join(" or ")} in its name; e2e/shots/screens.ts lists them\n`);
    return 1;
  }
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
