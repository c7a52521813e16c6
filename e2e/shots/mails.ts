import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import type { Scheme, Shot } from "./camera.ts";

/** The smallest phone, a common one, a desktop. */
const widths = [320, 390, 768] as const;
const schemes: readonly Scheme[] = ["light", "dark"];
const HEIGHT = 900;
const WRITER = path.resolve(import.meta.dirname, "../../apps/server/src/testing/write-mail-gallery.ts");

/** Mail programs shrink what is too wide to tiny print. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** One screenshot of every kind of mail, in light and dark; the server renders them, with no product running. */
export async function photographMails(
  browser: Browser,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<Shot[]> {
  const pages = path.join(folder, "mails");
  execFileSync(process.execPath, [WRITER, pages]);
  const names = fs.readdirSync(pages).filter((file) => file.endsWith(".html"));
  const screens = names
    .map((file) => ({ file, name: `mail-${path.basename(file, ".html")}` }))
    .filter(({ name }) => isWanted(name))
    .map(({ file, name }) => ({ file, screen: { name, path: `mails/${file}`, viewer: "visitor" } as const }));
  const shots: Shot[] = [];
  for (const scheme of schemes)
    for (const width of widths) {
      const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme: scheme });
      const page = await context.newPage();
      for (const { file, screen } of screens) {
        await page.goto(pathToFileURL(path.join(pages, file)).href);
        const picture = `${screen.name}-${width}-${scheme}.png`;
        await page.screenshot({ path: path.join(folder, picture), fullPage: true });
        const faults = (await isTooWide(page)) ? [`wider than ${width} px`] : [];
        shots.push({ screen, width, scheme, file: picture, faults });
      }
      await context.close();
    }
  return shots;
}
