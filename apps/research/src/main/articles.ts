import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { contentFolder, measuredFile } from "../articles/places.ts";

/** Writes the research articles: `--measure FOLDER` measures bars of one minute first, `--chromium FILE` draws the cards. */
function readCommandArguments() {
  try {
    return parseArgs({ options: { measure: { type: "string" }, chromium: { type: "string" } } }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const values = readCommandArguments();

if (values.measure !== undefined) {
  const { measureBars, renderMeasured } = await import("../articles/measure/measure-bars.ts");
  fs.writeFileSync(measuredFile, renderMeasured(await measureBars(values.measure)));
}

// What was measured is read when the articles are loaded.
const { ARTICLES } = await import("../articles/articles.ts");
const { publish, renderShareOf } = await import("../articles/publish.ts");
const { SHARE } = await import("../articles/figures/kit.ts");

function drawCards(browser: string): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cards-"));
  const drawn: Record<string, string> = {};
  for (const article of ARTICLES) {
    const svg = renderShareOf(article);
    const page = path.join(folder, `${article.slug}.html`);
    fs.writeFileSync(page, `<!doctype html><style>*{margin:0}html{background:#0E1526}svg{display:block}</style>${svg}`);
    const out = path.join(contentFolder, "share", `${article.slug}.png`);
    const size = `--window-size=${SHARE.width},${SHARE.height}`;
    execFileSync(browser, ["--headless", "--no-sandbox", "--hide-scrollbars", size, `--screenshot=${out}`, page], {
      stdio: "ignore",
    });
    drawn[article.slug] = createHash("sha256").update(svg).digest("hex");
  }
  fs.writeFileSync(path.join(contentFolder, "share/drawn-from.json"), `${JSON.stringify(drawn, null, 2)}\n`);
  fs.rmSync(folder, { recursive: true });
}

publish(ARTICLES);
if (values.chromium !== undefined) drawCards(values.chromium);
