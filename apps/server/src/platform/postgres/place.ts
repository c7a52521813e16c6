import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Binaries, executable, findEmbedded } from "./binaries.ts";

/** PostgreSQL refuses to run as root, so root runs it as this system user. */
const NOBODY_UID = 65534;
const isRoot = (): boolean => process.getuid?.() === 0;

/** Owner of the database's process and files; empty without root, where there is no choice. */
export const owner = (): { uid: number; gid: number } | Record<string, never> =>
  isRoot() ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

export function giveToOwner(file: string): void {
  if (isRoot()) fs.chownSync(file, NOBODY_UID, NOBODY_UID);
}

export interface Place {
  readonly bin: string;
  /** Parent of the database's files, reachable for its owner. */
  readonly base: string;
}

/** In the data folder and checkout; in /var/tmp where root's private folders hide them from the database's user. */
export function choosePlace(home: string, otherBinaries: string | undefined): Place {
  ensureWritable(home);
  const base = isRoot() && !othersCanEnter(home) ? publicTwinOf(home) : home;
  if (otherBinaries !== undefined) return { bin: otherBinaries, base };
  const embedded = findEmbedded();
  const bin = path.join(embedded.native, "bin");
  if (!isRoot() || othersCanEnter(executable(bin, "postgres"))) return { bin, base };
  return { bin: path.join(copyBinaries(embedded, base), "bin"), base };
}

/** Level by level: Node's recursive mkdir spins forever where a level cannot be created, as below /proc. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // otherwise another process was faster
  }
}

function ensureWritable(home: string): void {
  const probe = path.join(home, `.probe-${process.pid}`);
  try {
    makeFolder(home);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot write to the data folder ${home} (${code})`, { cause: error });
  }
}

function othersCanEnter(entry: string): boolean {
  if ((fs.statSync(entry).mode & 0o001) === 0) return false;
  const parent = path.dirname(entry);
  return parent === entry || othersCanEnter(parent);
}

function publicTwinOf(home: string): string {
  const idFile = path.join(home, "instance");
  if (!fs.existsSync(idFile)) fs.writeFileSync(idFile, randomBytes(8).toString("hex"));
  const twin = `/var/tmp/vriddhi-${fs.readFileSync(idFile, "utf8")}`;
  fs.mkdirSync(twin, { recursive: true });
  fs.chmodSync(twin, 0o755);
  return twin;
}

function copyBinaries({ native, version }: Binaries, base: string): string {
  const copy = path.join(base, `postgres-${version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToEveryone(unfinished);
  fs.renameSync(unfinished, copy);
  return copy;
}

/** The copy would inherit a narrow umask of the install. */
function openToEveryone(entry: string): void {
  const stat = fs.lstatSync(entry);
  if (stat.isSymbolicLink()) return;
  const isExecutable = (stat.mode & 0o100) !== 0;
  fs.chmodSync(entry, isExecutable ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of fs.readdirSync(entry)) openToEveryone(path.join(entry, name));
}
