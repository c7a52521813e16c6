import fs from "node:fs";
import path from "node:path";
import { Refusal } from "./checkout.mjs";

/** Level by level: Node's recursive mkdir spins forever below /proc. @param {string} folder */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // otherwise another process was faster
  }
}

/** @type {Readonly<Record<string, string>>} */
const reasons = {
  ENOTDIR: "it is no folder",
  EEXIST: "it is a link that leads nowhere",
  ELOOP: "it is a link that leads to itself",
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "it can only be read",
  ENOENT: "it is not there and cannot be made",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
};

/** @param {string} folder @param {string} reason */
const refusalOf = (folder, reason) =>
  new Refusal(
    `Vriddhi could not start: cannot write to the data folder ${folder} (${reason}); set DATA_DIR to another.`,
  );

/** Refuses before anything slow happens when nothing can be kept there. @param {string} folder */
export function refuseUnusableFolder(folder) {
  // PostgreSQL's tools refuse such a name with lines of their own.
  if (/[\r\n]/.test(folder)) throw refusalOf(folder.split(/\s/).join(" "), "its name has a line break");
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw refusalOf(folder, reasons[code ?? ""] ?? code ?? String(error));
  }
}
