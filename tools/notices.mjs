// Runs on any Node: plain JavaScript without dependencies.
import fs from "node:fs";
import { at, runTool } from "./lib/checkout.mjs";
import { noticesText } from "./lib/notices.mjs";
import { printedUsage } from "./lib/usage.mjs";

await runTool(async () => {
  if (printedUsage("notices.mjs", process.argv.slice(2))) return 0;
  const { packages } = JSON.parse(fs.readFileSync(at("package-lock.json"), "utf8"));
  fs.writeFileSync(at("THIRD_PARTY.md"), noticesText(packages));
  return 0;
});
