import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Row } from "../report.ts";

const SCRIPT = path.join(import.meta.dirname, "peers.py");
const PACKAGES = ["vectorbt", "backtesting"];
/** Kept between runs: an installation takes longer than everything that is measured. */
const LIBRARY = path.join(os.tmpdir(), "vriddhi-bench-peers");
const INSTALL_LIMIT_MS = 10 * 60_000;

const skipped = (why: string): readonly Row[] => [
  { benchmark: "backtest: peers in Python", measured: `skipped: ${why}`, target: "–", verdict: "–" },
];

function install(): string | null {
  if (PACKAGES.every((name) => fs.existsSync(path.join(LIBRARY, name)))) return null;
  const { status, error } = spawnSync(
    "python3",
    ["-m", "pip", "install", "--quiet", "--target", LIBRARY, ...PACKAGES],
    {
      stdio: "ignore",
      timeout: INSTALL_LIMIT_MS,
    },
  );
  if (error !== undefined) return "there is no Python 3";
  return status === 0 ? null : "pip could not install vectorbt and backtesting.py";
}

/** The same averages on the same bars in other engines, where Python can be had: beside ours in the same run. */
export function peerRows(file: string): readonly Row[] {
  const fault = install();
  if (fault !== null) return skipped(fault);
  const { stdout, status } = spawnSync("python3", [SCRIPT, file], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: LIBRARY, HOME: os.tmpdir() },
  });
  if (status !== 0) return skipped("the peers did not run");
  const { bars, ...seconds } = JSON.parse(stdout) as { bars: number } & Record<string, number | string>;
  return Object.entries(seconds).map(([name, measured]) => ({
    benchmark: `backtest: ${name}, averages`,
    measured: typeof measured === "number" ? `${(bars / measured / 1e6).toFixed(2)} M bars/s` : measured,
    target: "–",
    verdict: "–",
  }));
}
