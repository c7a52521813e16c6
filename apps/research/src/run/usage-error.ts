import { BarFileError } from "../bars/bar-file-error.ts";
import { runTexts } from "./run.texts.ts";

export class UsageError extends Error {}

export const asksForHelp = (args: readonly string[]): boolean => args.includes("--help") || args.includes("-h");

const fileFaults: Readonly<Record<string, (file: string) => string>> = {
  EACCES: runTexts.notPermitted,
  EPERM: runTexts.notPermitted,
  EROFS: runTexts.notPermitted,
  EEXIST: runTexts.isFile,
  ENOTDIR: runTexts.isFile,
  EISDIR: runTexts.isFolder,
  ENOENT: runTexts.notMade,
};

const READS: ReadonlySet<string> = new Set(["stat", "scandir"]);

/** A user's mistake as one sentence. Any other error is a bug and rethrown. */
export function usageErrorMessage(error: unknown): string {
  if (error instanceof UsageError || error instanceof BarFileError) return error.message;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // What fails while it is written has lost its name.
  if (code === "ENOSPC") return runTexts.diskFull(path ?? runTexts.theFile);
  if (code === undefined || path === undefined) throw error;
  if (code === "ENOENT" && syscall !== undefined && READS.has(syscall)) return runTexts.notThere(path);
  return fileFaults[code]?.(path) ?? runTexts.cannotBeUsed(path, code);
}
