import fs from "node:fs";

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10;
const [PARENT, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED] = [1, 11, 12, 13, 14] as const;

/** A process that has ended meanwhile has no line. */
function statOf(pid: number): readonly number[] | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return null;
  }
}

function treeOf(root: number): ReadonlyMap<number, readonly number[]> {
  const running = new Map<number, readonly number[]>();
  for (const pid of fs.readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const stat = statOf(pid);
    if (stat !== null) running.set(pid, stat);
  }
  const tree = new Map<number, readonly number[]>();
  const add = (pid: number): void => {
    const stat = running.get(pid);
    if (stat === undefined) return;
    tree.set(pid, stat);
    for (const [child, { [PARENT]: parent }] of running) if (parent === pid) add(child);
  };
  add(root);
  return tree;
}

/** CPU of a process and of everything it started, ended or not. */
export function cpuMsOf(root: number): number {
  const fields = [USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED];
  const ticks = [...treeOf(root).values()].flatMap((stat) => fields.map((field) => stat[field] ?? 0));
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
}

/** To the nanosecond, but only of what runs now: for processes that hardly do anything. */
export function fineCpuMsOf(root: number): number {
  let nanoseconds = 0;
  for (const pid of treeOf(root).keys())
    for (const task of fs.readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
  return nanoseconds / 1e6;
}
