import fs from "node:fs";
import { at, Refusal } from "./checkout.mjs";
import { nodeMajor } from "./install.mjs";

/** The first Node that runs .ts files natively. */
const OLDEST_RUNTIME = 22;

/** The lock file's Node if it exists for this machine, otherwise the machine's own. */
export function chooseRuntime() {
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const pinned = at(`node_modules/${name}/bin/${isWindows ? "node.exe" : "node"}`);
  if (fs.existsSync(pinned)) return pinned;
  if (nodeMajor() >= OLDEST_RUNTIME) return process.execPath;
  throw new Refusal(
    `No Node comes with Vriddhi for ${process.platform} on ${process.arch}: install Node 24, this is ${process.version}.`,
  );
}
