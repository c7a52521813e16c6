import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** The brokers' Python clients, installed once per machine, each in its own process. */

const run = promisify(execFile);

const REQUIREMENTS = [
  "kiteconnect==5.2.2",
  "smartapi-python==1.5.5",
  "fyers-apiv3==3.2.0",
  "logzero==1.7.0",
  "websocket-client==1.6.1",
] as const;
const INSTALL_MAX_MS = 600_000;

/** Blocks all addresses outside this machine. */
const LONELY = { HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1,localhost" };

async function install(home: string): Promise<void> {
  const options = { timeout: INSTALL_MAX_MS };
  const building = mkdtempSync(`${home}-`);
  try {
    await run("python3", ["-m", "venv", building], options);
    const pip = [path.join(building, "bin/python"), "-m", "pip", "install", "--quiet", "--retries", "1"] as const;
    await run(pip[0], [...pip.slice(1), ...REQUIREMENTS], options);
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, "where"), building);
  } catch (cause) {
    rmSync(building, { recursive: true, force: true });
    throw cause;
  }
}

/** The interpreter with the clients; `null` where Python 3, pip or the packages are unavailable. */
export async function findPython(): Promise<string | null> {
  try {
    const { stdout } = await run("python3", ["--version"]);
    const name = createHash("sha256")
      .update([stdout, ...REQUIREMENTS].join())
      .digest("hex")
      .slice(0, 12);
    const home = path.join(os.tmpdir(), `vriddhi-python-${name}`);
    if (!existsSync(path.join(home, "where"))) await install(home);
    return path.join(readFileSync(path.join(home, "where"), "utf8"), "bin/python");
  } catch {
    return null;
  }
}

export interface PythonClient {
  received(event: string): readonly unknown[];
  /** Resolves with the first event of that kind; rejects when the client ends without it. */
  receive(event: string): Promise<unknown>;
  send(given: unknown): void;
  stop(): void;
}

interface Word {
  readonly event: string;
  readonly value: unknown;
}

const readWord = (line: string): Word | null => {
  try {
    return JSON.parse(line) as Word;
  } catch {
    // Clients print other text now and then.
    return null;
  }
};

export function startPython(python: string, script: string): PythonClient {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vriddhi-client-"));
  const child = spawn(python, [script], {
    cwd: folder,
    env: { TZ: "Asia/Kolkata", ...LONELY },
  });
  const words: Word[] = [];
  const waiting = new Set<() => void>();
  let complaint = "";
  let hasEnded = false;
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const word = readWord(line);
    if (word !== null) words.push(word);
    wake();
  });
  child.on("close", () => {
    hasEnded = true;
    wake();
  });
  const received = (event: string) => words.filter((word) => word.event === event).map(({ value }) => value);
  return {
    received,
    receive: (event) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const [first] = received(event);
          if (first === undefined && !hasEnded) return;
          waiting.delete(look);
          if (first === undefined) reject(new Error(`the client ended without ${event}: ${complaint}`));
          else resolve(first);
        };
        waiting.add(look);
        look();
      }),
    send: (given) => void child.stdin.write(`${JSON.stringify(given)}\n`),
    stop() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
