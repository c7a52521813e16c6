// Runs a file that opens pages by itself: photographs (npm run shots [word]) or a trace (npm run trace).
import { spawnSync } from "node:child_process";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { printedUsage } from "./lib/usage.mjs";

await runTool(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (printedUsage(file ?? "", rest)) return 0;
  if (file === undefined) throw new Refusal("Usage: node tools/with-browser.mjs FILE [argument …]");
  ensureInstalled({ forTests: true });
  const env = readEnvironment();
  const runtime = chooseRuntime();
  const chromium = ensureChromium({ runtime, env });
  if (chromium === null) throw new Refusal("There is no Chromium: name one with CHROMIUM.");
  const { status } = spawnSync(runtime, [at(file), ...rest], {
    cwd: ROOT,
    env: { ...env, CHROMIUM: chromium },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status ?? 1;
});
