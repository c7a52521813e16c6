import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const tools = Object.entries(scripts).filter(([, command]) => command.startsWith("node tools/"));

const run = (command: string, ...args: string[]) => {
  const [, ...words] = command.split(" ");
  return spawnSync(process.execPath, [...words, ...args], { cwd: ROOT, encoding: "utf8" });
};

describe("npm run halt --lift, without the separating two dashes", () => {
  it("changes nothing and names the right command", () => {
    const env = { PATH: process.env["PATH"], npm_config_lift: "true", DATA_DIR: "/proc/nowhere" };
    const [, tool = ""] = (scripts["halt"] ?? "").split(" ");
    const { status, stderr } = spawnSync(process.execPath, [tool], { cwd: ROOT, encoding: "utf8", env });
    expect([status, stderr]).toEqual([1, "Nothing was changed. To lift the halt: npm run halt -- --lift\n"]);
  });
});

describe("--help", () => {
  it.each(tools)("of npm run %s prints the usage and exits with code 0", (_name, command) => {
    const { status, stdout, stderr } = run(command, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Usage:/);
    expect(stdout).toContain("npm ");
  });

  it("is printed for an unknown option too, before the command changes anything", () => {
    for (const name of ["start", "dev", "keys:rotate", "research:load", "notices", "trace", "demo-month"]) {
      const { status, stdout, stderr } = run(scripts[name] ?? "", "--hepl");
      expect([name, status, stdout]).toEqual([name, 1, ""]);
      expect(stderr).toMatch(/^--hepl is not known here\.\nUsage: npm /);
    }
  });
});
