import { join } from "node:path";
import { type Logger as PinoLogger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { toReadableLine } from "./readable-line.ts";

export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error"> & {
  child(fields: Record<string, unknown>): Logger;
};

/** Field names that may carry a secret; their values are never written. */
const SECRET_NAMES = [
  "password",
  "token",
  "code",
  "otp",
  "pin",
  "totp",
  "secret",
  "api_key",
  "api_secret",
  "authorization",
  "cookie",
  "access_token",
  "refresh_token",
];

const redactedPaths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly reason?: unknown;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** Never writes a failed query's parameters or a broken connection's client: both may hold personal data. */
function toLogged(error: unknown): LoggedError | { readonly type: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as Error & { code?: unknown };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: error.message.split("\nparams: ")[0] ?? "",
    ...(code === undefined ? {} : { reason: code }),
    stack: frames.join("\n"),
    ...(cause instanceof Error ? { cause: toLogged(cause) as LoggedError } : {}),
  };
}

const ERROR = 50;
const LOG_FILE = "vriddhi.log";

export const toFileAndTerminal =
  (file: (line: string) => void, terminal: (line: string) => void) =>
  (line: string): void => {
    file(line);
    if ((JSON.parse(line) as { readonly level: number }).level >= ERROR) terminal(toReadableLine(line));
  };

/** The log of a process of the product. A full log on the terminal would bury what the operator must read there. */
export function createProcessLog({ logLevel, dataDir }: Pick<Config, "logLevel" | "dataDir">): Logger {
  if (!process.stderr.isTTY) return createLogger(logLevel);
  const file = pino.destination({ dest: join(dataDir, LOG_FILE), mkdir: true, sync: true, mode: 0o600 });
  return createLogger(
    logLevel,
    toFileAndTerminal(
      (line) => void file.write(line),
      (line) => void process.stderr.write(line),
    ),
  );
}

/** One JSON line per fact. Messages are constant; what varies goes into fields. */
export function createLogger(level: Config["logLevel"], write?: (line: string) => void): Logger {
  const options = {
    level,
    redact: { paths: redactedPaths, censor: "[redacted]" },
    serializers: { err: toLogged },
    base: null,
  };
  if (write) return pino(options, { write });
  // A terminal gets readable lines, everything else JSON.
  if (process.stderr.isTTY) return pino(options, { write: (line) => process.stderr.write(toReadableLine(line)) });
  // Without a reader the line is lost and nothing else.
  return pino(
    options,
    pino.destination({ dest: 2, sync: true }).on("error", () => undefined),
  );
}
