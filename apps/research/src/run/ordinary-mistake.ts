import { BarFileError } from "../bars/bar-file-error.ts";
import { runTexts } from "./run.texts.ts";

/** What was typed cannot be done; the message says why. */
export class UsageError extends Error {}

export const asksForHelp = (args: readonly string[]): boolean => args.includes("--help") || args.includes("-h");

const fileFaults: Readonly<Record<string, (file: string) => string>> = {
  EACCES: runTexts.notPermitted,
  EPERM: runTexts.notPermitted,
  EROFS: runTexts.notPermitted,
  EEXIST: runTexts.isFile,
  ENOTDIR: runTexts.isFile,
  EISDIR: runTexts.isFolder,
  ENOENT: runTexts.notThere,
  ENOSPC: runTexts.diskFull,
};

/** A mistake of the person who typed, as one sentence. What else goes wrong is a bug and is thrown again. */
export function ordinaryMistake(error: unknown): string {
  if (error instanceof UsageError || error instanceof BarFileError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const fault = fileFaults[code ?? ""];
  if (fault === undefined || path === undefined) throw error;
  return fault(path);
}
