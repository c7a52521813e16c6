import fs from "node:fs";
import path from "node:path";

const isFolder = (name: string): boolean => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** One level after the other: Node's own way of doing it spins for ever where a level can never be made, as below /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error; // otherwise another process was faster
  }
}
