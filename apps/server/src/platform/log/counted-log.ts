import type { Logger } from "./logger.ts";

type CountedLevel = "info" | "warn" | "error";
export type CountLine = (level: CountedLevel, message: string) => void;

/** Messages are constant, so there are few; the varying ones of a library share one name. */
const MESSAGES_MAX = 500;
const OTHER = "other";

const messageOf = (args: readonly unknown[]): string => {
  const message = args.find((arg) => typeof arg === "string");
  return typeof message === "string" ? message : OTHER;
};

export function countLines(log: Logger, count: CountLine, known: Set<string> = new Set()): Logger {
  const nameOf = (message: string): string => {
    if (known.size < MESSAGES_MAX) known.add(message);
    return known.has(message) ? message : OTHER;
  };
  const counted = (level: CountedLevel): Logger[CountedLevel] =>
    ((...args: Parameters<Logger[CountedLevel]>) => {
      count(level, nameOf(messageOf(args)));
      log[level](...args);
    }) as Logger[CountedLevel];
  return {
    debug: log.debug.bind(log),
    info: counted("info"),
    warn: counted("warn"),
    error: counted("error"),
    child: (fields) => countLines(log.child(fields), count, known),
  };
}
