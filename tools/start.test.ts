import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** A miniature checkout: the real tools, with fakes for the processes they start. */
let checkout: string;
/** Only a hanging test reaches this limit. */
const PATIENCE_MS = 120_000;
type Start = ChildProcessByStdio<null, Readable, Readable>;
const children: Start[] = [];

const BUNDLER = "node_modules/@react-router/dev/bin.cjs";
const SERVER = "apps/server/src/main/server.ts";
const SETTINGS_CHECK = "apps/server/src/main/check-settings.ts";
const SERVER_PRINTS_ENV = `const { WEB_BUILD_DIR, NODE_ENV, WEB_DEV, GREETING } = process.env;
console.log(JSON.stringify({ build: WEB_BUILD_DIR, NODE_ENV, WEB_DEV, GREETING }));`;
const BUILDS_A_FILE = `const fs = require("node:fs");
fs.mkdirSync(process.env.WEB_BUILD_DIR + "/client", { recursive: true });
fs.writeFileSync(process.env.WEB_BUILD_DIR + "/client/page.html", fs.readFileSync("src/page.tsx"));`;
const WRITES_HASHES = `import fs from "node:fs";
fs.writeFileSync(process.env.WEB_BUILD_DIR + "/prerendered.json", "{}");`;

beforeEach(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-start-"));
  for (const name of ["start.mjs", "lib"]) {
    fs.cpSync(path.join(import.meta.dirname, name), path.join(checkout, "tools", name), { recursive: true });
  }
  plant("package.json", '{ "type": "module" }');
  plant("package-lock.json", '{ "packages": {} }');
  plant("node_modules/.package-lock.json", '{ "packages": {} }');
  plant("node_modules/package.json", "{}");
  plant("tsconfig.base.json", "{}");
  plant("packages/core/src/rule.ts", "one");
  plant("packages/contract/src/endpoint.ts", "one");
  plant("apps/web/src/page.tsx", "first page");
  plant("apps/web/csp-hashes.ts", WRITES_HASHES);
  plant(BUNDLER, BUILDS_A_FILE);
  plant(SERVER, SERVER_PRINTS_ENV);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  fs.rmSync(checkout, { recursive: true, force: true });
});

function plant(file: string, content: string): void {
  const place = path.join(checkout, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, content);
}

function launch(args: readonly string[] = [], env: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, [path.join(checkout, "tools/start.mjs"), ...args], {
    cwd: os.tmpdir(),
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function start(args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = launch(args, env);
  const exit = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number];
  const lines = out.trim().split("\n");
  return { code, out, err, said: lines.filter((line) => !line.startsWith("{")), env: lastJson(lines) };
}

function collectOutput(child: Start): { out: string; err: string } {
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  return output;
}

function lastJson(lines: readonly string[]): Record<string, string> {
  return JSON.parse(lines.find((line) => line.startsWith("{")) ?? "{}") as Record<string, string>;
}

const builds = () => fs.readdirSync(path.join(checkout, "apps/web/build")).sort();

describe("npm start", () => {
  it("builds the web once and passes the complete build to the server", async () => {
    const first = await start();
    expect(first).toMatchObject({ code: 0, said: ["building the web…"], env: { NODE_ENV: "production" } });
    const build = first.env["build"] ?? "";
    expect(path.basename(build)).toMatch(/^[0-9a-f]{16}$/);
    expect(fs.readFileSync(path.join(build, "client/page.html"), "utf8")).toBe("first page");
    expect(fs.existsSync(path.join(build, "prerendered.json"))).toBe(true);

    expect(await start()).toMatchObject({ code: 0, said: [], env: { build } });
  });

  it("--prepared serves the newest build of a read-only installation, and refuses where none is", async () => {
    const refused = await start(["--prepared"]);
    expect(refused).toMatchObject({ code: 1, err: "Nothing is prepared here: run `npm start -- --prepare` first.\n" });
    await start(["--prepare"]);
    const [build = ""] = builds();
    plant("apps/web/src/page.tsx", "changed since");
    fs.chmodSync(path.join(checkout, "apps/web/build", build), 0o555);
    const { code, env } = await start(["--prepared"]);
    expect([code, path.basename(env["build"] ?? ""), builds()]).toEqual([0, build, [build]]);
  });

  it("refuses a port that is taken before it installs or builds anything", async () => {
    const other = net.createServer();
    await new Promise<void>((resolve) => other.listen(0, () => resolve()));
    const { port } = other.address() as net.AddressInfo;
    try {
      const refused = await start([], { PORT: String(port) });
      expect(refused.code).toBe(1);
      expect(refused.err).toContain(`port ${port} is taken by another program; set PORT to a free one`);
      expect(fs.existsSync(path.join(checkout, "apps/web/build"))).toBe(false);
    } finally {
      other.close();
    }
  });

  it("refuses invalid settings before it builds anything, and passes on the names in .env", async () => {
    plant(SETTINGS_CHECK, 'console.error(process.argv.slice(2).join(" ") + ": no setting"); process.exitCode = 1;');
    plant(".env", "PROT=3997\nGREETING=hello");
    const refused = await start();
    expect(refused).toMatchObject({ code: 1, err: "PROT GREETING: no setting\n" });
    expect(fs.existsSync(path.join(checkout, "apps/web/build"))).toBe(false);
  });

  it("shows warnings of the settings check and starts all the same", async () => {
    plant(SETTINGS_CHECK, 'console.error(".env: PROT is no setting");');
    expect(await start()).toMatchObject({ code: 0, err: ".env: PROT is no setting\n" });
  });

  it("rebuilds when a source changed, keeps the old build, and deletes all but three", async () => {
    const first = await start(["--prepare"]);
    expect(first).toMatchObject({ code: 0, env: {} });
    const [kept] = builds();
    plant("apps/web/src/page.test.tsx", "a test changes no page");
    await start(["--prepare"]);
    expect(builds()).toEqual([kept]);
    for (const content of ["two", "three"]) {
      plant("packages/core/src/rule.ts", content);
      await start(["--prepare"]);
    }
    expect(builds()).toHaveLength(3);
    expect(builds()).toContain(kept);
    plant("packages/core/src/rule.ts", "four");
    await start(["--prepare"]);
    expect(builds()).toHaveLength(3);
    expect(builds()).not.toContain(kept);
  });

  it("never uses a partial build, and shows why it failed without the machine's paths", async () => {
    plant("apps/web/csp-hashes.ts", `throw new Error("no hash in " + process.cwd());`);
    const failed = await start();
    expect(failed).toMatchObject({ code: 1, env: {} });
    expect(failed.err).toContain("no hash in ./apps/web");
    expect(failed.err).toContain("The web could not be built");
    expect(builds()).toEqual([]);
  });

  it("passes the server's exit code through", async () => {
    plant(SERVER, "process.exit(7);");
    expect((await start()).code).toBe(7);
  });

  it("forwards a signal and waits for the server's own shutdown", async () => {
    plant(SERVER, 'process.once("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000); console.log("up");');
    const child = launch();
    await expect.poll(() => String(child.stdout.read() ?? "")).toContain("up");
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(3);
  });

  it("reads .env, but never over the real environment", async () => {
    plant(".env", "GREETING=hello\n");
    expect((await start()).env["GREETING"]).toBe("hello");
    expect((await start([], { GREETING: "real" })).env["GREETING"]).toBe("real");
  });

  it("refuses a second server on the data folder in one sentence, before it touches anything", async () => {
    plant("data/.keep", "");
    plant(
      SERVER,
      `import fs from "node:fs";
      fs.writeFileSync("data/server.json", JSON.stringify({ pid: process.pid, port: 3111 }));
      setInterval(() => {}, 1000); console.log("up");`,
    );
    const first = launch();
    await expect.poll(() => String(first.stdout.read() ?? "")).toContain("up");
    plant("package-lock.json", '{ "packages": { "node_modules/new": { "version": "1.0.0" } } }');

    const second = await start();
    expect(second.code).toBe(1);
    expect(second.out).toBe("");
    expect(second.err).toMatch(/^Vriddhi already runs .*http:\/\/localhost:3111.*\n$/);
    plant(SETTINGS_CHECK, 'console.error("PORT: must be a whole number, is abc"); process.exitCode = 1;');
    expect((await start([], { PORT: "abc" })).err).toBe("PORT: must be a whole number, is abc\n");
    first.kill("SIGTERM");
    await once(first, "exit");
  });

  it.each(process.platform === "linux" ? ["/proc/nope", "package.json", "package.json/deeper"] : ["package.json"])(
    "refuses the data folder %s in one sentence, before it touches anything",
    async (folder) => {
      const { code, out, err } = await start([], { DATA_DIR: folder });
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^Vriddhi could not start: cannot write to the data folder .*; set DATA_DIR to another\.\n$/);
    },
  );

  it.each([
    ["package.json", "it is no folder"],
    ["x".repeat(300), "its name is too long"],
    ["two\nlines", "its name has a line break"],
  ])("explains in a sentence why the data folder %j cannot be used", async (folder, reason) => {
    const { code, err } = await start([], { DATA_DIR: folder });
    expect([code, err.split("\n").length]).toEqual([1, 2]);
    expect(err).toContain(`(${reason}); set DATA_DIR to another.`);
  });

  it("ignores a server.json whose process has ended or whose id another process uses", async () => {
    plant("data/server.json", JSON.stringify({ pid: process.pid, port: 3111 }));
    expect((await start()).code).toBe(0);
    plant("data/server.json", '{ "pid": 3');
    expect((await start()).code).toBe(0);
  });

  const LIVES_BY_NUMBER = `import fs from "node:fs";
    const life = fs.existsSync("life") ? Number(fs.readFileSync("life", "utf8")) + 1 : 1;
    fs.writeFileSync("life", String(life));
    process.once("SIGTERM", () => process.exit(0));
    setInterval(() => process.send({ kind: "beat" }), 100);
    process.send({ kind: "ready" });`;

  it("restarts a process that crashes after it was ready, and ends on request", async () => {
    plant(
      SERVER,
      `${LIVES_BY_NUMBER} if (life < 3) process.kill(process.pid, "SIGKILL"); console.log("life " + life);`,
    );
    const child = launch();
    const output = collectOutput(child);
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain("life 3");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(output.err).toBe("the server ended with 137 and is started again\n".repeat(2));
  });

  it("restarts a process that was killed before it was ready, a limited number of times", async () => {
    const killed = (lives: number) =>
      LIVES_BY_NUMBER.replace('process.send({ kind: "ready" });', "") +
      `if (life <= ${lives}) process.kill(process.pid, "SIGKILL"); else process.exit(0);`;
    plant(SERVER, killed(2));
    expect(await start()).toMatchObject({ code: 0, err: "the server ended with 137 and is started again\n".repeat(2) });
    plant("life", "0");
    plant(SERVER, killed(9));
    expect(await start()).toMatchObject({ code: 137 });
    expect(fs.readFileSync(path.join(checkout, "life"), "utf8")).toBe("4");
  });

  it("does not restart a process that exits with code 0", async () => {
    plant(SERVER, `${LIVES_BY_NUMBER} setTimeout(() => process.exit(0), 50);`);
    expect(await start()).toMatchObject({ code: 0, err: "" });
    expect(fs.readFileSync(path.join(checkout, "life"), "utf8")).toBe("1");
  });

  it.runIf(process.platform === "linux")("kills and replaces a stopped server", async () => {
    plant(
      SERVER,
      `${LIVES_BY_NUMBER} if (life === 1) process.kill(process.pid, "SIGSTOP"); console.log("life " + life);`,
    );
    const child = launch();
    const output = collectOutput(child);
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain("life 2");
    child.kill("SIGTERM");
    await once(child, "close");
    expect(output.err).toContain("the server was stopped and is ended\n");
  });

  it("runs the roles of PROCESSES, the sandbox first, and passes its address to the others", async () => {
    plant(
      SERVER,
      `const { ROLE, PORT, SANDBOX_URL } = process.env;
      process.once("SIGTERM", () => process.exit(0));
      setInterval(() => process.send({ kind: "beat" }), 100);
      console.log([ROLE, PORT, SANDBOX_URL].join(" "));
      process.send({ kind: "ready", address: "http://127.0.0.1:3100" });`,
    );
    const child = launch([], { PROCESSES: "worker,engine,sandbox,engine,api,sandbox", PORT: "3999" });
    const output = collectOutput(child);
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain("worker 0 http://127.0.0.1:3100");
    expect(output.out.split("sandbox 0 \n")).toHaveLength(2);
    expect(output.out.split("engine 0 ")).toHaveLength(3);
    expect(output.out).toContain("api 3999 http://127.0.0.1:3100\n");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
  });

  it("runs the server for development without a web build", async () => {
    const child = launch(["--dev"]);
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    expect(lastJson(String(first).split("\n"))).toEqual({ NODE_ENV: "development", WEB_DEV: "1" });
    expect(fs.existsSync(path.join(checkout, "apps/web/build"))).toBe(false);
    child.kill("SIGTERM");
    await once(child, "exit");
  });
});

describe("npm run dev", () => {
  const server = (text: string) => `import "thing";
    process.once("SIGTERM", () => process.exit(3));
    setInterval(() => {}, 1000);
    console.log("${text} in " + process.pid);
    process.send({ kind: "ready" });`;

  beforeEach(() => {
    plant("node_modules/thing/package.json", '{ "name": "thing", "type": "module", "main": "index.js" }');
    plant("node_modules/thing/index.js", 'console.log("the package in " + process.pid);');
    plant(SERVER, server("old code"));
  });

  /** A server with old code, and a warm process with the packages loaded. */
  async function launchWithNext() {
    const child = launch(["--dev"]);
    const output = collectOutput(child);
    const pids = () => [...output.out.matchAll(/the package in (\d+)/g)].map(([, pid]) => pid);
    await expect.poll(() => pids().length, { timeout: PATIENCE_MS }).toBe(2);
    return { child, output, next: pids()[1] };
  }

  it("answers with changed code from a warm process that has the packages loaded", async () => {
    const { child, output, next } = await launchWithNext();
    expect(output.out).not.toContain(`code in ${next}`);
    plant(SERVER, server("new code"));
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain(`new code in ${next}`);
    expect(output.err).toBe("server.ts has changed: the server starts again\n");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([3, null]);
  });

  it("detects a file in a new folder and one that another file replaces, and ignores tests", async () => {
    const { child, output } = await launchWithNext();
    plant("packages/core/src/rule.test.ts", "two");
    plant("packages/core/src/deep/new.ts", "one");
    await expect.poll(() => output.err, { timeout: PATIENCE_MS }).toContain("new.ts has changed");
    plant("other.ts", "two");
    fs.renameSync(path.join(checkout, "other.ts"), path.join(checkout, "packages/core/src/rule.ts"));
    await expect.poll(() => output.err, { timeout: PATIENCE_MS }).toContain("rule.ts has changed");
    expect(output.err).not.toContain("rule.test.ts");
    child.kill("SIGTERM");
    await once(child, "close");
  });

  it("waits for the next change when the server fails", async () => {
    plant(SERVER, "process.exit(7);");
    const child = launch(["--dev"]);
    const output = collectOutput(child);
    const told = "the server ended with 7: it starts again when a file is changed";
    await expect.poll(() => output.err, { timeout: PATIENCE_MS }).toContain(told);
    plant(SERVER, server("mended code"));
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain("mended code");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([3, null]);
  });

  it("ends by the server's own shutdown, even during changes", async () => {
    plant(
      SERVER,
      `import fs from "node:fs";
      process.once("SIGTERM", () => {
        fs.writeFileSync("packages/core/src/rule.ts", "two");
        setTimeout(() => process.exit(3), 300);
      });
      setInterval(() => {}, 1000);
      console.log("up");`,
    );
    const child = launch(["--dev"]);
    const output = collectOutput(child);
    await expect.poll(() => output.out, { timeout: PATIENCE_MS }).toContain("up");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([3, null]);
  });

  it("leaves no process behind when it is killed", async () => {
    const { child } = await launchWithNext();
    child.kill("SIGKILL");
    // Both processes hold the output open.
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  });
});
