import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { executable, readMajorVersion } from "./binaries.ts";
import { giveToOwner, owner, type Place } from "./place.ts";

export interface Cluster {
  readonly data: string;
  readonly password: string;
}

export function openCluster(home: string, place: Place, log: (message: string) => void): Cluster {
  const data = path.join(place.base, "postgres");
  const password = keepPassword(path.join(home, "postgres-password"));
  if (!fs.existsSync(data)) {
    log("creating the database");
    createCluster(data, password, place);
  }
  refuseOtherVersion(data, place.bin);
  return { data, password };
}

/** Created whole under another name, so that neither a crash nor a second process leaves half a database. */
function createCluster(data: string, password: string, place: Place): void {
  const unfinished = `${data}.${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToOwner(unfinished);
  giveToOwner(passwordFile);
  const identity = ["-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  const made = spawnSync(
    executable(place.bin, "initdb"),
    ["-D", unfinished, ...identity, "-E", "UTF8", "--no-locale"],
    { ...owner(), cwd: place.base, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] },
  );
  fs.rmSync(passwordFile);
  try {
    if (made.status !== 0) throw new Error(`the database could not be created: ${made.error ?? made.stderr}`);
    fs.renameSync(unfinished, data);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(data)) throw error; // otherwise another process was faster
  }
}

/** The first writer decides; a second process reads the same one. */
function keepPassword(file: string): string {
  try {
    fs.writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return fs.readFileSync(file, "utf8");
}

function refuseOtherVersion(data: string, bin: string): void {
  const found = fs.readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  const needed = readMajorVersion(bin);
  if (found !== needed) {
    throw new Error(`the data folder holds a PostgreSQL ${found} database, but this is PostgreSQL ${needed}`);
  }
}
