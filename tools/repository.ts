import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { SourceFile } from "./bans.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const BINARY = /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|pdf|gz|zip|mp4)$/;

interface Repository {
  /** A binary file has an empty text. */
  readonly files: readonly SourceFile[];
  readonly names: ReadonlySet<string>;
}

let repository: Repository | undefined;

export function readRepository(): Repository {
  repository ??= (() => {
    const present = listRepository().filter((name) => isFile(path.join(ROOT, name)));
    const files = present.map((name) => ({
      name,
      text: BINARY.test(name) ? "" : fs.readFileSync(path.join(ROOT, name), "utf8"),
    }));
    return { files, names: new Set(present.flatMap(withFolders)) };
  })();
  return repository;
}

/** Tracked and untracked files without ignored ones; in a copy without git, everything but what .gitignore names. */
function listRepository(): string[] {
  try {
    const git = ["-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "-z"];
    const listed = execFileSync("git", git, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return [...new Set(listed.split("\0"))].filter(Boolean);
  } catch {
    const ignored = fs.readFileSync(path.join(ROOT, ".gitignore"), "utf8").split("\n");
    return listFolder(".", new Set([".git", ...ignored.map((line) => line.replace(/^\//, ""))]));
  }
}

function listFolder(folder: string, ignored: ReadonlySet<string>): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !(ignored.has(entry.name) || entry.name.endsWith(".tsbuildinfo")))
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? listFolder(name, ignored) : [name];
    });
}

function isFile(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isFile() === true;
}

function withFolders(name: string): string[] {
  const parts = name.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
