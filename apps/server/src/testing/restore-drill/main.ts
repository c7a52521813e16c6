// npm run restore-drill [-- --control]: backs a running product up, destroys its database and pictures, restores them to an
// instant and compares. --control: the same with a lost segment of the archive and with a wrong master key.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { readCommandArguments } from "@vriddhi/testing/command-arguments";
import { makeDataFolder } from "../server-process.ts";
import { ensurePgBackRest } from "./archived-postgres.ts";
import { runDrill } from "./restore-drill.ts";

const { values } = readCommandArguments({ options: { control: { type: "boolean", default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const versionOf = (initdb: string): number => Number(initdb.split("/").at(-3));
const servers = fs.globSync("/usr/lib/postgresql/*/bin/initdb").sort((a, b) => versionOf(b) - versionOf(a));
const binaries = servers[0] === undefined ? null : path.dirname(servers[0]);
const missing =
  binaries === null ? "this machine has no PostgreSQL of its own: apt-get install postgresql" : ensurePgBackRest();

if (binaries === null || missing !== null) say(`skipped: ${missing}`);
else {
  const folder = makeDataFolder();
  const closers: (() => Promise<void>)[] = [];
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  const masterKey = randomBytes(32).toString("hex");
  const drill = runDrill({ folder, binaries, masterKey, isControl: values.control, closers, say });
  try {
    process.exitCode = (await Promise.race([drill, interrupted])) ? 0 : 1;
  } catch (cause) {
    process.stderr.write(`${inspect(cause)}\n`);
    process.exitCode = 1;
  } finally {
    for (const close of closers.reverse()) await close();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
  process.exit();
}
