import fs from "node:fs";
import path from "node:path";
import { readIfThere } from "./checkout.mjs";

/** The server that holds this data folder. @param {string} dataDir @returns {{ pid: number, port: number } | null} */
export function findRunningServer(dataDir) {
  /** @type {{ pid?: unknown, port?: unknown }} */
  let record;
  try {
    record = JSON.parse(readIfThere(path.join(dataDir, "server.json")) || "{}");
  } catch {
    return null; // killed while writing it
  }
  const { pid, port } = record;
  if (typeof pid !== "number" || typeof port !== "number") return null;
  return isAlive(pid) && looksLikeServer(pid) ? { pid, port } : null;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Process ids are reused after a crash or in a new container: the name decides. @param {number} pid */
function looksLikeServer(pid) {
  if (process.platform !== "linux" || !fs.existsSync("/proc")) return true;
  return readIfThere(`/proc/${pid}/cmdline`).replaceAll("\\", "/").includes("apps/server");
}
