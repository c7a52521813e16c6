import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Editors write a file in several steps, and one save may write several files. */
const QUIET_MS = 50;
/** A server that has just become ready prepares its pages first. */
const PREPARE_AFTER_MS = 1_500;

/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * @typedef {object} Development
 * @property {string} name
 * @property {() => Child} start A process that waits for its start message (stand-by.mjs).
 * @property {readonly string[]} folders Folders of the server.
 * @property {(line: string) => void} say
 * @property {(message: { address?: string }) => void} [onReady]
 */

/** @param {string} file */
const isSource = (file) => /\.(?:ts|json|sql)$/.test(file) && !file.endsWith(".test.ts");

/**
 * Calls back once for each burst of changes below the folders. Watches each directory, because a watched file
 * is lost when an editor replaces it.
 * @param {readonly string[]} folders
 * @param {(file: string) => void} onChange
 */
function watchFolders(folders, onChange) {
  /** @type {Map<string, import("node:fs").FSWatcher>} */
  const watched = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @param {string} file */
  const change = (file) => {
    if (!isSource(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => onChange(file), QUIET_MS);
  };
  /** @param {string} folder */
  const watch = (folder) => {
    if (watched.has(folder)) return;
    const watcher = fs.watch(folder, (_, name) => {
      const file = path.join(folder, name ?? "");
      if (!isFolder(file)) {
        forget(file);
        change(file);
      } else if (!watched.has(file)) {
        // Reports files that were written into a new folder before it was watched.
        for (const inside of watchAll(file)) change(inside);
      }
    });
    watcher.on("error", () => forget(folder));
    watched.set(folder, watcher);
  };
  /** Answers with what is in it already. @param {string} folder */
  const watchAll = (folder) => {
    watch(folder);
    const inside = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)));
    inside.filter(isFolder).forEach(watch);
    return inside;
  };
  /** @param {string} folder */
  const forget = (folder) => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };
  folders.forEach(watchAll);
  return () => {
    clearTimeout(timer);
    for (const folder of [...watched.keys()]) forget(folder);
  };
}

/** @param {string} file */
const isFolder = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** @param {Child} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Runs the server during development. A change kills it like a crash, which is fast and loses nothing: the next process
 * recovers, and PostgreSQL keeps running. A stand-by process has the packages loaded, so a change loads only our own
 * files. A failed start waits for the next change.
 * @param {Development} development
 * @returns {{ ended: Promise<number>, stop: (signal: NodeJS.Signals) => void }}
 */
export function develop({ name, start, folders, say, onReady }) {
  /** @type {Child | null} */
  let serving = null;
  /** @type {Child | null} */
  let standingBy = null;
  /** @type {string[]} */
  let packages = [];
  let isStopping = false;
  /** @type {(code: number) => void} */
  let end = () => undefined;
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    end = resolve;
  });

  const prepare = () => {
    const child = start();
    child.on("error", () => undefined);
    child.send({ kind: "prepare", packages });
    return child;
  };
  const prepareNext = () => {
    if (isStopping || (standingBy !== null && !hasEnded(standingBy))) return;
    standingBy = prepare();
  };

  function begin() {
    const child = standingBy !== null && !hasEnded(standingBy) ? standingBy : prepare();
    standingBy = null;
    serving = child;
    child.on("message", (said) => hear(child, /** @type {Said} */ (said)));
    child.once("exit", (code, signal) => finish(child, code ?? 128 + (signal ? os.constants.signals[signal] : 0)));
    child.send({ kind: "begin" });
  }

  /** @typedef {{ kind?: string, address?: string, packages?: string[] }} Said */
  /** @param {Child} child @param {Said} said */
  function hear(child, said) {
    if (child !== serving) return;
    if (said.kind === "packages") {
      packages = said.packages ?? [];
      prepareNext();
    }
    if (said.kind !== "ready") return;
    onReady?.(said);
    setTimeout(
      () => child === serving && child.connected && child.send({ kind: "tell-packages" }),
      PREPARE_AFTER_MS,
    ).unref();
  }

  /** @param {Child} child @param {number} code */
  function finish(child, code) {
    if (child !== serving) return;
    serving = null;
    if (isStopping) return end(code);
    say(`${name} ended with ${code}: it starts again when a file is changed`);
    prepareNext();
  }

  /** @param {string} file */
  async function reload(file) {
    say(`${path.basename(file)} has changed: ${name} starts again`);
    const old = serving;
    serving = null;
    if (old !== null && !hasEnded(old)) {
      old.kill("SIGKILL");
      await once(old, "exit");
    }
    if (serving === null && !isStopping) begin();
  }

  const stopWatching = watchFolders(folders, (file) => void reload(file));
  begin();
  return {
    ended,
    stop(signal) {
      isStopping = true;
      stopWatching();
      standingBy?.kill("SIGKILL");
      if (serving === null) end(0);
      else serving.kill(signal);
    },
  };
}
