import fs from "node:fs";
import path from "node:path";
import { Refusal } from "./checkout.mjs";

/**
 * One level after the other: Node's own way of doing it spins for ever where a level can never be made, as below /proc.
 * @param {string} folder
 */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // otherwise another process was faster
  }
}

/**
 * Refuses before anything slow happens when nothing can be kept there.
 * @param {string} folder
 */
export function refuseUnusableFolder(folder) {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = code === "ENOTDIR" ? "it is no folder" : code;
    throw new Refusal(
      `Vriddhi could not start: cannot write to the data folder ${folder} (${reason}); set DATA_DIR to another.`,
    );
  }
}
