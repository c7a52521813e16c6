import { spawnSync } from "node:child_process";

const ROUNDS = 5;

/** CPU seconds of one run of `work`: the best of five, each as many runs as fill a twentieth of a second. */
export function bestCpuSeconds(work: () => void): number {
  work();
  let runs = 1;
  while (cpuSecondsOf(work, runs) < 0.05) runs *= 2;
  const measured = Array.from({ length: ROUNDS }, () => cpuSecondsOf(work, runs) / runs);
  return Math.min(...measured);
}

function cpuSecondsOf(work: () => void, runs: number): number {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  return secondsSince(before);
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export async function bestCpuSecondsAsync(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    best = Math.min(best, secondsSince(before));
  }
  return best;
}

/** Makes a process print its own CPU time at exit. */
const TELL = `process.on("exit",()=>{const u=process.cpuUsage();process.stderr.write("\\ncpu "+(u.user+u.system)/1e6)})`;

/** CPU seconds of a whole process, from nothing to its end: the best of five. */
export function bestProcessSeconds(args: readonly string[]): number {
  const measured = Array.from({ length: ROUNDS }, () => {
    const { stderr } = spawnSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(TELL)}`, ...args],
      {
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    return Number(/cpu ([\d.]+)$/.exec(stderr.trim())?.[1] ?? Number.NaN);
  });
  return Math.min(...measured);
}
