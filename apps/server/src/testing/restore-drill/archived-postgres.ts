import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { owner } from "../../platform/postgres/place.ts";
import { findPostmaster } from "../../platform/postgres/postmaster.ts";
import { type RunningPostgres, startPostgres } from "../../platform/postgres/start-postgres.ts";
import { runSql } from "../sql.ts";

const STANZA = "vriddhi";
const PATH = "/usr/local/bin:/usr/bin:/bin";
/** Short, so that the drill waits seconds; docs/operations/backup.md says 60. */
const ARCHIVE_TIMEOUT_S = 5;

export interface ArchivedPostgres {
  url(): string;
  start(): Promise<void>;
  /** A full backup into the encrypted repository, checked by pgBackRest itself. */
  backUp(): Promise<void>;
  repositoryBytes(): number;
  /** Kills the postmaster and deletes its files: only repository and settings are left. */
  destroy(): Promise<void>;
  /** Restores the files and replays the archive up to the instant; throws where the archive does not reach it. */
  restore(instant: string): Promise<{ readonly copySeconds: number; readonly replaySeconds: number }>;
  /** Takes one segment of the write-ahead log out of the repository; the returned function puts it back. */
  loseSegment(name: string): () => void;
  stop(): Promise<void>;
}

/** What the drill needs of this machine; a sentence where it is missing and cannot be installed. */
export function ensurePgBackRest(): string | null {
  const isThere = () => spawnSync("pgbackrest", ["version"], { stdio: "ignore" }).status === 0;
  if (isThere()) return null;
  if (process.getuid?.() === 0 && fs.existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["-q", "install", "-y", "--no-install-recommends", "pgbackrest"], { stdio: "inherit" });
  }
  return isThere() ? null : "pgBackRest is not installed: apt-get install pgbackrest";
}

function folderOfOwner(folder: string): string {
  fs.mkdirSync(folder, { mode: 0o750 });
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, ...owner() };
  fs.chownSync(folder, uid, gid);
  return folder;
}

function bytesBelow(folder: string): number {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
}

function createPgBackRest(folder: string) {
  const config = path.join(folder, "pgbackrest.conf");
  const [repo, logs, locks, spool, socket] = ["repository", "logs", "locks", "spool", "socket"].map((name) =>
    folderOfOwner(path.join(folder, name)),
  ) as [string, string, string, string, string];
  const cipher = randomBytes(32).toString("base64");
  const write = (port: number): void => {
    const global = [
      `repo1-path=${repo}`,
      "repo1-cipher-type=aes-256-cbc",
      `repo1-cipher-pass=${cipher}`,
      "repo1-retention-full=2",
      "compress-type=zst",
      "start-fast=y",
      "log-level-console=warn",
      `log-path=${logs}`,
      `lock-path=${locks}`,
      `spool-path=${spool}`,
    ];
    const stanza = [`pg1-path=${path.join(folder, "postgres")}`, `pg1-socket-path=${socket}`, `pg1-port=${port}`];
    const text = ["[global]", ...global, `[${STANZA}]`, ...stanza, "pg1-user=postgres", ""].join("\n");
    fs.writeFileSync(config, text, { mode: 0o644 });
  };
  const run = async (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const words = [`--config=${config}`, `--stanza=${STANZA}`, ...args, command];
    const child = spawn("pgbackrest", words, { ...owner(), cwd: folder, env: { PATH, ...env } });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += String(chunk);
      });
    const status = await new Promise((resolve) => child.once("close", resolve));
    if (status !== 0) throw new Error(`pgbackrest ${command} failed: ${said.trim()}`);
  };
  const archive = `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`;
  return { repo, socket, write, run, archive };
}

/** A throw-away PostgreSQL of the machine's binaries that archives to an encrypted pgBackRest repository beside it. */
export function createArchivedPostgres(folder: string, binaries: string): ArchivedPostgres {
  const data = path.join(folder, "postgres");
  const tool = createPgBackRest(folder);
  let running: RunningPostgres | null = null;

  const settings = [
    "archive_mode=on",
    `archive_command=${tool.archive}`,
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
    `unix_socket_directories=${tool.socket}`,
    "max_connections=200",
    // No connection before the restore has reached its instant.
    "hot_standby=off",
  ];
  const password = () => ({ PGPASSWORD: fs.readFileSync(path.join(folder, "postgres-password"), "utf8") });
  const url = () => {
    if (running === null) throw new Error("no PostgreSQL runs now");
    return running.url;
  };
  const isMade = () => fs.existsSync(path.join(tool.repo, "archive", STANZA, "archive.info"));

  async function start(): Promise<void> {
    running = await startPostgres({ home: folder, binaries, settings, log: () => undefined });
    tool.write(Number(new URL(running.url).port));
    if (!isMade()) await tool.run("stanza-create", [], password());
  }

  return {
    url,
    start,
    backUp: async () => {
      await tool.run("backup", ["--type=full"], password());
      await tool.run("check", [], password());
    },
    repositoryBytes: () => bytesBelow(tool.repo),
    async destroy() {
      const pid = findPostmaster(data)?.pid;
      const stopped = running?.stop(); // nothing starts it again
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await stopped;
      running = null;
      fs.rmSync(data, { recursive: true, force: true, maxRetries: 20 });
    },
    async restore(instant) {
      const copyFrom = performance.now();
      folderOfOwner(data);
      fs.chmodSync(data, 0o700);
      await tool.run("restore", ["--type=time", `--target=${instant}`, "--target-action=promote"]);
      const replayFrom = performance.now();
      await start().catch((cause: unknown) => {
        const log = fs.readFileSync(path.join(folder, "postgres.log"), "utf8");
        const reason = /FATAL: {2}(recovery ended before .+)/.exec(log)?.[1];
        throw reason === undefined ? cause : new Error(reason);
      });
      await runSql(url(), "CHECKPOINT");
      const endedAt = performance.now();
      return { copySeconds: (replayFrom - copyFrom) / 1_000, replaySeconds: (endedAt - replayFrom) / 1_000 };
    },
    loseSegment(name) {
      const files = fs.readdirSync(tool.repo, { recursive: true, encoding: "utf8" });
      const found = files.find((file) => path.basename(file).startsWith(`${name}-`));
      if (found === undefined) throw new Error(`the repository does not hold segment ${name}`);
      const [from, aside] = [path.join(tool.repo, found), path.join(folder, "lost-segment")];
      fs.renameSync(from, aside);
      return () => fs.renameSync(aside, from);
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}
