import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const SCRIPT = path.join(import.meta.dirname, "averages.py");
/** Kept between runs: an installation takes longer than everything that is measured. */
const LIBRARY = path.join(os.tmpdir(), "vriddhi-bench-vectorbt");
const INSTALL_LIMIT_MS = 10 * 60_000;

function install(): string | null {
  if (fs.existsSync(path.join(LIBRARY, "vectorbt"))) return null;
  const { status, error } = spawnSync("python3", ["-m", "pip", "install", "--quiet", "--target", LIBRARY, "vectorbt"], {
    stdio: "ignore",
    timeout: INSTALL_LIMIT_MS,
  });
  if (error !== undefined) return "there is no Python 3";
  return status === 0 ? null : "pip could not install vectorbt";
}

/** The same averages on the same bars in vectorbt: bars per CPU second, or why there are none. */
export function measureVectorbt(file: string): number | string {
  const fault = install();
  if (fault !== null) return fault;
  const { stdout, status } = spawnSync("python3", [SCRIPT, file], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: LIBRARY, HOME: os.tmpdir() },
  });
  if (status !== 0) return "vectorbt did not run";
  const { bars, seconds } = JSON.parse(stdout) as { readonly bars: number; readonly seconds: number };
  return bars / seconds;
}
