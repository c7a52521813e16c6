import fs from "node:fs";
import path from "node:path";

const isFolder = (name: string): boolean => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Level by level: Node's recursive mkdir spins forever where a level cannot be created, as below /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error; // otherwise another process was faster
  }
}
