import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** A path inside this checkout. @param {string} relative */
export const at = (relative) => path.join(ROOT, relative);

/** The text of a file, or nothing when it cannot be read. @param {string} file */
export function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** @param {readonly (string | Buffer)[]} parts */
export function sha256(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

/** A message for the user, shown without a stack. */
export class Refusal extends Error {}

/** Runs a tool's main function; a refusal becomes one line and exit code 1. @param {() => Promise<number>} main */
export async function runTool(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
