// npm run shots [word]: photographs of every screen into shots/, from the server at SHOTS_URL or from one of its own.
import { spawnSync } from "node:child_process";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";

await runTool(async () => {
  ensureInstalled();
  const env = readEnvironment();
  const runtime = chooseRuntime();
  const chromium = ensureChromium({ runtime, env });
  if (chromium === null) throw new Refusal("There is no Chromium: name one with CHROMIUM.");
  const { status } = spawnSync(runtime, [at("e2e/shots/main.ts"), ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...env, CHROMIUM: chromium },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status ?? 1;
});
