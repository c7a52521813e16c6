import fs from "node:fs";

const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;
const [PARENT, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED] = [1, 11, 12, 13, 14];

function statOf(pid: number): readonly number[] {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

const sumOf = (fields: readonly number[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (fields[place] ?? 0), 0);

export const parentOf = (pid: number): number => statOf(pid)[PARENT] ?? 0;

/** CPU time of a process and all its children, ended or not. */
export function cpuMsOf(pid: number): number {
  const all = fs
    .readdirSync("/proc")
    .map(Number)
    .filter((each) => Number.isInteger(each));
  const children = all.map(statOf).filter((fields) => fields[PARENT] === pid);
  const own = sumOf(statOf(pid), [USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED]);
  return children.reduce((sum, fields) => sum + sumOf(fields, [USER, SYSTEM]), own) * MS_PER_TICK;
}
