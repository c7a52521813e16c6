import fs from "node:fs";

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10;

function childrenOf(pid: number): readonly number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function ownMsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** What a process and those that it started have used of a core so far. */
export const cpuMsOf = (pid: number): number => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ownMsOf(each), 0);
