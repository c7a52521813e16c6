import { type ParseArgsConfig, parseArgs } from "node:util";

/** Invalid arguments end the process with one line. */
export function readCommandArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
