import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, truncateSync, writeSync } from "node:fs";
import path from "node:path";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { PartLog } from "./part-log.ts";

/**
 * Event log (write-ahead log) as JSON lines, one file a day. Without fsync, acknowledged events survive only a process
 * crash.
 */
export interface EventLog {
  memory<Entry>(part: string): PartLog<Entry>;
  drop(): void;
  close(): void;
}

const SUFFIX = ".jsonl";
const NEW_LINE = 10;
const PRIVATE = 0o600;
const MIDNIGHT = istMinute(0, 0);

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => path.join(folder, name));

/** A crash during a write leaves a partial last line. It was never acknowledged, so it is discarded. */
function cutTornLine(file: string): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(NEW_LINE) + 1;
  if (end < bytes.length) truncateSync(file, end);
}

function readFile(file: string, keep: (part: string, entry: unknown) => void): void {
  const lines = readFileSync(file, "utf8").split("\n");
  lines.pop();
  lines.forEach((line, index) => {
    try {
      const [part, entry] = JSON.parse(line) as [string, unknown];
      keep(part, entry);
    } catch (cause) {
      throw new Error(
        `the sandbox's event log ${file} cannot be read at line ${index + 1}; delete its folder to start over`,
        { cause },
      );
    }
  });
}

export function openEventLog(folder: string, clock: HumanClock): EventLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const past = new Map<string, unknown[]>();
  const files = filesIn(folder);
  const newest = files.at(-1);
  if (newest !== undefined) cutTornLine(newest);
  for (const file of files) {
    readFile(file, (part, entry) => {
      const entries = past.get(part);
      if (entries === undefined) past.set(part, [entry]);
      else entries.push(entry);
    });
  }
  let open: { readonly fd: number; readonly until: EpochMs } | null = null;

  function close(): void {
    if (open !== null) closeSync(open.fd);
    open = null;
  }

  function today(now: EpochMs): number {
    if (open !== null && now < open.until) return open.fd;
    close();
    const date = istDateOf(now);
    const fd = openSync(path.join(folder, `${date}${SUFFIX}`), "a", PRIVATE);
    open = { fd, until: istInstant(addDays(date, 1), MIDNIGHT) };
    return fd;
  }

  return {
    memory: <Entry>(part: string): PartLog<Entry> => ({
      past: (past.get(part) ?? []) as readonly Entry[],
      note: (entry) => void writeSync(today(clock.now()), `["${part}",${JSON.stringify(entry)}]\n`),
    }),
    drop() {
      close();
      for (const file of filesIn(folder)) rmSync(file);
    },
    close,
  };
}
